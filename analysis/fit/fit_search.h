// The search in the unit cube (see Calibration) for the types with which the model is nearest to the target.
#pragma once

#include <functional>
#include <vector>

#include "analysis/fit/calibration.h"
#include "analysis/fit/fit.h"
#include "analysis/fit/least_squares.h"
#include "analysis/fit/objectives.h"

namespace morula {

// A minimum of the misfit, which is the deviance with expectation and the Hellinger distance with simulation.
struct Minimum {
  Position position;
  double misfit = 0;
};

struct Found : Minimum {
  double distance = 0;  // the Hellinger distance
  std::vector<double> curve;
  std::vector<Position> personal_bests;  // the best position of each particle
};

class FitSearch {
 public:
  FitSearch(const ProliferationSpec& spec, const FitChoice& choice, const Backend& backend,
            FitMemory& memory);

  // Makes one search. A swarm finds minima of the Hellinger distance; with expectation, the best of them are
  // then refined to the greatest likelihood. The distance alone would give a biased result if bins have few
  // cells, since it gives too much weight to bins that happen to be empty.
  Found search(unsigned repeat, const std::function<void()>& iterated);
  // The fits of bootstrap samples by expectation. Adds the number of evaluated candidates to `refits`.
  std::vector<Types> refitted(const Found& best, std::uint64_t& refits) const;

  const Calibration& calibration() const { return calibration_; }
  std::uint64_t evaluations() const { return evaluations_; }

 private:
  using Cells = std::function<std::vector<std::vector<double>>(const std::vector<Types>&)>;

  std::vector<Types> types_at(const std::vector<Position>& positions) const;
  std::vector<double> distances(const Cells& cells, const std::vector<Position>& positions) const;
  Residuals residuals(const Cells& cells, const std::vector<double>& target, std::uint64_t& evaluated) const;
  Minimum lowest_minimum(const std::vector<Position>& starts, const Residuals& rests) const;
  std::vector<Position> local_minima(const Found& best, std::uint64_t& evaluated) const;
  Minimum descent(unsigned repeat, const Found& found, const Cells& cells);

  const ProliferationSpec& spec_;
  const FitChoice& choice_;
  const Backend& backend_;
  FitMemory& memory_;
  Calibration calibration_;
  ExpectedCells expected_;
  std::vector<double> target_;  // cells of the target in the bins of the score
  std::uint64_t evaluations_ = 0;
};

}  // namespace morula
