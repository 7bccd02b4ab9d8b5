// How a field is divided into HDF5's chunks: into whole replicas, or else whole planes, or else whole rows of
// a plane, or else parts of a row. So a chunk holds consecutive canonical indices, and chunks are numbered in
// this order.
#pragma once

#include <array>
#include <vector>

#include "core/field.h"

namespace morula::io {

// Largest size of a chunk, small enough that a slab has chunks for many threads.
constexpr std::uint64_t chunk_bytes = std::uint64_t{1} << 20;

using Shape = std::array<Index, 4>;  // sizes or coordinates along x, y, z and the replicas

Shape shape_of(const Field& field);

// The size of chunks: at most chunk_bytes (or a single value), and chosen so that the chunks fill the field
// almost evenly, since the part of a chunk beyond the edge of the field is stored too.
Shape chunk_of(const Field& field);

class ChunkGrid {
 public:
  ChunkGrid(const Shape& whole, const Shape& chunk) : whole_(whole), chunk_(chunk) {}

  // Whether every chunk holds consecutive indices; not in every file of other programs.
  bool is_consecutive() const;
  std::uint64_t count() const;  // number of chunks
  Index capacity() const;
  Shape origin(std::uint64_t chunk) const;
  Slab values(std::uint64_t chunk) const;  // at the edge, fewer than capacity()

  // The part that a slab and a chunk have in common.
  struct Piece {
    std::uint64_t chunk = 0;
    Index in_chunk = 0, in_slab = 0;  // where it begins in each of them
    Index count = 0;
    bool whole = false;  // whether it is all that the chunk holds
  };
  std::vector<Piece> pieces(const Slab& slab) const;

  friend bool operator==(const ChunkGrid&, const ChunkGrid&) = default;

 private:
  std::uint64_t chunk_with(Index canonical) const;

  Shape whole_, chunk_;
};

}  // namespace morula::io
