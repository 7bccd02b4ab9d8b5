// Defines that tell kernels how the lattice is divided into blocks: PERIODIC_X ..., OFFSETS_X ... and
// BLOCKS_X ... of each axis.
#pragma once

#include "gpu/source.h"
#include "models/interaction/order/block_order.h"

namespace morula {

// The shortest type in which a kernel can number `count` things.
const char* shortest_type(u64 count);

void define_blocks(gpu::Source& source, const BlockOrder& order);

// The number of layers that are stored of a part of a lattice, as a define and as a kernel argument; 0 if the
// lattice is whole. The first stored layer may lie before the first layer of the lattice; its number is then
// taken modulo 2^64.
inline u64 stored_layers(const Lattice& lattice) {
  return lattice.is_whole() ? 0 : lattice.layers_of(lattice.stored);
}
inline u64 first_stored_layer(const Lattice& lattice) { return lattice.first_owned - lattice.stored_before; }

}  // namespace morula
