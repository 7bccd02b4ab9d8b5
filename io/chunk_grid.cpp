#include "io/chunk_grid.h"

#include <algorithm>

#include "core/parts.h"

namespace morula::io {
namespace {

Index evenly(Index whole, Index at_most) {
  return parts_of(whole, parts_of(whole, std::clamp<Index>(at_most, 1, whole)));
}

}  // namespace

Extent chunk_of(const Field& field) {
  const Extent& whole = field.extent;
  if (whole.sites() == 0) return {};
  const Index values = chunk_bytes / size_of(field.type);
  Extent chunk{evenly(whole.x, values), 1, 1};
  if (chunk.x == whole.x) chunk.y = evenly(whole.y, values / chunk.x);
  if (chunk.x == whole.x && chunk.y == whole.y) chunk.z = evenly(whole.z, values / (chunk.x * chunk.y));
  return chunk;
}

bool ChunkGrid::is_consecutive() const {
  const bool rows = chunk_.x == whole_.x, planes = rows && chunk_.y == whole_.y;
  return (rows || chunk_.y == 1) && (planes || chunk_.z == 1);
}

std::uint64_t ChunkGrid::chunk_with(Index canonical) const {
  const Index x = canonical % whole_.x, y = canonical / whole_.x % whole_.y,
              z = canonical / whole_.x / whole_.y;
  const Index wide = parts_of(whole_.x, chunk_.x), high = parts_of(whole_.y, chunk_.y);
  return (z / chunk_.z * high + y / chunk_.y) * wide + x / chunk_.x;
}

Site ChunkGrid::origin(std::uint64_t chunk) const {
  const Index wide = parts_of(whole_.x, chunk_.x), high = parts_of(whole_.y, chunk_.y);
  return {chunk % wide * chunk_.x, chunk / wide % high * chunk_.y, chunk / wide / high * chunk_.z};
}

Slab ChunkGrid::values(std::uint64_t chunk) const {
  const Site first = origin(chunk);
  const Extent inside{std::min(chunk_.x, whole_.x - first.x), std::min(chunk_.y, whole_.y - first.y),
                      std::min(chunk_.z, whole_.z - first.z)};
  return {(first.z * whole_.y + first.y) * whole_.x + first.x, inside.sites()};
}

std::vector<ChunkGrid::Piece> ChunkGrid::pieces(const Slab& slab) const {
  std::vector<Piece> pieces;
  const Index end = slab.first + slab.count;
  for (Index at = slab.first; at < end;) {
    const std::uint64_t chunk = chunk_with(at);
    const Slab held = values(chunk);
    const Index count = std::min(end, held.first + held.count) - at;
    pieces.push_back({chunk, at - held.first, at - slab.first, count, count == held.count});
    at += count;
  }
  return pieces;
}

}  // namespace morula::io
