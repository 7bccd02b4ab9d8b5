// Records which tiles of the lattice changed in the last pass. A tile is quiet if neither it nor its
// neighbours changed. It will not change in the next pass of equally many steps either, because a tile is at
// least as large as the halo of a pass. Both buffers of the engine then hold the same states for this tile,
// so that it can be skipped. A tile that has been blank (all 0) from the beginning is quiet whatever the
// length of a pass, if the rule leaves 0 unchanged.
#pragma once

#include "models/automaton/bitplane/threads/cache_block.h"

namespace morula {

// Tiles x_begin … x_end - 1 of the rows of tiles y_begin … y_end - 1 in one layer.
struct TileRun {
  Index x_begin, x_end, y_begin, y_end, z;
};

class QuietTiles {
 public:
  // Cuts each axis into equal tiles, none smaller than `tile`. Both extents are in words, rows and planes.
  QuietTiles(Extent lattice_in_words, Extent tile, bool blank_is_quiet);

  // Forgets which tiles changed in the last pass, but not which tiles are blank.
  void forget();
  void touch(Index first_word, Index last_word, Index y, Index z);

  // The tiles that the next pass must compute. Neighbouring tiles are joined into runs of at most
  // `most_words` words, and into pairs of rows of tiles if there are enough tiles for this many threads.
  std::vector<TileRun> due(Index most_words, Index threads) const;
  CacheBlock block_of(const TileRun& run) const;

  // begin_pass() marks all tiles as quiet; compare() marks those that changed during the pass.
  void begin_pass() { std::fill(changed_.begin(), changed_.end(), u8{0}); }
  void compare(const TileRun& run, Index height, const BitplaneLattice& before, const BitplaneLattice& after);

 private:
  static Index begin_of(Index tile, Index tiles, Index side) { return tile * side / tiles; }
  static Index tile_at(Index place, Index tiles, Index side) { return ((place + 1) * tiles - 1) / side; }
  u8* row_of(std::vector<u8>& flags, Index y, Index z) const {
    return flags.data() + (z * tiles_.y + y) * tiles_.x;
  }
  const u8* row_of(const std::vector<u8>& flags, Index y, Index z) const {
    return flags.data() + (z * tiles_.y + y) * tiles_.x;
  }
  std::vector<u8> with_neighbours() const;
  void add_runs(const u8* due, Index y_begin, Index y_end, Index z, Index most_words,
                std::vector<TileRun>& runs) const;

  Extent side_, tiles_;
  std::vector<u8> changed_, blank_;
};

}  // namespace morula
