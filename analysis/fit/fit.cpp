#include "analysis/fit/fit.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "analysis/fit/fit_search.h"
#include "analysis/fit/likelihood.h"
#include "core/error.h"
#include "core/stream.h"

namespace morula {
namespace {

constexpr std::size_t points_of_a_run = ExpectedOptions{}.points;  // with `method: expectation`

double sum_of(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0);
}

std::vector<double> binned(const Target& target) { return rebin(target.histogram, edges_of(target.bins)); }

FitScore scored(const Types& types, const ProliferationSpec& spec, const FitChoice& choice,
                const Backend& backend) {
  const ScoreBins& bins = spec.target->bins;
  FitScore score;
  score.target = binned(*spec.target);
  score.expected = ExpectedCells(spec, bins, backend.threads, points_of_a_run)({types}).front();
  ProliferationSpec fitted = spec;
  fitted.types = types;
  score.expected_cells = sum_of(score.expected);
  score.expected_distance = hellinger_distance(score.expected, score.target);
  SimulatedCells simulated(fitted, bins, stream(choice.seed, Purpose::Division), backend);
  if (simulated.are_too_many(types)) return score;
  const std::vector<double> cells = simulated({types}).front();
  score.simulated = {sum_of(cells), hellinger_distance(cells, score.target)};
  return score;
}

std::vector<FittedParameter> parameters_of(const Calibration& calibration, const FitReport& report,
                                           const std::vector<Types>& refitted) {
  std::vector<FittedParameter> parameters;
  const std::vector<std::string> names = calibration.names();
  const std::vector<double> values = calibration.parameters(report.types);
  const std::vector<bool> at_bounds = calibration.at_bounds(report.types);
  for (std::size_t i = 0; i < names.size(); ++i) {
    std::vector<double> repeated, again;
    for (const FitRepeat& repeat : report.repeats) repeated.push_back(repeat.parameters[i]);
    for (const Types& types : refitted) again.push_back(calibration.parameters(types)[i]);
    parameters.push_back({names[i], values[i], {}, spread_of(repeated), at_bounds[i]});
    if (!again.empty()) parameters.back().interval = percentile_interval(again);
  }
  return parameters;
}

ProliferationSpec at_validation(const ProliferationSpec& spec, const Validation& validation) {
  ProliferationSpec validated = spec;
  validated.until = validation.until;
  validated.minimum = validation.minimum.value_or(spec.minimum);
  validated.target->histogram = validation.target;
  return validated;
}

}  // namespace

void check_fit(const ProliferationSpec& spec, const FitChoice& choice, const std::string& source) {
  if (!spec.target)
    throw SpecError({source}, "proliferation.target",
                    "is missing, and there is nothing to fit to; add it, or give --target FILE");
  if (Calibration(spec).free_parameters() == 0)
    throw SpecError({source}, "proliferation.types",
                    "leave nothing to fit; add a type, a 'division', or wider ranges below 'fit'");
  if (choice.bootstrap > 0 && choice.bootstrap < fewest_samples)
    throw SpecError({"morula fit"}, "",
                    fmt::format("--bootstrap is {}; must be 0, or at least {}: fewer samples have no 2.5 % "
                                "at either end",
                                choice.bootstrap, fewest_samples));
  const double cells = sum_of(binned(*spec.target));
  if (choice.bootstrap > 0 && cells > most_resampled)
    throw SpecError(
        {source}, "proliferation.target",
        fmt::format("has {:.3g} cells; --bootstrap draws cells one by one and takes at most {:g}: "
                    "give --bootstrap 0",
                    cells, most_resampled));
}

FitReport fit_model(const ProliferationSpec& spec, const FitChoice& choice,
                    const std::optional<Validation>& validation, const Backend& backend,
                    const FitProgress& progress, FitMemory memory) {
  FitSearch search(spec, choice, backend, memory);
  const Calibration& calibration = search.calibration();
  FitReport report;
  report.written = spec.types;
  std::vector<Found> searches;
  const std::uint64_t total_iterations = std::uint64_t{choice.repeats} * choice.swarm.iterations;
  std::uint64_t iterations = 0;
  for (unsigned repeat = 0; repeat < choice.repeats; ++repeat) {
    searches.push_back(search.search(repeat, [&] { progress(++iterations, total_iterations); }));
    const Types types = calibration.in_order(calibration.types_at(searches.back().position));
    report.repeats.push_back(
        {searches.back().distance, searches.back().curve, calibration.parameters(types)});
  }
  const auto best = std::ranges::min_element(searches, {}, &Found::misfit);
  report.best_repeat = static_cast<std::size_t>(best - searches.begin());
  report.types = calibration.in_order(calibration.types_at(best->position));
  report.parameters = parameters_of(calibration, report, search.refitted(*best, report.refits));
  report.score = scored(report.types, spec, choice, backend);
  report.free_parameters = calibration.free_parameters();
  report.log_likelihood = log_likelihood(report.score.expected, report.score.target);
  report.akaike = akaike_criterion(report.log_likelihood, report.free_parameters);
  report.evaluations = search.evaluations();
  if (validation) report.validation = scored(report.types, at_validation(spec, *validation), choice, backend);
  return report;
}

}  // namespace morula
