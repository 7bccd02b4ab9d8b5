#include "models/interaction/bitplane/device/plane_layers.h"

#include "models/interaction/bitplane/bitplane_support.h"

namespace morula {

PlaneLayers::PlaneLayers(gpu::Device& device, gpu::Program& program, const InteractionSpec& interaction,
                         u64 words)
    : device_(device),
      rows_in_layer_(interaction.lattice.dimensions == 3 ? interaction.lattice.global.y : 1),
      layer_words_(interaction.replicas * plane_count(interaction) * 2 * rows_in_layer_ * words) {
  if (interaction.lattice.is_whole()) return;
  gather_ = program.kernel("gather_rows");
  scatter_ = program.kernel("scatter_rows");
}

void PlaneLayers::read(gpu::Buffer& planes, Index first, std::span<std::byte> layers) {
  make_room(layers.size());
  convert(*gather_, planes, first, layers.size());
  device_.read(*message_, 0, layers);
}

void PlaneLayers::write(gpu::Buffer& planes, Index first, std::span<const std::byte> layers) {
  make_room(layers.size());
  device_.write(*message_, 0, layers);
  convert(*scatter_, planes, first, layers.size());
}

void PlaneLayers::make_room(u64 bytes) {
  if (!message_ || message_->size() < bytes) message_ = device_.allocate(bytes);
}

void PlaneLayers::convert(const gpu::Kernel& kernel, gpu::Buffer& planes, Index first, u64 bytes) {
  const u64 rows = bytes / layer_bytes() * rows_in_layer_;
  device_.launch(kernel, gpu::grid_for(bytes / sizeof(u32)),
                 {&planes, message_.get(), first * rows_in_layer_, rows, u64{bytes / sizeof(u32)}});
}

}  // namespace morula
