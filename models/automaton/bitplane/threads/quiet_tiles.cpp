#include "models/automaton/bitplane/threads/quiet_tiles.h"

namespace morula {
namespace {

Extent tiles_of(Extent side, Extent tile) {
  return {std::max<Index>(1, side.x / tile.x), std::max<Index>(1, side.y / tile.y),
          std::max<Index>(1, side.z / tile.z)};
}

bool differ(const BitplaneLattice& before, const BitplaneLattice& after, Index row, Index word, Index words) {
  for (unsigned plane = 0; plane < before.planes(); ++plane)
    if (std::memcmp(before.row(row, plane) + word, after.row(row, plane) + word, words * sizeof(u64)) != 0)
      return true;
  return false;
}

bool differ(const BitplaneLattice& before, const BitplaneLattice& after, const CacheBlock& block,
            Index height) {
  for (Index z = block.z; z < block.z + block.depth; ++z)
    for (Index y = block.y; y < block.y + block.rows; ++y)
      if (differ(before, after, z * height + y, block.word, block.words)) return true;
  return false;
}

}  // namespace

QuietTiles::QuietTiles(Extent lattice_in_words, Extent tile, bool blank_is_quiet)
    : side_(lattice_in_words),
      tiles_(tiles_of(side_, tile)),
      changed_(tiles_.sites()),
      blank_(tiles_.sites(), blank_is_quiet) {
  forget();
}

void QuietTiles::forget() {
  for (Index tile = 0; tile < changed_.size(); ++tile) changed_[tile] = !blank_[tile];
}

void QuietTiles::touch(Index first_word, Index last_word, Index y, Index z) {
  const Index tile_y = tile_at(y, tiles_.y, side_.y), tile_z = tile_at(z, tiles_.z, side_.z);
  const Index first = tile_at(first_word, tiles_.x, side_.x), last = tile_at(last_word, tiles_.x, side_.x);
  for (Index tile_x = first; tile_x <= last; ++tile_x) {
    row_of(changed_, tile_y, tile_z)[tile_x] = 1;
    row_of(blank_, tile_y, tile_z)[tile_x] = 0;
  }
}

// Treats every boundary as periodic: at a fixed boundary this only adds tiles, which does no harm.
std::vector<u8> QuietTiles::with_neighbours() const {
  const auto [wide, high, deep] = tiles_;
  std::vector<u8> in_row(changed_.size()), due(changed_.size());
  for (Index row = 0; row < high * deep; ++row) {
    const u8* from = changed_.data() + row * wide;
    u8* to = in_row.data() + row * wide;
    for (Index x = 1; x + 1 < wide; ++x) to[x] = from[x - 1] | from[x] | from[x + 1];
    to[0] = from[0] | from[wide - 1] | from[wide > 1 ? 1 : 0];
    to[wide - 1] = from[wide - 1] | from[0] | from[wide > 1 ? wide - 2 : 0];
  }
  const auto add_row = [&, width = wide](Index y, Index z, u8* to) {
    const u8* from = row_of(in_row, y, z);
    for (Index x = 0; x < width; ++x) to[x] |= from[x];
  };
  for (Index z = 0; z < deep; ++z)
    for (Index y = 0; y < high; ++y)
      for (Index dz = 0; dz < std::min<Index>(3, deep); ++dz)
        for (Index dy = 0; dy < std::min<Index>(3, high); ++dy)
          add_row((y + dy + high - 1) % high, (z + dz + deep - 1) % deep, row_of(due, y, z));
  return due;
}

std::vector<TileRun> QuietTiles::due(Index most_words, Index threads) const {
  const bool in_pairs = tiles_.y * tiles_.z >= 8 * threads;
  const std::vector<u8> due = with_neighbours();
  std::vector<TileRun> runs;
  for (Index z = 0; z < tiles_.z; ++z)
    for (Index y = 0; y < tiles_.y;) {
      // Computing two rows of tiles together saves the halo between them.
      const u8* row = row_of(due, y, z);
      const bool alike = in_pairs && y + 1 < tiles_.y && std::equal(row, row + tiles_.x, row + tiles_.x);
      const Index next = y + (alike ? 2 : 1);
      add_runs(row, y, next, z, most_words, runs);
      y = next;
    }
  return runs;
}

void QuietTiles::add_runs(const u8* due, Index y_begin, Index y_end, Index z, Index most_words,
                          std::vector<TileRun>& runs) const {
  for (Index x = 0; x < tiles_.x; ++x) {
    if (!due[x]) continue;
    const Index begin = x, first_word = begin_of(x, tiles_.x, side_.x);
    while (x + 1 < tiles_.x && due[x + 1] && begin_of(x + 2, tiles_.x, side_.x) - first_word <= most_words)
      ++x;
    runs.push_back({begin, x + 1, y_begin, y_end, z});
  }
}

CacheBlock QuietTiles::block_of(const TileRun& run) const {
  CacheBlock block;
  block.word = begin_of(run.x_begin, tiles_.x, side_.x);
  block.words = begin_of(run.x_end, tiles_.x, side_.x) - block.word;
  block.y = begin_of(run.y_begin, tiles_.y, side_.y);
  block.rows = begin_of(run.y_end, tiles_.y, side_.y) - block.y;
  block.z = begin_of(run.z, tiles_.z, side_.z);
  block.depth = begin_of(run.z + 1, tiles_.z, side_.z) - block.z;
  return block;
}

void QuietTiles::compare(const TileRun& run, Index height, const BitplaneLattice& before,
                         const BitplaneLattice& after) {
  for (Index y = run.y_begin; y < run.y_end; ++y)
    for (Index x = run.x_begin; x < run.x_end; ++x) {
      const bool differs = differ(before, after, block_of({x, x + 1, y, y + 1, run.z}), height);
      row_of(changed_, y, run.z)[x] = differs;
      if (differs) row_of(blank_, y, run.z)[x] = 0;
    }
}

}  // namespace morula
