// Which parameters of a model are fitted, and what each place in the unit cube makes of them.
#pragma once

#include <string>
#include <vector>

#include "analysis/fit/swarm.h"
#include "models/proliferation/proliferation_spec.h"

namespace morula {

// Fitted are the proportions of types, where there are several, the means and sds of those that divide, and
// the mean times to death of those that have a range for it (their sds stay as they are).
// Where the model file has no range (see FitBounds): any proportion, means from a twentieth of `until` to
// twice it, sds from a hundredth of the mean to all of it. A range of one value holds it.
class Calibration {
 public:
  explicit Calibration(const ProliferationSpec& spec);

  // Every dimension is from 0 to 1: times by their logarithms, proportions by breaking a stick.
  const SearchBox& box() const { return box_; }
  std::size_t free_parameters() const { return box_.low.size(); }

  std::vector<CellType> types_at(const Position& position) const;
  // Types that differ by name alone could change places: they take the order of means that they have in the
  // model file.
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

// A stick broken at the shares `at` of what is left, one less than pieces, so that each piece lies within its
// range. The pieces sum to `length`.
std::vector<double> broken_stick(double length, const std::vector<FitRange>& ranges, const double* at);

}  // namespace morula
