#include "models/sites/neighbour_count.h"

namespace morula {

NeighbourCount::NeighbourCount(const SiteInput& count) {
  for (unsigned state = 0; state < 256; ++state) {
    if (!count.states[state]) continue;
    if (state > 0 && count.states[state - 1])
      ++ranges_.back().width;
    else
      ranges_.push_back({static_cast<u8>(state), 0});
  }
  constexpr Range nothing{255, 0};  // for states that have fewer ranges than others
  for (const std::vector<RangeOfStates>& ranges : ranges_by_own(count)) {
    std::array<Range, 256>& by_own = by_own_.emplace_back();
    by_own.fill(nothing);
    for (std::size_t centre = 0; centre < ranges.size(); ++centre)
      if (ranges[centre].end > ranges[centre].least)
        by_own[centre] = {ranges[centre].least,
                          static_cast<u8>(ranges[centre].end - ranges[centre].least - 1)};
  }
}

// The ranges are arrays local to this function, so that the compiler knows that writing sums does not change
// them.
void NeighbourCount::add(const u8* cells, std::span<const std::ptrdiff_t> neighbours, std::size_t count,
                         u8 by, u8* sums_of_cells) const {
  alignas(64) std::array<u8, most_cells> sums{};
  for (const std::ptrdiff_t neighbour : neighbours)
    for (const auto [least, width] : ranges_)
      for (std::size_t i = 0; i < count; ++i) {
        const auto above = static_cast<u8>(cells[static_cast<std::ptrdiff_t>(i) + neighbour] - least);
        sums[i] = static_cast<u8>(sums[i] + (above <= width ? by : u8{0}));
      }
  for (const std::array<Range, 256>& by_own : by_own_) {
    alignas(64) std::array<u8, most_cells> least, width;
    for (std::size_t i = 0; i < count; ++i)
      least[i] = by_own[cells[i]].least, width[i] = by_own[cells[i]].width;
    for (const std::ptrdiff_t neighbour : neighbours)
      for (std::size_t i = 0; i < count; ++i) {
        const auto above = static_cast<u8>(cells[static_cast<std::ptrdiff_t>(i) + neighbour] - least[i]);
        sums[i] = static_cast<u8>(sums[i] + (above <= width[i] ? by : u8{0}));
      }
  }
  for (std::size_t i = 0; i < count; ++i) sums_of_cells[i] = static_cast<u8>(sums_of_cells[i] + sums[i]);
}

}  // namespace morula
