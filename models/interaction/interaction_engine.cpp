#include "models/interaction/interaction_engine.h"

#include <algorithm>

#include "core/error.h"

namespace morula {

std::vector<std::uint64_t> InteractionEngine::step_counting(std::uint64_t from, std::uint64_t generations,
                                                            std::uint64_t every) {
  std::vector<std::uint64_t> counts;
  for (std::uint64_t time = from, end = from + generations; time < end;) {
    const std::uint64_t batch = std::min(end - time, every - time % every);
    step(time, batch);
    time += batch;
    if (time % every != 0) continue;
    const std::vector<std::uint64_t> now = count_states();
    counts.insert(counts.end(), now.begin(), now.end());
  }
  return counts;
}

EngineChoice engine_choice(const InteractionSpec& interaction, Processor processor) {
  if (interaction.order == UpdateOrder::Sequential) return EngineChoice::Sequential;
  if (interaction.plain) return EngineChoice::Plain;
  if (!uses_bit_planes(interaction, processor)) return EngineChoice::Bytes;
  if (processor == Processor::Threads) return EngineChoice::BitPlanes;
  return uses_tiles(interaction) ? EngineChoice::Tiles : EngineChoice::Phases;
}

std::unique_ptr<InteractionEngine> make_engine(const InteractionSpec& interaction, std::uint64_t seed,
                                               const Backend& backend) {
  const std::shared_ptr<gpu::Device>& device = backend.device;
  const std::shared_ptr<ThreadPool>& threads = backend.threads;
  switch (engine_choice(interaction, device ? Processor::Device : Processor::Threads)) {
    case EngineChoice::Sequential:
      if (device) throw Error("the sequential order runs only on the CPU; choose --backend cpu");
      return make_sequential_cpu(interaction, seed);
    case EngineChoice::Plain:
      return device ? make_plain_gpu(interaction, seed, device) : make_plain_cpu(interaction, seed, threads);
    case EngineChoice::Bytes:
      return device ? make_bytes_gpu(interaction, seed, device) : make_bytes_cpu(interaction, seed, threads);
    case EngineChoice::BitPlanes:
      return make_bitplane_cpu(interaction, seed, threads);
    case EngineChoice::Phases:
      return make_phase_gpu(interaction, seed, device);
    case EngineChoice::Tiles:
      break;
  }
  return make_bitplane_gpu(interaction, seed, device);
}

std::vector<gpu::Source> engine_sources(const InteractionSpec& interaction) {
  switch (engine_choice(interaction, Processor::Device)) {
    case EngineChoice::Plain:
      return {plain_source(interaction)};
    case EngineChoice::Bytes:
      return {bytes_source(interaction)};
    case EngineChoice::Phases:
      return {phase_source(interaction)};
    case EngineChoice::Tiles:
      return {bitplane_source(interaction)};
    default:
      return {};
  }
}

}  // namespace morula
