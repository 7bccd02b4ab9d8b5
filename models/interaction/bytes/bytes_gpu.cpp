// The engine on bytes on a device, in the parallel order: see bytes_kernels.h.
#include "models/interaction/device/byte_states_gpu.h"
#include "texts/morula_interaction.h"

namespace morula {

namespace {

constexpr std::uint32_t words_side_by_side = 32;  // for each group of work-items
constexpr std::uint32_t blocks_at_once = 2;

class BytesGpu final : public ByteStatesGpu {
 public:
  BytesGpu(const InteractionSpec& interaction, std::uint64_t seed, std::shared_ptr<gpu::Device> device)
      : ByteStatesGpu(interaction, seed, std::move(device), bytes_source(interaction), "interaction_blocks",
                      words_side_by_side) {}

 private:
  std::vector<gpu::Argument> phase_arguments(u64 phase) override {
    std::vector<gpu::Argument> arguments = ByteStatesGpu::phase_arguments(phase);
    arguments.emplace_back(tables().first_thresholds());
    return arguments;
  }
};

}  // namespace

gpu::Source bytes_source(const InteractionSpec& interaction) {
  namespace kernels = gpu::text::models::interaction::bytes;
  gpu::Source source = byte_states_source(interaction);
  source.name = "interaction, bytes";
  source.texts.push_back(kernels::first_digits_kernels);
  source.texts.push_back(kernels::bytes_kernels);
  return source.define("GROUP_WORDS", words_side_by_side)
      .define("BLOCKS_AT_ONCE", blocks_at_once)
      .define("FIRST_DIGITS", first_threshold_digits);
}

std::unique_ptr<InteractionEngine> make_bytes_gpu(const InteractionSpec& interaction, std::uint64_t seed,
                                                  std::shared_ptr<gpu::Device> device) {
  return std::make_unique<BytesGpu>(interaction, seed, std::move(device));
}

}  // namespace morula
