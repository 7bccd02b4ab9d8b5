// The attempts of a sub-step of the parallel order on the host, drawn many at a time. The words are those of
// draw(), and the regions those of region_of_attempt() in order/region_rule.h.
#pragma once

#include <algorithm>
#include <array>
#include <cstring>
#include <vector>

#include "core/divisor.h"
#include "core/many_draws.h"
#include "models/potts/order/region_rule.h"
#include "models/potts/order/regions.h"

namespace morula::potts {

// Consecutive attempts, and the words that each has drawn.
struct DrawnAttempts {
  u32 first = 0, count = 0;
  std::array<std::array<u32, draws_at_once>, 4> word;  // region and site, direction, acceptance, order
};

// Draws the attempts from `begin` to `end`, and calls `find` for each batch of them.
template <typename Find>
void draw_attempts(u32x2 key, u64 when, u32 begin, u32 end, DrawnAttempts& drawn, Find find) {
  ManyDraws draws;
  for (u32 first = begin; first < end; first += drawn.count) {
    drawn.first = first;
    drawn.count = std::min<u32>(draws_at_once, end - first);
    draws_from(key, first, when, 0, draws);
    std::memcpy(&drawn.word, &draws.word, sizeof drawn.word);
    find();
  }
}

// Finds the sites at which attempts are made.
class AttemptSites {
 public:
  explicit AttemptSites(const Regions& regions)
      : regions_(regions),
        count_(static_cast<u32>(regions.count())),
        choices_(regions.blocks.thinning * regions.region_sites()),
        width_(regions.blocks.width),
        of_region_(regions.region_sites()),
        in_row_(regions.cuts[0].parts),
        in_layer_(regions.cuts[1].parts) {
    for (u32 z = 0; z < regions.cuts[2].region; ++z)
      for (u32 y = 0; y < regions.cuts[1].region; ++y)
        for (u32 x = 0; x < regions.cuts[0].region; ++x) within_.push_back({x, y, z});
  }

  // Coordinates of the site at which an attempt is made; `word` is its first random word. At least one of
  // them is negative if the site lies beyond a wall or the attempt has no region.
  std::array<i32, 3> site(u32 attempt, u32 word, const std::array<u32, 3>& origin) const {
    const auto [choice, place] = of_region_.divide(drawn_below(word, choices_));
    // This is region_of_attempt(), with quicker divisions.
    const auto [block, column_in_block] = width_.divide(attempt);
    const u32 region = (block * regions_.blocks.thinning + choice) * regions_.blocks.width +
                       width_.divide(column_in_block + choice * regions_.blocks.shift).remainder;
    if (region >= count_) return {-1, -1, -1};
    const auto [row, column] = in_row_.divide(region);
    const auto [layer, row_in_layer] = in_layer_.divide(row);
    const std::array<u32, 3>& within = within_[place];
    return {at(0, column, within, origin), at(1, row_in_layer, within, origin), at(2, layer, within, origin)};
  }

 private:
  i32 at(std::size_t axis, u32 region, const std::array<u32, 3>& within,
         const std::array<u32, 3>& origin) const {
    const Cut& cut = regions_.cuts[axis];
    return site_in_region(region, within[axis], origin[axis], cut.stride, cut.side, cut.periodic);
  }

  Regions regions_;
  u32 count_, choices_;
  Divisor width_, of_region_, in_row_, in_layer_;
  std::vector<std::array<u32, 3>> within_;  // the sites of a region
};

}  // namespace morula::potts
