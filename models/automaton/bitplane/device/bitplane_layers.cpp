#include "models/automaton/bitplane/device/bitplane_layers.h"

#include "models/automaton/bitplane/device/bitplane_sources.h"
#include "models/automaton/bitplane/device/device_quiet_tiles.h"

namespace morula {

BitplaneLayers::BitplaneLayers(gpu::Device& device, const Lattice& lattice, unsigned planes,
                               PlaneBuffers& buffers, BitplanePasses& passes,
                               std::unique_ptr<gpu::CopyQueue> copies)
    : device_(device),
      planes_(planes),
      plane_bytes_(words_per_bitplane_row(lattice) * lattice.stored.y * lattice.stored.z * sizeof(u32)),
      plane_layer_bytes_(plane_bytes_ / lattice.layers_of(lattice.stored)),
      buffers_(buffers),
      passes_(passes),
      copies_(std::move(copies)) {}

DeviceQuietTiles* BitplaneLayers::tracked_tiles() {
  DeviceQuietTiles* const quiet = passes_.quiet_tiles();
  return quiet && quiet->are_tracked() ? quiet : nullptr;
}

void BitplaneLayers::read_layers(Index first, std::span<std::byte> layers) {
  const std::uint64_t length = layers.size() / planes_;
  for (unsigned plane = 0; plane < planes_; ++plane)
    copies_->read(*buffers_.now, layer_at(first, plane), layers.subspan(plane * length, length));
}

void BitplaneLayers::write_layers(Index first, std::span<const std::byte> layers) {
  if (tracked_tiles()) return stage(first, layers);
  const std::uint64_t length = layers.size() / planes_;
  for (unsigned plane = 0; plane < planes_; ++plane)
    copies_->write(*buffers_.now, layer_at(first, plane), layers.subspan(plane * length, length));
}

void BitplaneLayers::stage(Index first, std::span<const std::byte> layers) {
  Staged& staged = staged_[staged_[0].bytes == 0 ? 0 : 1];
  if (!staged.layers || staged.layers->size() < layers.size())
    staged.layers = device_.allocate(layers.size());
  copies_->write(*staged.layers, 0, layers);
  staged.first = first;
  staged.bytes = layers.size();
}

void BitplaneLayers::end_writing() {
  copies_->hold_device();
  for (Staged& staged : staged_) {
    if (staged.bytes == 0) continue;
    tracked_tiles()->place(*staged.layers, *buffers_.now, layer_at(staged.first, 0) / sizeof(u32),
                           staged.bytes / planes_ / sizeof(u32), planes_);
    staged.bytes = 0;
  }
}

}  // namespace morula
