#include "models/interaction/order/block_defines.h"

#include <string>

namespace morula {

const char* shortest_type(u64 count) { return count < (u64{1} << 32) ? "u32" : "u64"; }

void define_blocks(gpu::Source& source, const BlockOrder& order) {
  const char* const names[] = {"X", "Y", "Z"};
  for (std::size_t i = 0; i < order.axes.size(); ++i) {
    const BlockedAxis& axis = order.axes[i];
    source.define(std::string("PERIODIC_") + names[i], std::string(axis.periodic ? "1" : "0"))
        .define(std::string("OFFSETS_") + names[i], axis.offsets())
        .define(std::string("BLOCKS_") + names[i], axis.blocks());
  }
  source.define("REFINE", order.refine)
      .define("COMB_SPACING", order.comb_spacing)
      .define("STACK_ROWS", order.stack_rows)
      .define("STACKS", order.stacks())
      .define("COMBS_X", order.combs_x);
}

}  // namespace morula
