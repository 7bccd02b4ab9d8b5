// Tells kernels how the lattice is divided into blocks: PERIODIC_X …, OFFSETS_X … and BLOCKS_X … of each
// axis.
#pragma once

#include "gpu/source.h"
#include "models/interaction/order/block_order.h"

namespace morula {

void define_blocks(gpu::Source& source, const BlockOrder& order);

}  // namespace morula
