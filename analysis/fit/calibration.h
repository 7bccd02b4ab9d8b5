// The parameters of a model that are fitted. Each is scaled to run from 0 to 1, so that a point of the unit
// cube is one choice of values for all of them.
#pragma once

#include <string>
#include <vector>

#include "analysis/fit/swarm.h"
#include "models/proliferation/proliferation_spec.h"

namespace morula {

// The following parameters are fitted: the proportions of types if there are several types; the means and
// standard deviations of types that divide; and the mean times to death of types with a range for them (their
// standard deviations are not fitted). Without a range in the model file (see FitBounds), proportions are
// from 0 to 1, means from a twentieth of `until` to twice `until`, and standard deviations from a hundredth
// of the mean to the mean. A range of a single value fixes the parameter.
class Calibration {
 public:
  explicit Calibration(const ProliferationSpec& spec);

  // Every dimension ranges from 0 to 1: times by their logarithms, proportions by breaking a stick.
  const SearchBox& box() const { return box_; }
  std::size_t free_parameters() const { return box_.low.size(); }

  std::vector<CellType> types_at(const Position& position) const;
  // Types that differ only by name could exchange their roles. They are therefore sorted by their means, in
  // the order that their means have in the model file.
  std::vector<CellType> in_order(std::vector<CellType> types) const;

  // The names of the fitted parameters, such as "slow.mean", and their values.
  std::vector<std::string> names() const;
  std::vector<double> parameters(const std::vector<CellType>& types) const;
  // Whether each parameter is at an end of its range.
  std::vector<bool> at_bounds(const std::vector<CellType>& types) const;

 private:
  enum class What { Proportion, Mean, Sd, DeathMean };
  struct Parameter {
    std::size_t type;
    What what;
  };

  FitRange proportion_range(std::size_t type) const;
  FitRange mean_range(std::size_t type) const;
  FitRange sd_range(std::size_t type, double mean) const;
  std::size_t set_proportions(std::vector<CellType>& types, const Position& position) const;
  bool are_exchangeable(std::size_t a, std::size_t b) const;

  std::vector<CellType> types_;  // as in the model file
  double until_;
  std::vector<std::size_t> shared_;  // types whose proportions are fitted
  std::vector<Parameter> parameters_;
  SearchBox box_;
};

// Breaks a stick of this length into pieces, one after the other: `at` gives the share of the remaining stick
// for each piece except the last one, such that the length of each piece lies within its range. The sum of
// the pieces is `length`.
std::vector<double> broken_stick(double length, const std::vector<FitRange>& ranges, const double* at);

}  // namespace morula
