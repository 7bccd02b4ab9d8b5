// Two ensembles side by side: does their difference go beyond their errors?
#pragma once

#include <string>
#include <vector>

namespace morula::validation {

// One quantity in every run of an ensemble.
struct Sample {
  std::string name;
  std::vector<double> values;

  double mean() const;
  double error() const;  // standard, of the mean
};
using Samples = std::vector<Sample>;

struct Comparison {
  std::string name;
  double first = 0, first_error = 0, second = 0, second_error = 0;

  double difference_error() const;
  double z() const;        // of the difference, in standard errors; 0 where both are the same constant
  double percent() const;  // difference, of the first
  double shows() const;    // the least bias, in percent, that would be found: three standard errors
};

// Quantity by quantity; those that only one of them has are left out.
std::vector<Comparison> compare(const Samples& first, const Samples& second);
double greatest_z(const std::vector<Comparison>& comparisons);

// Rows of Markdown: two means with their errors, the difference with its 95 % interval, z, and shows().
std::string table_of(const std::vector<Comparison>& comparisons, const std::string& first,
                     const std::string& second);

}  // namespace morula::validation
