#include "io/chunk_grid.h"

#include <algorithm>

#include "core/ceil_divide.h"

namespace morula::io {
namespace {

constexpr std::size_t axes = std::tuple_size_v<Shape>;

Index evenly(Index whole, Index at_most) {
  return ceil_divide(whole, ceil_divide(whole, std::clamp<Index>(at_most, 1, whole)));
}

}  // namespace

Shape shape_of(const Field& field) {
  return {field.extent.x, field.extent.y, field.extent.z, std::max<Index>(1, field.replicas)};
}

Shape chunk_of(const Field& field) {
  const Shape whole = shape_of(field);
  Shape chunk{1, 1, 1, 1};
  if (field.values() == 0) return chunk;
  Index room = chunk_bytes / size_of(field.type);
  for (std::size_t axis = 0; axis < axes; ++axis) {
    chunk[axis] = evenly(whole[axis], room);
    if (chunk[axis] < whole[axis]) break;
    room /= chunk[axis];
  }
  return chunk;
}

bool ChunkGrid::is_consecutive() const {
  bool whole = true;  // along the faster axes
  for (std::size_t axis = 0; axis < axes; ++axis) {
    if (!whole && chunk_[axis] != 1) return false;
    whole = whole && chunk_[axis] == whole_[axis];
  }
  return true;
}

std::uint64_t ChunkGrid::count() const {
  std::uint64_t chunks = 1;
  for (std::size_t axis = 0; axis < axes; ++axis) chunks *= ceil_divide(whole_[axis], chunk_[axis]);
  return chunks;
}

Index ChunkGrid::capacity() const { return chunk_[0] * chunk_[1] * chunk_[2] * chunk_[3]; }

std::uint64_t ChunkGrid::chunk_with(Index canonical) const {
  std::uint64_t chunk = 0, chunks = 1;
  for (std::size_t axis = 0; axis < axes; ++axis) {
    chunk += chunks * (canonical % whole_[axis] / chunk_[axis]);
    chunks *= ceil_divide(whole_[axis], chunk_[axis]);
    canonical /= whole_[axis];
  }
  return chunk;
}

Shape ChunkGrid::origin(std::uint64_t chunk) const {
  Shape first{};
  for (std::size_t axis = 0; axis < axes; ++axis) {
    const std::uint64_t chunks = ceil_divide(whole_[axis], chunk_[axis]);
    first[axis] = chunk % chunks * chunk_[axis];
    chunk /= chunks;
  }
  return first;
}

Slab ChunkGrid::values(std::uint64_t chunk) const {
  const Shape begin = origin(chunk);
  Slab held{0, 1};
  for (std::size_t axis = axes; axis-- > 0;) {
    held.first = held.first * whole_[axis] + begin[axis];
    held.count *= std::min(chunk_[axis], whole_[axis] - begin[axis]);
  }
  return held;
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
