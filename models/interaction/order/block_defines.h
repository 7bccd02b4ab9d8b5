// Tells kernels how the lattice is divided into blocks: PERIODIC_X …, OFFSETS_X … and BLOCKS_X … of each
// axis.
#pragma once

#include "gpu/source.h"
#include "models/interaction/order/block_order.h"

namespace morula {

// The type in which a kernel numbers what there are `count` of.
const char* shortest_type(u64 count);

void define_blocks(gpu::Source& source, const BlockOrder& order);

// The layers that are stored of a part of a lattice, as a define and as an argument: 0 if it is whole. The
// first may lie before that of the whole, and is then counted modulo 2^64.
inline u64 stored_layers(const Lattice& lattice) {
  return lattice.is_whole() ? 0 : lattice.layers_of(lattice.stored);
}
inline u64 first_stored_layer(const Lattice& lattice) { return lattice.first_owned - lattice.stored_before; }

}  // namespace morula
