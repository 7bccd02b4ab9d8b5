// Compares two ensembles: is their difference larger than their errors?
#pragma once

#include <string>
#include <vector>

namespace morula::validation {

// The values of one quantity in all runs of an ensemble.
struct Sample {
  std::string name;
  std::vector<double> values;

  double mean() const;
  double error() const;  // standard error of the mean
};
using Samples = std::vector<Sample>;

struct Comparison {
  std::string name;
  double first = 0, first_error = 0, second = 0, second_error = 0;

  double difference_error() const;
  double z() const;        // the difference in standard errors; 0 if both are the same constant
  double percent() const;  // the difference in percent of the first
  double shows() const;    // the smallest bias that would be found, in percent: three standard errors
};

// Compares each quantity that both ensembles have.
std::vector<Comparison> compare(const Samples& first, const Samples& second);
double greatest_z(const std::vector<Comparison>& comparisons);

// A table in Markdown: two means with their errors, the difference with its 95 % interval, z, and shows().
std::string table_of(const std::vector<Comparison>& comparisons, const std::string& first,
                     const std::string& second);

}  // namespace morula::validation
