#include "models/potts/engine/potts_engine.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/error.h"

namespace morula::potts {

PottsEngine::PottsEngine(const PottsSpec& spec) : processes_(processes_of(spec)) {
  for (const auto& process : processes_)
    for (const UsedColumn& used : process->columns())
      sets_types_ = sets_types_ || (used.is_set && used.column.name == "type");
}

void PottsEngine::grow(u64 capacity) {
  CellTable grown = cells();
  grown.grow(capacity);
  set_cells(std::move(grown));
  count_cells();
}

void PottsEngine::advance(u64 from, u64 steps) {
  if (processes_.empty()) return step(from, steps);
  for (u64 when = from; when < from + steps; ++when) {
    step(when, 1);
    run_processes(when + 1);
  }
}

void PottsEngine::finish() {
  wait();
  if (const auto failure = target_failure())
    throw Error(fmt::format(
        "the {} of cell {} is not between 0 and {} after step {}; {} is the largest target that this model "
        "declares, which its energies fit: declare a larger one, or keep targets below it",
        failure->target.column, failure->row % cells().cells(), failure->target.most, failure->step,
        failure->target.most));
}

std::unique_ptr<PottsEngine> make_engine(const PottsSpec& spec, u64 seed, const Backend& backend) {
  if (spec.order == Order::Sequential) {
    if (backend.device) throw Error("the sequential order runs only on the CPU; choose --backend cpu");
    return make_sequential(spec, seed, backend.threads);
  }
  if (backend.device) return make_on_device(spec, seed, backend.device);
  return make_on_threads(spec, seed, backend.threads);
}

std::vector<gpu::Source> engine_sources(const PottsSpec& spec) {
  if (spec.order == Order::Sequential) return {};
  return {potts_source(spec)};
}

}  // namespace morula::potts
