// The part of a model that one rank holds: a slab of layers (rows of a plane, planes of a solid), and beside
// it rims, which are copies of layers that other ranks own.
#pragma once

#include "models/model.h"

namespace morula {

// How the lattice of a model can be divided.
struct Divisibility {
  Index granularity = 1;  // borders lie at multiples of so many layers
  Index spoiled = 1;      // layers of a rim, from its far end, that become wrong in one step
  Index pass = 1;         // steps that the engine takes at once where it can
};

// As a Model it sums, hashes, reads and restores what it owns. The rims must be good for the steps it takes.
class PartModel : public Model {
 public:
  // Layers as they travel between ranks, packed as the engine likes it. `first` counts stored layers.
  virtual std::uint64_t layer_bytes() const = 0;
  virtual void read_layers(Index first, std::span<std::byte> layers) = 0;
  virtual void write_layers(Index first, std::span<const std::byte> layers) = 0;

  // See Model::classes; `whole` is the model of all ranks.
  virtual ClassOf classes_in(const View&, Model& /*whole*/) { return {}; }
  ClassOf classes(const View& view) final { return classes_in(view, *this); }
};

}  // namespace morula
