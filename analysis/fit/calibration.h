// The parameters of a model that are fitted. Each is scaled to run from 0 to 1, so that a point of the unit
// cube is one choice of values for all of them.
#pragma once

#include <string>
#include <vector>

#include "analysis/fit/swarm.h"
#include "models/proliferation/proliferation_spec.h"

namespace morula {

// The proportions of types are fitted if there are several types, the means and sds of types that divide, and
// the mean times to death of types with a range for them (their sds are not fitted). Without a range in the
// model file (see FitBounds), proportions are from 0 to 1, means from a twentieth of `until` to twice
// `until`, and sds from a hundredth of the mean to the mean. A range of a single value fixes the parameter.
class Calibration {
 public:
  explicit Calibration(const ProliferationSpec& spec);

  // Every dimension is from 0 to 1: times by their logarithms, proportions by breaking a stick.
  const SearchBox& box() const { return box_; }
  std::size_t free_parameters() const { return box_.low.size(); }

  std::vector<CellType> types_at(const Position& position) const;
  // Types that differ only by name could exchange their roles; so they are sorted by their means, in the
  // order that the model file gives them.
  std::vector<CellType> in_order(std::vector<CellType> types) const;

  // What is fitted, and its values: "slow.mean".
  std::vector<std::string> names() const;
  std::vector<double> parameters(const std::vector<CellType>& types) const;
  std::vector<bool> at_bounds(const std::vector<CellType>& types) const;  // of what each may be

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

  std::vector<CellType> types_;  // of the model file
  double until_;
  std::vector<std::size_t> shared_;  // types whose proportions are fitted
  std::vector<Parameter> parameters_;
  SearchBox box_;
};

// A stick of this length, broken into pieces one after the other at the shares `at` of the rest (one share
// fewer than pieces), such that the length of each piece lies within its range. The pieces sum to `length`.
std::vector<double> broken_stick(double length, const std::vector<FitRange>& ranges, const double* at);

}  // namespace morula
