#include "analysis/fit/fit_report.h"

#include <fmt/format.h>

#include <algorithm>

#include "analysis/fit/fit_doubts.h"
#include "core/counted.h"
#include "io/json.h"
#include "runner/manifest.h"

namespace morula {
namespace {

using io::Json;

const char* name_of(Method method) { return method == Method::Simulate ? "simulate" : "expectation"; }

Json json_of(const FitScore& score) {
  const auto& simulated = score.simulated;
  return {{"hellinger", score.expected_distance},
          {"hellinger_simulated", simulated ? Json(simulated->distance) : Json(nullptr)},
          {"expected_cells", score.expected_cells},
          {"simulated_cells", simulated ? Json(simulated->cells) : Json(nullptr)}};
}

Json json_of(const FittedParameter& parameter) {
  Json json = {{"name", parameter.name},
               {"value", parameter.value},
               {"interval", nullptr},
               {"mean_over_repeats", parameter.over_repeats.mean},
               {"deviation_over_repeats", parameter.over_repeats.deviation}};
  if (parameter.interval) json["interval"] = {parameter.interval->low, parameter.interval->high};
  return json;
}

Json json_of(const FittedModel& fitted) {
  const auto& [input, choice, report, command, backend, device, seconds] = fitted;
  Json parameters = Json::array(), repeats = Json::array();
  for (const FittedParameter& parameter : report.parameters) parameters.push_back(json_of(parameter));
  for (const FitRepeat& repeat : report.repeats)
    repeats.push_back({{"distance", repeat.distance}, {"numbers", repeat.parameters}});
  const ScoreBins& bins = input.cells->target->bins;
  Json json = {{"model", input.file.string()},
               {"command", command},
               {"version", program_version()},
               {"method", name_of(choice.method)},
               {"seed", choice.seed},
               {"particles", choice.swarm.particles},
               {"iterations", choice.swarm.iterations},
               {"bootstrap", choice.bootstrap},
               {"bins", {{"bins", bins.bins}, {"from", bins.from}, {"to", bins.to}}},
               {"parameters", parameters}};
  json.update(json_of(report.score));
  json.update(Json{{"free_parameters", report.free_parameters},
                   {"log_likelihood", report.log_likelihood},
                   {"aic", report.akaike},
                   {"doubts", doubts(report)},
                   {"best_repeat", report.best_repeat},
                   {"repeats", repeats},
                   {"evaluations", report.evaluations},
                   {"bootstrap_evaluations", report.refits},
                   {"validation", report.validation ? json_of(*report.validation) : Json(nullptr)},
                   {"backend", backend},
                   {"device", device},
                   {"seconds", seconds}});
  return json;
}

std::string dumped(const Json& json) { return json.dump(2) + '\n'; }

void rank(std::vector<const FittedModel*>& models) {
  std::ranges::stable_sort(models, {}, [](const FittedModel* model) { return model->report.akaike; });
}

std::vector<std::string> doubts_between(const std::vector<const FittedModel*>& models) {
  std::vector<std::string> warnings;
  for (std::size_t a = 0; a < models.size(); ++a)
    for (std::size_t b = a + 1; b < models.size(); ++b)
      if (const std::string doubt = doubt_between(models[a]->input.file.string(), models[a]->report,
                                                  models[b]->input.file.string(), models[b]->report);
          !doubt.empty())
        warnings.push_back(doubt);
  return warnings;
}

std::string score_text(const FitScore& score) {
  if (!score.simulated)
    return fmt::format("{:.5f} by expectation of {:.3g} cells, which are too many to simulate",
                       score.expected_distance, score.expected_cells);
  return fmt::format("{:.5f} by expectation, {:.5f} by a simulation of {:.0f} cells", score.expected_distance,
                     score.simulated->distance, score.simulated->cells);
}

}  // namespace

std::string as_text(const FittedModel& fitted) {
  const FitReport& report = fitted.report;
  const bool intervals = fitted.choice.bootstrap > 0, several = report.repeats.size() > 1;
  std::size_t width = 9;
  for (const FittedParameter& parameter : report.parameters) width = std::max(width, parameter.name.size());
  std::string text = fmt::format("{:<{}} {:>10}{}{}\n", "parameter", width, "fitted",
                                 intervals ? fmt::format("  {:>23}", "95 % interval") : "",
                                 several ? fmt::format("  {:>18}", "over repeats") : "");
  for (const auto& [name, value, interval, spread, at_bound] : report.parameters) {
    text += fmt::format("{:<{}} {:>10.5g}", name, width, value);
    if (interval) text += fmt::format("  {:>10.5g} … {:>10.5g}", interval->low, interval->high);
    if (several)
      text += fmt::format("  {:>18}", fmt::format("{:.4g} ± {:.2g}", spread.mean, spread.deviation));
    text += '\n';
  }
  text += fmt::format("Hellinger distance {}\n", score_text(report.score));
  if (report.validation) text += fmt::format("validation: {}\n", score_text(*report.validation));
  text += fmt::format("AIC {:.1f} with {}; {} evaluations, {} for the intervals\n", report.akaike,
                      counted(report.free_parameters, "free parameter"), report.evaluations, report.refits);
  for (const std::string& doubt : doubts(report)) text += fmt::format("doubt: {}\n", doubt);
  return text;
}

std::string as_json(const FittedModel& fitted) { return dumped(json_of(fitted)); }

std::string convergence_csv(const FitReport& report) {
  std::string text = "iteration";
  for (std::size_t i = 0; i < report.repeats.size(); ++i) text += fmt::format(",repeat_{}", i);
  text += '\n';
  for (std::size_t row = 0; row < report.repeats.front().curve.size(); ++row) {
    text += fmt::format("{}", row + 1);
    for (const FitRepeat& repeat : report.repeats) text += fmt::format(",{:.9g}", repeat.curve[row]);
    text += '\n';
  }
  return text;
}

std::string as_text(std::vector<const FittedModel*> models) {
  rank(models);
  std::string text =
      fmt::format("{:>12} {:>10} {:>10} {:>10}  {}\n", "AIC", "more", "parameters", "distance", "model");
  for (const FittedModel* model : models)
    text += fmt::format("{:>12.1f} {:>10.1f} {:>10} {:>10.5f}  {}\n", model->report.akaike,
                        model->report.akaike - models.front()->report.akaike, model->report.free_parameters,
                        model->report.score.expected_distance, model->input.file.string());
  for (const std::string& doubt : doubts_between(models)) text += fmt::format("doubt: {}\n", doubt);
  return text;
}

std::string models_csv(std::vector<const FittedModel*> models) {
  rank(models);
  std::string text = "model,aic,free_parameters,log_likelihood,hellinger\n";
  for (const FittedModel* model : models)
    text += fmt::format("{},{},{},{},{}\n", model->input.file.stem().string(), model->report.akaike,
                        model->report.free_parameters, model->report.log_likelihood,
                        model->report.score.expected_distance);
  return text;
}

std::string as_json(const std::vector<FittedModel>& models) {
  Json list = Json::array();
  std::vector<const FittedModel*> places;
  for (const FittedModel& model : models) {
    list.push_back(json_of(model));
    places.push_back(&model);
  }
  return dumped({{"models", list}, {"doubts", doubts_between(places)}});
}

}  // namespace morula
