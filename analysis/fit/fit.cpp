#include "analysis/fit/fit.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "analysis/fit/calibration.h"
#include "analysis/fit/least_squares.h"
#include "analysis/fit/likelihood.h"
#include "analysis/fit/objectives.h"
#include "core/error.h"
#include "core/stream.h"

namespace morula {
namespace {

constexpr std::size_t points_of_a_run = 4096;  // with `method: expectation`

double sum_of(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0);
}

std::vector<double> binned(const Target& target) { return gather(target.histogram, edges_of(target.bins)); }

// √p − √q of each bin: half their squares' sum is the square of Hellinger's distance.
std::vector<double> differences(const std::vector<double>& cells, const std::vector<double>& target) {
  const double all = std::max(sum_of(cells), 1e-300), of_target = sum_of(target);
  std::vector<double> all_differences;
  for (std::size_t bin = 0; bin < target.size(); ++bin)
    all_differences.push_back(std::sqrt(cells[bin] / all) - std::sqrt(target[bin] / of_target));
  return all_differences;
}

double distance_of(const std::vector<double>& all_differences) {
  double squares = 0;
  for (const double difference : all_differences) squares += difference * difference;
  return std::sqrt(squares / 2);
}

// A place in the cube and the distance there.
struct Valley {
  Position position;
  double distance = 0;
};

struct Found : Valley {
  std::vector<double> curve;
  std::vector<Position> bests;  // of the particles
};

bool are_near(const Position& a, const Position& b, double within) {
  for (std::size_t d = 0; d < a.size(); ++d)
    if (std::abs(a[d] - b[d]) > within) return false;
  return true;
}

// The best few of these, ranked, that do not lie side by side.
std::vector<Position> apart(const std::vector<Position>& ranked) {
  constexpr std::size_t most = 4;
  constexpr double near = 0.1;
  std::vector<Position> chosen;
  for (const Position& position : ranked) {
    const auto is_near = [&](const Position& other) { return are_near(position, other, near); };
    if (chosen.size() < most && std::ranges::none_of(chosen, is_near)) chosen.push_back(position);
  }
  return chosen;
}

class Fit {
 public:
  Fit(const ProliferationSpec& spec, const FitChoice& choice, const Backend& backend)
      : spec_(spec),
        choice_(choice),
        backend_(backend),
        calibration_(spec),
        expected_(spec, spec.target->bins, backend.threads),
        target_(binned(*spec.target)) {}

  Found search(unsigned repeat, const std::function<void()>& iterated);
  std::vector<Types> refitted(const Found& best, std::uint64_t& refits) const;
  FitScore scored(const Types& types, const ProliferationSpec& spec) const;

  const Calibration& calibration() const { return calibration_; }
  std::uint64_t evaluations() const { return evaluations_; }

 private:
  std::vector<Position> bottoms(const Found& best) const;

  using Cells = std::function<std::vector<std::vector<double>>(const std::vector<Types>&)>;

  std::vector<Types> types_at(const std::vector<Position>& positions) const {
    std::vector<Types> all;
    for (const Position& position : positions) all.push_back(calibration_.types_at(position));
    return all;
  }
  Residuals residuals(const Cells& cells, const std::vector<double>& target, std::uint64_t& evaluated) const {
    return [&cells, &target, &evaluated, this](const std::vector<Position>& positions) {
      evaluated += positions.size();
      auto rests = cells(types_at(positions));
      for (std::vector<double>& rest : rests) rest = differences(rest, target);
      return rests;
    };
  }
  // The deepest of what lies below these.
  Valley deepest(const std::vector<Position>& starts, const Residuals& rests) const {
    Valley best{{}, std::numeric_limits<double>::infinity()};
    for (const Position& start : starts) {
      const Position bottom = refine(calibration_.box(), start, rests);
      const double distance = distance_of(rests({bottom}).front());
      if (distance < best.distance) best = {bottom, distance};
    }
    return best;
  }
  std::vector<double> distances(const Cells& cells, const std::vector<Position>& positions) const {
    std::vector<double> all;
    for (const std::vector<double>& one : cells(types_at(positions)))
      all.push_back(hellinger_distance(one, target_));
    return all;
  }

