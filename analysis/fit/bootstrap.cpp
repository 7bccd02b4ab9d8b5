#include "analysis/fit/bootstrap.h"

#include <algorithm>
#include <cassert>

namespace morula {
namespace {

// The quantile by linear interpolation. On average, a share of 1 / (n + 1) of the distribution lies below the
// smallest of n values, and as much between any two neighbouring values.
double quantile_of(const std::vector<double>& sorted, double share) {
  const double greatest_index = static_cast<double>(sorted.size() - 1);
  const double at = std::clamp(share * (greatest_index + 2) - 1, 0.0, greatest_index);
  const auto below = static_cast<std::size_t>(at);
  const std::size_t above = std::min(below + 1, sorted.size() - 1);
  return sorted[below] + (at - static_cast<double>(below)) * (sorted[above] - sorted[below]);
}

// A random number below `cells`, which is less than 2^32. All numbers are equally likely, up to a relative
// error of 2^-32.
u64 drawn_of(u64 cells, u32 low, u32 high) { return (u64{high} * cells + (u64{low} * cells >> 32)) >> 32; }

}  // namespace

std::vector<double> resampled(std::span<const double> counts, u32x2 key) {
  std::vector<u64> up_to;  // number of cells in this bin and all bins before it
  u64 cells = 0;
  for (const double count : counts) up_to.push_back(cells += static_cast<u64>(count));
  assert(static_cast<double>(cells) <= most_resampled);
  std::vector<double> drawn(counts.size());
  const auto add = [&](u64 cell) {
    drawn[static_cast<std::size_t>(std::ranges::upper_bound(up_to, cell) - up_to.begin())] += 1;
  };
  for (u64 cell = 0; cell < cells; cell += 2) {
    const u32x4 word = draw(key, cell / 2, 0, 0);
    add(drawn_of(cells, word.x, word.y));
    if (cell + 1 < cells) add(drawn_of(cells, word.z, word.w));
  }
  return drawn;
}

Interval percentile_interval(std::vector<double> values) {
  std::ranges::sort(values);
  return {quantile_of(values, 0.025), quantile_of(values, 0.975)};
}

}  // namespace morula
