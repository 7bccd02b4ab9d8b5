// The strips of layers that a pass computes, and how a pass is cut in two.
#pragma once

#include <functional>

#include "core/ceil_divide.h"
#include "core/decomposition.h"

namespace morula {

// `count` consecutive strips from `first` on; after the last strip of the lattice comes the first.
struct Strips {
  std::uint32_t first = 0, count = 0;
};

// The strips that lie wholly within `layers`. Each has `strip` layers, but the last of the lattice may have
// fewer.
inline Strips strips_within(LayerRange layers, std::uint32_t strip, Index layer_count) {
  const Index first = ceil_divide(layers.first, strip),
              end = layers.end() == layer_count ? ceil_divide(layer_count, strip) : layers.end() / strip;
  if (layers.count == 0 || end <= first) return {};
  return {static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(end - first)};
}

// All other strips of a lattice that has `strip_count` of them.
inline Strips strips_beside(const Strips& strips, std::uint32_t strip_count) {
  return {(strips.first + strips.count) % strip_count, strip_count - strips.count};
}

// A pass in two parts: it first computes the strips outside the interior layers, calls outside_is_given()
// when they have been given to the device, and then computes the interior.
struct CutPass {
  LayerRange interior;
  std::function<void()> outside_is_given;

  // Calls compute(strips) for the strips outside and then for those inside.
  template <typename Compute>
  void run(std::uint32_t strip, Index layers, const Compute& compute) const {
    const Strips inner = strips_within(interior, strip, layers);
    compute(strips_beside(inner, static_cast<std::uint32_t>(ceil_divide(layers, strip))));
    outside_is_given();
    compute(inner);
  }
};

}  // namespace morula