  const ProliferationSpec& spec_;
  const FitChoice& choice_;
  const Backend& backend_;
  Calibration calibration_;
  ExpectedCells expected_;
  std::vector<double> target_;
  std::uint64_t evaluations_ = 0;
};

Found Fit::search(unsigned repeat, const std::function<void()>& iterated) {
  const bool simulates = choice_.method == Method::Simulate;
  std::optional<SimulatedCells> simulated;
  if (simulates)
    simulated.emplace(spec_, spec_.target->bins, stream(choice_.seed, Purpose::Division, repeat), backend_);
  const Cells cells = simulates ? Cells(std::ref(*simulated)) : Cells(std::cref(expected_));
  const auto objective = [&](const std::vector<Position>& positions) {
    std::vector<double> values = distances(cells, positions);
    evaluations_ += positions.size();
    iterated();
    return values;
  };
  const u32x2 key = stream(choice_.seed, Purpose::Swarm, repeat);
  SwarmResult swarm = minimise(calibration_.box(), choice_.swarm, key, objective);
  Found found{{swarm.bests.front(), swarm.value}, std::move(swarm.curve), std::move(swarm.bests)};
  if (simulates) return found;  // counts have no slopes
  const Valley bottom = deepest(apart(found.bests), residuals(cells, target_, evaluations_));
  if (bottom.distance < found.distance) static_cast<Valley&>(found) = bottom;
  return found;
}

// Where the fits of samples of the target may lie: at the bottom of the best valley, and of every other that
// a sample of so many cells cannot tell from it. (8 n H² is a sum of squares of about one for each bin.)
std::vector<Position> Fit::bottoms(const Found& best) const {
  constexpr double told_apart = 10, near = 0.02;
  const Cells cells = std::cref(expected_);
  std::uint64_t ignored = 0;
  const Residuals rests = residuals(cells, target_, ignored);
  std::vector<Valley> all;
  std::vector<Position> starts = apart(best.bests);
  starts.insert(starts.begin(), best.position);
  for (const Position& start : starts) all.push_back(deepest({start}, rests));
  std::ranges::stable_sort(all, {}, &Valley::distance);
  std::vector<Position> chosen;
  for (const auto& [position, distance] : all) {
    const double beyond = distance * distance - all.front().distance * all.front().distance;
    const auto is_near = [&](const Position& other) { return are_near(position, other, near); };
    if (8 * sum_of(target_) * beyond < told_apart && std::ranges::none_of(chosen, is_near))
      chosen.push_back(position);
  }
  return chosen;
}

// The fits of samples of the target lie beside those of the target: each is found by going down from there.
// Threads take whole samples.
std::vector<Types> Fit::refitted(const Found& best, std::uint64_t& refits) const {
  std::vector<Types> all(choice_.bootstrap);
  if (all.empty()) return all;
  std::vector<std::uint64_t> evaluated(choice_.bootstrap);
  const std::vector<Position> starts = bottoms(best);
  backend_.threads->for_ranges(choice_.bootstrap, [&](std::uint64_t begin, std::uint64_t end) {
    const ExpectedCells own(spec_, spec_.target->bins, std::make_shared<ThreadPool>(1));
    const Cells cells = std::cref(own);
    for (std::uint64_t i = begin; i < end; ++i) {
      const auto sample = resampled(target_, stream(choice_.seed, Purpose::Resampling, i));
      const Valley bottom = deepest(starts, residuals(cells, sample, evaluated[i]));
      all[i] = calibration_.in_order(calibration_.types_at(bottom.position));
    }
  });
  refits = std::accumulate(evaluated.begin(), evaluated.end(), std::uint64_t{0});
  return all;
}

FitScore Fit::scored(const Types& types, const ProliferationSpec& spec) const {
  const ScoreBins& bins = spec.target->bins;
  FitScore score;
  score.target = binned(*spec.target);
  score.expected = ExpectedCells(spec, bins, backend_.threads, points_of_a_run)({types}).front();
  ProliferationSpec fitted = spec;
  fitted.types = types;
  const auto simulated =
      SimulatedCells(fitted, bins, stream(choice_.seed, Purpose::Division), backend_)({types}).front();
  score.expected_cells = sum_of(score.expected);
  score.simulated_cells = sum_of(simulated);
  score.expected_distance = hellinger_distance(score.expected, score.target);
  score.simulated_distance = hellinger_distance(simulated, score.target);
  return score;
}

std::vector<FittedNumber> numbers_of(const Calibration& calibration, const FitReport& report,
                                     const std::vector<Types>& refitted) {
  std::vector<FittedNumber> numbers;
  const std::vector<std::string> names = calibration.names();
  const std::vector<double> values = calibration.numbers(report.types);
  for (std::size_t i = 0; i < names.size(); ++i) {
    std::vector<double> repeated, again;
    for (const FitRepeat& repeat : report.repeats) repeated.push_back(repeat.numbers[i]);
    for (const Types& types : refitted) again.push_back(calibration.numbers(types)[i]);
    numbers.push_back({names[i], values[i], {}, spread_of(repeated)});
    if (!again.empty()) numbers.back().interval = percentile_interval(again);
  }
  return numbers;
}

ProliferationSpec at_validation(const ProliferationSpec& spec, const Validation& validation) {
  ProliferationSpec other = spec;
  other.until = validation.until;
  other.minimum = validation.minimum.value_or(spec.minimum);
  other.target->histogram = validation.target;
  return other;
}

}  // namespace

