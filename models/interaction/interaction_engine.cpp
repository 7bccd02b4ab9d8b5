#include "models/interaction/interaction_engine.h"

#include <algorithm>

#include "core/error.h"
#include "models/interaction/bitplane/bitplane_support.h"

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

namespace {

std::unique_ptr<InteractionEngine> make_for_device(const InteractionSpec& interaction, std::uint64_t seed,
                                                   const std::shared_ptr<gpu::Device>& device) {
  if (interaction.plain) return make_plain_gpu(interaction, seed, device);
  if (uses_tiles(interaction)) return make_bitplane_gpu(interaction, seed, device);
  return uses_bit_planes(interaction, Processor::Device) ? make_phase_gpu(interaction, seed, device)
                                                         : make_bytes_gpu(interaction, seed, device);
}

std::unique_ptr<InteractionEngine> make_for_threads(const InteractionSpec& interaction, std::uint64_t seed,
                                                    const std::shared_ptr<ThreadPool>& threads) {
  if (interaction.plain) return make_plain_cpu(interaction, seed, threads);
  return uses_bit_planes(interaction, Processor::Threads) ? make_bitplane_cpu(interaction, seed, threads)
                                                          : make_bytes_cpu(interaction, seed, threads);
}

}  // namespace

std::unique_ptr<InteractionEngine> make_engine(const InteractionSpec& interaction, std::uint64_t seed,
                                               const Backend& backend) {
  if (interaction.order == UpdateOrder::Sequential) {
    if (backend.device) throw Error("the sequential order runs only on the CPU; choose --backend cpu");
    return make_sequential_cpu(interaction, seed);
  }
  return backend.device ? make_for_device(interaction, seed, backend.device)
                        : make_for_threads(interaction, seed, backend.threads);
}

std::vector<gpu::Source> engine_sources(const InteractionSpec& interaction) {
  if (interaction.order == UpdateOrder::Sequential) return {};
  if (interaction.plain) return {plain_source(interaction)};
  if (uses_tiles(interaction)) return {bitplane_source(interaction)};
  return {uses_bit_planes(interaction, Processor::Device) ? phase_source(interaction)
                                                          : bytes_source(interaction)};
}

}  // namespace morula
