// The strips of layers that a pass computes, and how it is cut in two.
#pragma once

#include <functional>

#include "core/ceil_divide.h"
#include "core/decomposition.h"

namespace morula {

// Strips that follow each other; the first of all follows the last.
struct Strips {
  std::uint32_t first = 0, count = 0;
};

// The strips that lie within `layers`. Each has `strip` layers, but the last of the lattice may have fewer.
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

// A pass that first computes what lies outside of some layers, says that this has been given to the device,
// and then computes them.
struct CutPass {
  LayerRange interior;
  std::function<void()> outside_is_given;

  // Calls compute(strips), in this order.
  template <typename Compute>
  void run(std::uint32_t strip, Index layers, const Compute& compute) const {
    const Strips inner = strips_within(interior, strip, layers);
    compute(strips_beside(inner, static_cast<std::uint32_t>(ceil_divide(layers, strip))));
    outside_is_given();
    compute(inner);
  }
};

}  // namespace morula