void check_fit(const ProliferationSpec& spec, const FitChoice& choice, const std::string& source) {
  if (!spec.target)
    throw SpecError({source}, "proliferation.target",
                    "is missing, and there is nothing to fit to; add it, or give --target FILE");
  if (Calibration(spec).free_numbers() == 0)
    throw SpecError({source}, "proliferation.types",
                    "leave nothing to fit; add a type, a 'division', or wider ranges below 'fit'");
  const double cells = sum_of(binned(*spec.target));
  if (choice.bootstrap > 0 && cells > most_resampled)
    throw SpecError({source}, "proliferation.target",
                    fmt::format("has {:.3g} cells; --bootstrap draws each of them, {:g} at most: give "
                                "--bootstrap 0",
                                cells, most_resampled));
}

FitReport fit_model(const ProliferationSpec& spec, const FitChoice& choice,
                    const std::optional<Validation>& validation, const Backend& backend,
                    const FitProgress& progress) {
  Fit fit(spec, choice, backend);
  const Calibration& calibration = fit.calibration();
  FitReport report;
  std::vector<Found> found;
  const std::uint64_t all = std::uint64_t{choice.repeats} * choice.swarm.iterations;
  std::uint64_t iterations = 0;
  for (unsigned repeat = 0; repeat < choice.repeats; ++repeat) {
    found.push_back(fit.search(repeat, [&] { progress(++iterations, all); }));
    const Types types = calibration.in_order(calibration.types_at(found.back().position));
    report.repeats.push_back({found.back().distance, found.back().curve, calibration.numbers(types)});
  }
  const auto best = std::ranges::min_element(found, {}, &Found::distance);
  report.best_repeat = static_cast<std::size_t>(best - found.begin());
  report.types = calibration.in_order(calibration.types_at(best->position));
  report.numbers = numbers_of(calibration, report, fit.refitted(*best, report.refits));
  report.score = fit.scored(report.types, spec);
  report.free_numbers = calibration.free_numbers();
  report.log_likelihood = log_likelihood(report.score.expected, report.score.target);
  report.akaike = akaike_criterion(report.log_likelihood, report.free_numbers);
  report.evaluations = fit.evaluations();
  if (validation) report.validation = fit.scored(report.types, at_validation(spec, *validation));
  return report;
}

}  // namespace morula
