// How a field is cut into HDF5's chunks: whole replicas, else whole planes, else whole rows of a plane, else
// part of a row. So a chunk holds consecutive canonical indices, and chunks are numbered in their order.
#pragma once

#include <array>
#include <vector>

#include "core/field.h"

namespace morula::io {

constexpr std::uint64_t chunk_bytes = std::uint64_t{1} << 20;  // a slab has enough of them for many threads

using Shape = std::array<Index, 4>;  // sizes, or places, along x, y, z and the replicas

Shape shape_of(const Field& field);

// The size of chunks: at most chunk_bytes (or one value), and such that the chunks fill the field almost
// evenly, since the part of a chunk beyond the edge of the field is stored too.
Shape chunk_of(const Field& field);

class ChunkGrid {
 public:
  ChunkGrid(const Shape& whole, const Shape& chunk) : whole_(whole), chunk_(chunk) {}

  bool is_consecutive() const;  // of a file that another program made it need not be
  std::uint64_t count() const;  // of chunks
  Index capacity() const;
  Shape origin(std::uint64_t chunk) const;
  Slab values(std::uint64_t chunk) const;  // fewer than its capacity at the edge

  // What a slab and a chunk have in common.
  struct Piece {
    std::uint64_t chunk = 0;
    Index in_chunk = 0, in_slab = 0;  // where it begins in them
    Index count = 0;
    bool whole = false;  // all that the chunk holds
  };
  std::vector<Piece> pieces(const Slab& slab) const;

  friend bool operator==(const ChunkGrid&, const ChunkGrid&) = default;

 private:
  std::uint64_t chunk_with(Index canonical) const;

  Shape whole_, chunk_;
};

}  // namespace morula::io
