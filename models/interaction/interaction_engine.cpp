#include "models/interaction/interaction_engine.h"

#include "core/error.h"
#include "models/interaction/sliced.h"

namespace morula {

std::unique_ptr<InteractionEngine> make_engine(const InteractionSpec& interaction, std::uint64_t seed,
                                               const Backend& backend) {
  if (interaction.order == Order::Sequential) {
    if (backend.device) throw Error("the sequential order runs on the CPU alone; choose --backend cpu");
    return make_sequential(interaction, seed);
  }
  const bool fast = can_slice(interaction) && !interaction.plain;
  if (backend.device)
    return fast ? make_sliced_gpu(interaction, seed, backend.device)
                : make_interaction_gpu(interaction, seed, backend.device);
  return fast ? make_sliced_cpu(interaction, seed, backend.threads)
              : make_interaction_cpu(interaction, seed, backend.threads);
}

std::vector<gpu::Source> engine_sources(const InteractionSpec& interaction) {
  if (interaction.order == Order::Sequential) return {};
  return {can_slice(interaction) && !interaction.plain ? sliced_source(interaction)
                                                       : interaction_source(interaction)};
}

}  // namespace morula
