// The tissues and parameters of the comparison.
#include "bench/tapia/tapia_paths.h"
#include "core/mix.h"

namespace morula {
namespace {

constexpr u32 parameters_drawn = 0x50415241;  // a key that only parameters use

// "Within a [1,31] range."
i32 drawn_from_range(u32 word) { return static_cast<i32>(1 + high_product(word, 31)); }

}  // namespace

TapiaParameters tapia_parameters(i32 j, i32 strength, i32 target, i32 temperature) {
  TapiaParameters parameters;
  parameters.temperature = temperature;
  parameters.adhesion.fill(j);
  parameters.adhesion[0] = 0;
  parameters.strength.fill(strength);
  parameters.target.fill(target);
  parameters.strength[0] = parameters.target[0] = 0;
  return parameters;
}

TapiaParameters tapia_drawn_parameters(u32 run) {
  u32 number = 0;
  const auto next = [&] { return drawn_from_range(draw({parameters_drawn, run}, number++, 0, 0).x); };
  TapiaParameters parameters;
  parameters.temperature = next();
  for (u32 a = 0; a < tapia_kinds; ++a)
    for (u32 b = a; b < tapia_kinds; ++b)
      if (b > 0) parameters.adhesion[a * tapia_kinds + b] = parameters.adhesion[b * tapia_kinds + a] = next();
  for (u32 kind = 1; kind < tapia_kinds; ++kind) {
    parameters.strength[kind] = next();
    parameters.target[kind] = next();
  }
  return parameters;
}

TapiaTissue tapia_tiles(Extent size, Extent tile) {
  const Extent along{size.x / tile.x, size.y / tile.y, size.z / tile.z};
  TapiaTissue tissue{size, std::vector<u32>(size.sites()), std::vector<u8>(along.sites() + 1)};
  for (u32 cell = 1; cell < tissue.types.size(); ++cell)
    tissue.types[cell] = static_cast<u8>(mix64(cell) % tapia_types);
  for (Index z = 0; z < along.z * tile.z; ++z)
    for (Index y = 0; y < along.y * tile.y; ++y)
      for (Index x = 0; x < along.x * tile.x; ++x)
        tissue.cells[(z * size.y + y) * size.x + x] =
            static_cast<u32>(1 + (z / tile.z * along.y + y / tile.y) * along.x + x / tile.x);
  return tissue;
}

u32x2 tapia_key(u32 seed) { return {seed, 0x54415049}; }

u32 tapia_class(u32x2 key, u64 iteration) { return draw(key, 0, iteration, 1).x >> 29; }

}  // namespace morula
