// Layers of the bit planes on a device, in the form in which ranks exchange them: the layers of the first
// plane, then those of the next, and so on.
#pragma once

#include <array>

#include "models/automaton/bitplane/device/bitplane_passes.h"
#include "models/ranks/halos.h"

namespace morula {

class BitplaneLayers final : public LayerCopies {
 public:
  // Keeps references to the planes and to the passes over them, without owning them. `copies` makes the
  // copies.
  BitplaneLayers(gpu::Device& device, const Lattice& lattice, unsigned planes, PlaneBuffers& buffers,
                 BitplanePasses& passes, std::unique_ptr<gpu::CopyQueue> copies);

  std::uint64_t layer_bytes() const { return plane_layer_bytes_ * planes_; }
  gpu::CopyQueue& copies() { return *copies_; }

  void read_layers(Index first, std::span<std::byte> layers) override;
  void end_reading() override { copies_->finish(); }
  void write_layers(Index first, std::span<const std::byte> layers) override;
  void end_writing() override;

 private:
  // Received layers that wait on the device until it is known which tiles they wake.
  struct Staged {
    std::unique_ptr<gpu::Buffer> layers;
    Index first = 0;
    std::uint64_t bytes = 0;  // 0 if none wait
  };

  DeviceQuietTiles* tracked_tiles();
  void stage(Index first, std::span<const std::byte> layers);
  std::uint64_t layer_at(Index layer, unsigned plane) const {
    return plane * plane_bytes_ + layer * plane_layer_bytes_;
  }

  gpu::Device& device_;
  unsigned planes_;
  std::uint64_t plane_bytes_, plane_layer_bytes_;
  PlaneBuffers& buffers_;
  BitplanePasses& passes_;
  std::unique_ptr<gpu::CopyQueue> copies_;
  std::array<Staged, 2> staged_;  // the halos before and behind the owned layers
};

}  // namespace morula
