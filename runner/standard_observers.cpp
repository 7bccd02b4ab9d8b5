#include "runner/standard_observers.h"

namespace morula {

std::vector<std::unique_ptr<Observer>> make_observers(const Spec& spec, const std::filesystem::path& folder,
                                                      ThreadPool* threads) {
  std::vector<std::unique_ptr<Observer>> observers;
  const OutputSpec& output = spec.output;
  const std::uint64_t end = spec.end();
  if (output.series_every) observers.push_back(observe_series(folder, {*output.series_every, end}));
  if (output.frames) observers.push_back(observe_frames(folder, {output.frames->every, end}, *output.frames));
  if (output.state_every) observers.push_back(observe_states(folder, {*output.state_every, end}, threads));
  for (const TableSpec& table : output.tables)
    observers.push_back(observe_table(folder, {table.every, end}, table.name));
  for (const FamilyOutput& own : spec.family_outputs)
    if (own.observe) observers.push_back(own.observe(folder, end));
  return observers;
}

}  // namespace morula
