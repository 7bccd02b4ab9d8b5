#include "models/potts/initial/starting_cells.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/shuffle.h"
#include "core/stream.h"

namespace morula::potts {
namespace {

u64 square_of_difference(Index a, Index b) { return a > b ? (a - b) * (a - b) : (b - a) * (b - a); }

// Twice the centre of a tile that begins at `from`.
Site centre_of(Site from, u64 width, bool flat) {
  return {2 * from.x + width - 1, 2 * from.y + width - 1, flat ? 2 * from.z : 2 * from.z + width - 1};
}

// Start of the first tile along an axis. Sites of the diameter that do not fill a tile are divided between
// both of its ends. The lattice may cut off sites of the ball before `from`.
Index first_tile_along(Index from, Index centre, Index radius, u64 width) {
  const Index cut_off = from + radius - centre, margin = (2 * radius + 1) % width / 2;
  if (cut_off <= margin) return from + margin - cut_off;
  return from + (width - (cut_off - margin) % width) % width;
}

Index tiles_between(Index first, Index last, u64 width) {
  return first > last ? 0 : (last - first + 1) / width;
}

}  // namespace

bool Shape::contains(Site twice) const {
  if (is_ball)
    return square_of_difference(twice.x, 2 * centre.x) + square_of_difference(twice.y, 2 * centre.y) +
               square_of_difference(twice.z, 2 * centre.z) <=
           4 * radius * radius;
  return twice.x >= 2 * from.x && twice.x <= 2 * to.x && twice.y >= 2 * from.y && twice.y <= 2 * to.y &&
         twice.z >= 2 * from.z && twice.z <= 2 * to.z;
}

Site first_tile_of_ball(const Shape& ball, u64 width) {
  const Site &from = ball.from, &centre = ball.centre;
  const bool is_flat = from.z == ball.to.z;
  return {first_tile_along(from.x, centre.x, ball.radius, width),
          first_tile_along(from.y, centre.y, ball.radius, width),
          is_flat ? from.z : first_tile_along(from.z, centre.z, ball.radius, width)};
}

std::vector<u64> shares_of(const std::vector<double>& fractions, u64 count) {
  std::vector<u64> shares;
  std::vector<std::size_t> by_loss;
  for (const double fraction : fractions) {
    if (fraction > 0) by_loss.push_back(shares.size());
    shares.push_back(static_cast<u64>(fraction * static_cast<double>(count)));
  }
  const auto lost = [&](std::size_t type) {
    return fractions[type] * static_cast<double>(count) - static_cast<double>(shares[type]);
  };
  std::vector<double> losses;
  for (std::size_t type = 0; type < shares.size(); ++type) losses.push_back(lost(type));
  std::ranges::stable_sort(by_loss, std::greater{}, [&](std::size_t type) { return losses[type]; });
  const u64 assigned = std::accumulate(shares.begin(), shares.end(), u64{0});
  for (u64 i = 0; i + assigned < count; ++i) ++shares[by_loss[i % by_loss.size()]];
  return shares;
}

u8 type_of_rank(const std::vector<u64>& shares, u64 rank) {
  u8 type = 0;
  for (u64 end = shares[0]; rank >= end; end += shares[++type]) continue;
  return type;
}

StartingCells::StartingCells(const PottsSpec& spec, u64 seed, u64 replica) : lattice_(spec.lattice) {
  if (const auto* labels = std::get_if<Labels>(&spec.initial)) {
    labels_ = labels;
    types_ = labels->types;
    return;
  }
  u64 group = 0;
  for (const Tiles& tiles : std::get<std::vector<Tiles>>(spec.initial)) {
    const u32x4 words = draw(stream(seed, Purpose::InitialState, replica), group++, 0, 0);
    if (tiles.width)
      lay(tiles, {words.x, words.y});
    else
      lay_whole(tiles);
  }
}

void StartingCells::lay_whole(const Tiles& tiles) {
  const auto largest = std::ranges::max_element(tiles.fractions);
  laid_.push_back({tiles.shape, 0, {}, {}, {static_cast<u32>(types_.size())}});
  types_.push_back(static_cast<u8>(largest - tiles.fractions.begin()));
}

// A shuffle gives each tile a rank. The tiles with the lowest ranks are chosen, and the ranks are divided
// among the types.
void StartingCells::lay(const Tiles& tiles, u32x2 key) {
  const Site from = tiles.first_tile.value_or(tiles.shape.from), &to = tiles.shape.to;
  const u64 width = *tiles.width;
  const bool flat = lattice_.dimensions == 2;
  Laid laid{tiles.shape, width, from, {}, {}};
  laid.tiles = {tiles_between(from.x, to.x, width), tiles_between(from.y, to.y, width),
                flat ? 1 : tiles_between(from.z, to.z, width)};
  laid.cell_of.assign(laid.tiles.sites(), 0);
  std::vector<u64> inside;
  for (u64 tile = 0; tile < laid.cell_of.size(); ++tile) {
    const Site corner{from.x + tile % laid.tiles.x * width,
                      from.y + tile / laid.tiles.x % laid.tiles.y * width,
                      from.z + tile / laid.tiles.x / laid.tiles.y * width};
    if (tiles.shape.contains(centre_of(corner, width, flat))) inside.push_back(tile);
  }
  const u64 count = std::min<u64>(tiles.count.value_or(inside.size()), inside.size());
  if (count > 0) {
    const Shuffle shuffle(key, inside.size());
    const std::vector<u64> shares = shares_of(tiles.fractions, count);
    for (u64 i = 0; i < inside.size(); ++i) {
      const u64 rank = shuffle.at(i);
      if (rank >= count) continue;
      laid.cell_of[inside[i]] = static_cast<u32>(types_.size());
      types_.push_back(type_of_rank(shares, rank));
    }
  }
  laid_.push_back(std::move(laid));
}

u32 StartingCells::cell_at(Site site) const {
  for (const Laid& laid : laid_) {
    const Site& from = laid.corner;
    if (laid.width == 0) {
      if (laid.shape.contains({2 * site.x, 2 * site.y, 2 * site.z})) return laid.cell_of[0];
      continue;
    }
    if (site.x < from.x || site.y < from.y || site.z < from.z) continue;
    const u64 x = (site.x - from.x) / laid.width, y = (site.y - from.y) / laid.width;
    const u64 z = lattice_.dimensions == 2 ? 0 : (site.z - from.z) / laid.width;
    if (x >= laid.tiles.x || y >= laid.tiles.y || z >= laid.tiles.z) continue;
    if (const u32 cell = laid.cell_of[(z * laid.tiles.y + y) * laid.tiles.x + x]) return cell;
  }
  return 0;
}

void StartingCells::fill(Slab slab, std::span<u32> cells) const {
  if (labels_) {
    std::copy_n(labels_->cells.begin() + static_cast<std::ptrdiff_t>(slab.first), slab.count, cells.begin());
    return;
  }
  for (u64 i = 0; i < slab.count; ++i) cells[i] = cell_at(lattice_.site_at(slab.first + i));
}

}  // namespace morula::potts
