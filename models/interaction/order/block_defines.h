// Tells kernels how the lattice is divided into blocks: PERIODIC_X …, OFFSETS_X … and BLOCKS_X … of each
// axis.
#pragma once

#include "gpu/source.h"
#include "models/interaction/order/block_order.h"

namespace morula {

// The type in which a kernel numbers what there are `count` of.
const char* shortest_type(u64 count);

void define_blocks(gpu::Source& source, const BlockOrder& order);

}  // namespace morula
