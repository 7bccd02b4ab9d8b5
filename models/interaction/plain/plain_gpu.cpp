// The plain engine on a device, in the parallel order: see plain_kernels.h.
#include "models/interaction/device/byte_states_gpu.h"
#include "texts/morula_interaction.h"

namespace morula {

gpu::Source plain_source(const InteractionSpec& interaction) {
  gpu::Source source = byte_states_source(interaction);
  source.texts.push_back(gpu::text::models::interaction::plain::plain_kernels);
  return source;
}

std::unique_ptr<InteractionEngine> make_plain_gpu(const InteractionSpec& interaction, std::uint64_t seed,
                                                  std::shared_ptr<gpu::Device> device) {
  return std::make_unique<ByteStatesGpu>(interaction, seed, std::move(device), plain_source(interaction),
                                         "interaction_phase", byte_states_group);
}

}  // namespace morula
