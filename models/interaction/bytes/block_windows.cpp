#include "models/interaction/bytes/block_windows.h"

#include <algorithm>

namespace morula {

namespace {

// Calls visit(site, place in the window, how many) for the sites of a window that lie inside, one stretch
// after the other.
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

}  // namespace

void open_window(const WindowPlace& place, u8* row, Window& window) {
  if (row && place.is_whole()) {
    window.sites = row + place.first;
    return;
  }
  window.sites = window.copy.data();
  window.copy.fill(0);
  if (row)
    for_stretches(place, [&](i64 site, i64 at, i64 count) {
      std::copy_n(row + site, count, window.copy.begin() + at);
    });
}

void close_window(const WindowPlace& place, u8* row, const Window& window) {
  if (!row || place.is_whole()) return;
  for_stretches(
      place, [&](i64 site, i64 at, i64 count) { std::copy_n(window.copy.begin() + at, count, row + site); });
}

ColumnsInside columns_inside(const WindowPlace& place) {
  ColumnsInside inside{};
  for (u32 i = 0; i < place.count; ++i)
    inside[i % place.side][i / place.side] = place.site(i) >= 0 ? 0xFF : 0;
  return inside;
}

}  // namespace morula
