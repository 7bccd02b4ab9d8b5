// Where in the unit cube (see Calibration) the types lie that a target tells of.
#pragma once

#include <functional>
#include <vector>

#include "analysis/fit/calibration.h"
#include "analysis/fit/fit.h"
#include "analysis/fit/least_squares.h"
#include "analysis/fit/objectives.h"

namespace morula {

// A place in the cube, and how far it is from the target: by its deviance where it was found by expectation,
// by Hellinger's distance where it was found by simulation.
struct Valley {
  Position position;
  double misfit = 0;
};

struct Found : Valley {
  double distance = 0;  // Hellinger's
  std::vector<double> curve;
  std::vector<Position> bests;  // of the particles
};

class FitSearch {
 public:
  FitSearch(const ProliferationSpec& spec, const FitChoice& choice, const Backend& backend);

  // One search. A swarm finds the valleys by Hellinger's distance; by expectation the best of them are then
  // followed down to the greatest likelihood. The distance alone would lead astray where bins have few cells:
  // it makes much of those that happen to have none.
  Found search(unsigned repeat, const std::function<void()>& iterated);
  // The fits of samples of the target, by expectation; adds to `refits` the candidates that were evaluated.
  std::vector<Types> refitted(const Found& best, std::uint64_t& refits) const;

  const Calibration& calibration() const { return calibration_; }
  std::uint64_t evaluations() const { return evaluations_; }

 private:
  using Cells = std::function<std::vector<std::vector<double>>(const std::vector<Types>&)>;

  std::vector<Types> types_at(const std::vector<Position>& positions) const;
  std::vector<double> distances(const Cells& cells, const std::vector<Position>& positions) const;
  Residuals residuals(const Cells& cells, const std::vector<double>& target, std::uint64_t& evaluated) const;
  Valley deepest(const std::vector<Position>& starts, const Residuals& rests) const;
  std::vector<Position> bottoms(const Found& best, std::uint64_t& evaluated) const;

  const ProliferationSpec& spec_;
  const FitChoice& choice_;
  const Backend& backend_;
  Calibration calibration_;
  ExpectedCells expected_;
  std::vector<double> target_;  // in the bins of the score
  std::uint64_t evaluations_ = 0;
};

}  // namespace morula
