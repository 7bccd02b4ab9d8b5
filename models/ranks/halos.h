// The halos of a part, which are copies of layers that the ranks beside it own, and how they are renewed.
#pragma once

#include <memory>
#include <span>

#include "core/communicator.h"
#include "core/decomposition.h"
#include "gpu/device.h"
#include "models/backend.h"

namespace morula {

// Copies whole layers to and from messages, packed as the engine holds them. `first` counts stored layers.
class LayerCopies {
 public:
  virtual ~LayerCopies() = default;
  // The copy may be made later; it is complete when end_reading() returns.
  virtual void read_layers(Index first, std::span<std::byte> layers) = 0;
  virtual void end_reading() {}
  // The copy may be made later, but before anything that is computed, read or written after end_writing().
  // The message must stay unchanged until end_reading() of the next exchange returns.
  virtual void write_layers(Index first, std::span<const std::byte> layers) = 0;
  virtual void end_writing() {}
};

struct HaloSettings {
  Index depth = 1;              // layers
  bool are_overlapped = false;  // exchanged while the interior is computed, where that can be
};

class Halos {
 public:
  Halos(Communicator& communicator, const Decomposition& decomposition, const Lattice& part,
        const HaloSettings& settings)
      : communicator_(communicator), decomposition_(decomposition), part_(part), settings_(settings) {}

  // Before the first exchange.
  void make_room_for_messages(std::uint64_t layer_bytes, const Backend& backend);

  // Every rank calls it at the same time.
  void exchange(LayerCopies& copies);

  Index depth() const { return settings_.depth; }
  bool are_overlapped() const { return settings_.are_overlapped; }
  // The stored layers that an exchange neither reads nor writes. There may be none.
  LayerRange interior() const;

 private:
  int before() const { return decomposition_.before(communicator_.rank()); }
  int behind() const { return decomposition_.behind(communicator_.rank()); }
  Index first_owned() const { return part_.stored_before; }
  Index end_of_owned() const { return first_owned() + part_.layers_of(part_.owned); }
  std::span<std::byte> message(std::size_t which);

  Communicator& communicator_;
  Decomposition decomposition_;
  Lattice part_;
  HaloSettings settings_;
  std::unique_ptr<gpu::HostMemory> pinned_;  // where messages of ranks with devices lie
  Bytes ordinary_;                           // and those of others
};

// Whether ranks with devices exchange halos while they compute: unless MORULA_OVERLAP is "no".
bool is_overlap_wanted();

}  // namespace morula
