// The halos of a part, which are copies of layers that the neighbouring ranks own, and how they are renewed.
#pragma once

#include <memory>
#include <span>

#include "core/communicator.h"
#include "core/decomposition.h"
#include "gpu/device.h"
#include "models/backend.h"

namespace morula {

// Copies whole layers to and from messages, in the packed form of the engine. `first` is an index among the
// stored layers.
class LayerCopies {
 public:
  virtual ~LayerCopies() = default;
  // The copy may be delayed; it is complete when end_reading() returns.
  virtual void read_layers(Index first, std::span<std::byte> layers) = 0;
  virtual void end_reading() {}
  // The copy may be delayed, but precedes anything that is computed, read or written after end_writing(). The
  // message must stay unchanged until end_reading() of the next exchange returns.
  virtual void write_layers(Index first, std::span<const std::byte> layers) = 0;
  virtual void end_writing() {}
};

struct HaloSettings {
  Index depth = 1;              // in layers
  bool are_overlapped = false;  // exchanged while the interior is computed, if possible
};

class Halos {
 public:
  Halos(Communicator& communicator, const Decomposition& decomposition, const Lattice& part,
        const HaloSettings& settings)
      : communicator_(communicator), decomposition_(decomposition), part_(part), settings_(settings) {}

  // Must be called before the first exchange.
  void make_room_for_messages(std::uint64_t layer_bytes, const Backend& backend);

  // Every rank calls this at the same time.
  void exchange(LayerCopies& copies);

  Index depth() const { return settings_.depth; }
  bool are_overlapped() const { return settings_.are_overlapped; }
  // The stored layers that an exchange neither reads nor writes; there may be none.
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
  std::unique_ptr<gpu::HostMemory> pinned_;  // holds the messages of ranks with devices
  Bytes ordinary_;                           // holds the messages of other ranks
};

// Whether ranks with devices exchange halos while they compute; true unless MORULA_OVERLAP is "no".
bool is_overlap_wanted();

}  // namespace morula
