#include "models/interaction/bytes/block_windows.h"

#include <algorithm>

namespace morula {

namespace {

// Calls visit(site, place in the window, how many) for the sites of a window that lie inside the lattice, for
// each stretch of consecutive sites.
template <typename Visit>
void for_stretches(const WindowPlace& place, const Visit& visit) {
  const i64 end = place.first + place.count, length = place.length;
  if (place.periodic && place.first < 0) visit(place.first + length, 0, std::min(end, i64{0}) - place.first);
  const i64 from = std::clamp<i64>(place.first, 0, length), to = std::clamp<i64>(end, 0, length);
  if (from < to) visit(from, from - place.first, to - from);
  if (place.periodic && end > length) {
    const i64 over = std::max(place.first, length);
    visit(over - length, over - place.first, end - over);
  }
}

// Calls visit(site or -1, place in the window) for the sites of a comb.
template <typename Visit>
void for_comb_sites(const WindowPlace& place, CombInRow comb, const Visit& visit) {
  for (u32 lane = 0; lane < blocks_in_word; ++lane)
    for (u32 step = 0; step < place.side; ++step) {
      const u32 at = block_of_lane(lane, comb.first, comb.spacing) * place.side + step;
      if (at < place.count) visit(place.site(at), lane * place.side + step);
    }
}

}  // namespace

void open_window(const WindowPlace& place, u8* row, Window& window) {
  if (row && place.is_whole()) {
    window.sites = row + place.first;
    return;
  }
  window.sites = window.copy.data();
  window.copy.fill(0);
  if (!row) return;
  if (place.comb)
    for_comb_sites(place, *place.comb, [&](i64 site, u32 at) {
      if (site >= 0) window.copy[at] = row[site];
    });
  else
    for_stretches(place, [&](i64 site, i64 at, i64 count) {
      std::copy_n(row + site, count, window.copy.begin() + at);
    });
}

void close_window(const WindowPlace& place, u8* row, const Window& window) {
  if (!row || place.is_whole()) return;
  if (place.comb)
    for_comb_sites(place, *place.comb, [&](i64 site, u32 at) {
      if (site >= 0) row[site] = window.copy[at];
    });
  else
    for_stretches(place, [&](i64 site, i64 at, i64 count) {
      std::copy_n(window.copy.begin() + at, count, row + site);
    });
}

ColumnsInside columns_inside(const WindowPlace& place) {
  ColumnsInside inside{};
  const auto mark = [&](i64 site, u32 at) {
    inside[at % place.side][at / place.side] = site >= 0 ? 0xFF : 0;
  };
  if (place.comb)
    for_comb_sites(place, *place.comb, mark);
  else
    for (u32 i = 0; i < place.count; ++i) mark(place.site(i), i);
  return inside;
}

}  // namespace morula
