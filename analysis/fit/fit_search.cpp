#include "analysis/fit/fit_search.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "analysis/fit/likelihood.h"
#include "core/stream.h"

namespace morula {
namespace {

bool are_near(const Position& a, const Position& b, double within) {
  for (std::size_t d = 0; d < a.size(); ++d)
    if (std::abs(a[d] - b[d]) > within) return false;
  return true;
}

// The best few of these ranked positions, without positions that lie close to a better one.
std::vector<Position> apart(const std::vector<Position>& ranked) {
  constexpr std::size_t most_positions = 4;
  constexpr double near = 0.1;
  std::vector<Position> chosen;
  for (const Position& position : ranked) {
    const auto is_near = [&](const Position& better) { return are_near(position, better, near); };
    if (chosen.size() < most_positions && std::ranges::none_of(chosen, is_near)) chosen.push_back(position);
  }
  return chosen;
}

double sum_of_squares(const std::vector<double>& values) {
  return std::inner_product(values.begin(), values.end(), values.begin(), 0.0);
}

}  // namespace

FitSearch::FitSearch(const ProliferationSpec& spec, const FitChoice& choice, const Backend& backend,
                     FitMemory& memory)
    : spec_(spec),
      choice_(choice),
      backend_(backend),
      memory_(memory),
      calibration_(spec),
      expected_(spec, spec.target->bins, backend.threads),
      target_(rebin(spec.target->histogram, edges_of(spec.target->bins))) {}

std::vector<Types> FitSearch::types_at(const std::vector<Position>& positions) const {
  std::vector<Types> types;
  for (const Position& position : positions) types.push_back(calibration_.types_at(position));
  return types;
}

std::vector<double> FitSearch::distances(const Cells& cells, const std::vector<Position>& positions) const {
  std::vector<double> distances;
  for (const std::vector<double>& expected : cells(types_at(positions)))
    distances.push_back(hellinger_distance(expected, target_));
  return distances;
}

Residuals FitSearch::residuals(const Cells& cells, const std::vector<double>& target,
                               std::uint64_t& evaluated) const {
  return [&cells, &target, &evaluated, this](const std::vector<Position>& positions) {
    memory_.stop_if_wanted();
    evaluated += positions.size();
    auto residuals = cells(types_at(positions));
    for (std::vector<double>& of_position : residuals) of_position = deviance_residuals(of_position, target);
    return residuals;
  };
}

// The lowest minimum that can be reached from these starts.
Minimum FitSearch::lowest_minimum(const std::vector<Position>& starts, const Residuals& residuals) const {
  Minimum best{starts.front(), std::numeric_limits<double>::infinity()};  // if all starts are impossible
  for (const Position& start : starts) {
    const Position bottom = levenberg_marquardt(calibration_.box(), start, residuals);
    const double misfit = sum_of_squares(residuals({bottom}).front());
    if (misfit < best.misfit) best = {bottom, misfit};
  }
  return best;
}

// Descends from the best positions of a swarm to the greatest likelihood. The journal keeps the number of
// evaluations, the misfit and the position.
Minimum FitSearch::descent(unsigned repeat, const Found& found, const Cells& cells) {
  const std::string name = fmt::format("descent/{}", repeat);
  if (const auto kept = memory_.recalled(name, 2 + calibration_.free_parameters())) {
    evaluations_ += static_cast<std::uint64_t>(kept->front());
    return {{kept->begin() + 2, kept->end()}, (*kept)[1]};
  }
  const std::uint64_t before = evaluations_;
  const Minimum bottom = lowest_minimum(apart(found.personal_bests), residuals(cells, target_, evaluations_));
  std::vector<double> kept = {static_cast<double>(evaluations_ - before), bottom.misfit};
  kept.insert(kept.end(), bottom.position.begin(), bottom.position.end());
  memory_.note(name, kept);
  return bottom;
}

Found FitSearch::search(unsigned repeat, const std::function<void()>& iterated) {
  const bool simulates = choice_.method == Method::Simulate;
  std::optional<SimulatedCells> simulated;
  if (simulates)
    simulated.emplace(spec_, spec_.target->bins, stream(choice_.seed, Purpose::Division, repeat), backend_);
  const Cells cells = simulates ? Cells(std::ref(*simulated)) : Cells(std::cref(expected_));
  unsigned iteration = 0;
  const auto objective = [&](const std::vector<Position>& positions) {
    const std::string name = fmt::format("swarm/{}/{}", repeat, iteration++);
    auto values = memory_.recalled(name, positions.size());
    if (!values) {
      memory_.stop_if_wanted();
      values = distances(cells, positions);
      memory_.note(name, *values);
    }
    evaluations_ += positions.size();
    iterated();
    return *values;
  };
  const u32x2 key = stream(choice_.seed, Purpose::Swarm, repeat);
  SwarmResult swarm = minimise(calibration_.box(), choice_.swarm, key, objective);
  Found found{
      {swarm.personal_bests.front(), swarm.value}, swarm.value, std::move(swarm.curve), swarm.personal_bests};
  if (simulates) return found;  // simulated counts have no derivatives
  static_cast<Minimum&>(found) = descent(repeat, found, cells);
  found.distance = distances(cells, {found.position}).front();
  ++evaluations_;
  return found;
}

// The minima near which the fits of bootstrap samples may lie: the best minimum, and every other that a
// sample of as many cells as the target cannot distinguish from it.
std::vector<Position> FitSearch::local_minima(const Found& best, std::uint64_t& evaluated) const {
  constexpr double distinguishable = 10;  // twice the logarithm of the ratio of likelihoods
  constexpr double near = 0.02;
  const Cells cells = std::cref(expected_);
  const Residuals residuals_of_target = residuals(cells, target_, evaluated);
  std::vector<Minimum> minima;
  std::vector<Position> starts = apart(best.personal_bests);
  starts.insert(starts.begin(), best.position);
  for (const Position& start : starts) minima.push_back(lowest_minimum({start}, residuals_of_target));
  std::ranges::stable_sort(minima, {}, &Minimum::misfit);
  std::vector<Position> chosen;
  for (const auto& [position, misfit] : minima) {
    const auto is_near = [&](const Position& better) { return are_near(position, better, near); };
    if (misfit - minima.front().misfit < distinguishable && std::ranges::none_of(chosen, is_near))
      chosen.push_back(position);
  }
  return chosen;
}

// The fits of bootstrap samples lie near the fit of the target, and each is found by a descent from there.
// Each thread fits whole samples.
std::vector<Types> FitSearch::refitted(const Found& best, std::uint64_t& refits) const {
  std::vector<Types> refits_of_samples(choice_.bootstrap);
  if (refits_of_samples.empty()) return refits_of_samples;
  std::vector<std::uint64_t> evaluated(choice_.bootstrap);
  const std::vector<Position> starts = local_minima(best, refits);
  backend_.threads->for_ranges(choice_.bootstrap, [&](std::uint64_t begin, std::uint64_t end) {
    const ExpectedCells expected_cells(spec_, spec_.target->bins, std::make_shared<ThreadPool>(1));
    const Cells cells = std::cref(expected_cells);
    for (std::uint64_t i = begin; i < end; ++i) {
      const std::string name = fmt::format("sample/{}", i);
      if (const auto kept = memory_.recalled(name, 1 + calibration_.free_parameters())) {
        evaluated[i] = static_cast<std::uint64_t>(kept->front());
        refits_of_samples[i] = calibration_.in_order(calibration_.types_at({kept->begin() + 1, kept->end()}));
        continue;
      }
      const auto sample = resampled(target_, stream(choice_.seed, Purpose::Resampling, i));
      const Minimum bottom = lowest_minimum(starts, residuals(cells, sample, evaluated[i]));
      refits_of_samples[i] = calibration_.in_order(calibration_.types_at(bottom.position));
      std::vector<double> kept = {static_cast<double>(evaluated[i])};
      kept.insert(kept.end(), bottom.position.begin(), bottom.position.end());
      memory_.note(name, kept);
    }
  });
  refits = std::accumulate(evaluated.begin(), evaluated.end(), refits);
  return refits_of_samples;
}

}  // namespace morula
