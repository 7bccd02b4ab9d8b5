// The cells that candidate types give rise to, for comparison with the target.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "analysis/fit/scored_cells.h"
#include "models/backend.h"
#include "models/proliferation/expectation/expected_cells.h"
#include "models/proliferation/proliferation_engine.h"

namespace morula {

using Types = std::vector<CellType>;  // the types of one candidate

// Computes the exact mean numbers of cells, without noise, on threads.
class ExpectedCells {
 public:
  // The coarsest grid of times; narrow distributions get a finer one. The grid of a run would change the
  // numbers of cells by only about one in a million.
  static constexpr std::size_t usual_points = 64;

  ExpectedCells(const ProliferationSpec& spec, const ScoreBins& bins, std::shared_ptr<ThreadPool> threads,
                std::size_t points = usual_points);

  // The number of cells in each bin of the score, for each candidate.
  std::vector<std::vector<double>> operator()(const std::vector<Types>& candidates) const;
  // For each candidate, the number of cells that exist at any time, which a simulation would have to go
  // through.
  std::vector<double> cells_ever(const std::vector<Types>& candidates) const;

 private:
  using MeansOfType = std::function<std::vector<double>(const CellType&)>;

  std::vector<std::vector<double>> by_generation(const std::vector<Types>& candidates,
                                                 const MeansOfType& means_of_type) const;

  ScoredCells scored_;
  CycleStart start_;
  double until_;
  ExpectedOptions options_;
  std::shared_ptr<ThreadPool> threads_;
};

// Simulates all candidates in one batch. They share the same random numbers, so that two candidates differ
// only because their types differ, and the same candidate always has the same distance.
class SimulatedCells {
 public:
  SimulatedCells(const ProliferationSpec& spec, const ScoreBins& bins, u32x2 key, const Backend& backend);

  std::vector<std::vector<double>> operator()(const std::vector<Types>& candidates);
  bool are_too_many(const Types& types) const;  // too many cells to simulate, so that means are used

 private:
  std::vector<bool> too_large(const std::vector<Types>& candidates) const;
  std::vector<std::vector<double>> means_of_large(const std::vector<Types>& candidates) const;
  std::vector<Variant> variants_of(const std::vector<Types>& candidates,
                                   const std::vector<std::size_t>& batch) const;
  void simulate(const std::vector<Types>& candidates, const std::vector<std::size_t>& batch,
                std::vector<std::vector<double>>& cells);

  ProliferationSpec spec_;
  ScoredCells scored_;
  ExpectedCells expected_;
  BranchingProcess process_;
  double most_cells_ = 0;  // largest possible number, if all divide as often as their dye allows
  u32x2 key_;
  Backend backend_;
  std::unique_ptr<ProliferationEngine> engine_;
};

}  // namespace morula
