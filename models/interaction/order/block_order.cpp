#include "models/interaction/order/block_order.h"

#include <numeric>

#include "core/parts.h"
#include "core/wide.h"

namespace morula {

u32 Cut::offsets() const { return static_cast<u32>(periodic && side % stride != 0 ? side : stride); }

u64 Cut::parts() const { return periodic ? side / stride : parts_of(side + stride - 1, stride); }

Phases::Phases(const InteractionSpec& interaction) {
  const Lattice& lattice = interaction.lattice;
  const u64 stride = interaction.choices.needs_kin ? 3 : 2;
  const bool periodic = lattice.boundary.all(Boundary::Periodic);
  cuts = {Cut{lattice.global.x, stride, periodic}, Cut{lattice.global.y, stride, periodic},
          lattice.dimensions == 3 ? Cut{lattice.global.z, stride, periodic} : Cut{1, 1, false}};
  words_x = parts_of(cuts[0].parts(), 32);
  numerator_ = interaction.refine;
  for (const Cut& cut : cuts) {
    numerator_ *= cut.periodic ? cut.side : cut.stride;
    denominator_ *= cut.periodic ? cut.parts() : 1;
    const u64 common = std::gcd(numerator_, denominator_);
    numerator_ /= common;
    denominator_ /= common;
  }
}

u64 Phases::until(u64 generation) const {
  const Wide sites = Wide{generation} * numerator_;
  return static_cast<u64>((sites + denominator_ - 1) / denominator_);
}

}  // namespace morula
