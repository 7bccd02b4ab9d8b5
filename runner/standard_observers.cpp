#include "runner/standard_observers.h"

#include <fmt/format.h>

#include "io/durable_file.h"
#include "runner/kept_model.h"

namespace morula {
namespace {

// `time` is an attribute of every state.
StateAttributes attributes_of(const Spec& spec, const std::filesystem::path& folder) {
  StateAttributes attributes = {
      {"model", spec.family}, {"seed", spec.seed}, {"time_unit", spec.figure.time_unit}};
  if (spec.steps_per_time) attributes.push_back({"steps_per_time", *spec.steps_per_time});
  if (!spec.views.empty() && !spec.views.front().graded && !spec.views.front().names.empty())
    attributes.push_back({"names", fmt::format("{}", fmt::join(spec.views.front().names, ","))});
  if (const auto model = folder / "model.yaml"; std::filesystem::exists(model))
    attributes.push_back({"model_file", without_steps(io::read_file(model))});
  return attributes;
}

}  // namespace

std::vector<std::unique_ptr<Observer>> make_observers(const Spec& spec, const std::filesystem::path& folder,
                                                      ThreadPool* threads) {
  std::vector<std::unique_ptr<Observer>> observers;
  const OutputSpec& output = spec.output;
  const std::uint64_t end = spec.end();
  if (output.series_every)
    observers.push_back(
        observe_series(folder, {*output.series_every, end}, series_plot_of(spec), spec.steps_per_time));
  if (output.frames)
    observers.push_back(observe_frames(folder, {output.frames->every, end}, *output.frames, threads));
  if (output.state_every)
    observers.push_back(
        observe_states(folder, {*output.state_every, end}, threads, attributes_of(spec, folder)));
  for (const TableSpec& table : output.tables)
    observers.push_back(observe_table(folder, {table.every, end}, table.name));
  for (const FamilyOutput& of_family : spec.family_outputs)
    if (of_family.observe) observers.push_back(of_family.observe(folder, end));
  return observers;
}

}  // namespace morula
