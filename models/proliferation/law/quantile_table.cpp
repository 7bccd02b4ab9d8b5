#include "models/proliferation/law/quantile_table.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "models/proliferation/law/prepared_law.h"
#include "models/proliferation/law/quantile_rule.h"

namespace morula {
namespace {

constexpr double last_probability = 0x1p-34;  // used instead of 0, at which the time may be infinite
constexpr double most_ticks = 4294967295;

constexpr std::size_t ends = QUANTILE_ENTRIES + 1;  // of segments, in the order of the words
using Ends = std::array<double, ends>;

// The beginning of a segment: its distance from the nearer end of probability, which is 2^32 wide.
constexpr double distance_of(std::size_t segment) {
  const std::size_t octave = segment / 32, within = segment % 32;
  if (octave == 0) return static_cast<double>(2 * within);
  return static_cast<double>((32 + within) << octave);
}

constexpr Ends places_of_ends() {
  Ends places{};
  for (std::size_t i = 0; i <= QUANTILE_HALF; ++i) {
    places[i] = distance_of(i);
    places[QUANTILE_ENTRIES - i] = 0x1p32 - distance_of(i);
  }
  return places;
}
constexpr Ends places = places_of_ends();

template <typename Times>
void set_time(const Times& times, std::size_t i, Ends& ends_at) {
  const double probability = std::max(places[i] * 0x1p-32, last_probability);
  ends_at[i] = times.quantile(probability);
  ends_at[QUANTILE_ENTRIES - i] = times.isf(probability);
}

template <typename Times>
Ends times_at_ends(const Times& times) {
  Ends found;
  for (std::size_t i = 0; i <= QUANTILE_HALF; ++i) set_time(times, i, found);
  return found;
}

// The times at the three segment ends between two whose times are known, by a cubic with the slopes there.
// Its error is a tenth of that of a chord.
void fill_between(Ends& times, std::size_t from, std::size_t to, double slope_from, double slope_to) {
  const double width = places[to] - places[from], rise = times[to] - times[from];
  const double first = slope_from * width, last = slope_to * width;
  for (std::size_t i = from + 1; i < to; ++i) {
    const double part = (places[i] - places[from]) / width, rest = 1 - part;
    times[i] = times[from] + part * (rise * part * (3 - 2 * part) + rest * (first * rest - last * part));
  }
}

// Quantiles of a gamma law take long to compute. Unless its density is singular, every fourth is enough.
Ends times_at_ends(const GammaTimes& times) {
  constexpr std::size_t octave = 32, stride = 4;
  if (times.shape() < 1) return times_at_ends<GammaTimes>(times);
  Ends found, slopes;
  for (std::size_t i = 0; i <= QUANTILE_HALF; i += i < octave ? 1 : stride) set_time(times, i, found);
  for (std::size_t i = octave; i <= QUANTILE_HALF; i += stride)
    for (const std::size_t end : {i, QUANTILE_ENTRIES - i}) slopes[end] = 0x1p-32 / times.pdf(found[end]);
  for (std::size_t i = octave; i < QUANTILE_HALF; i += stride) {
    const std::size_t mirror = QUANTILE_ENTRIES - i;
    fill_between(found, i, i + stride, slopes[i], slopes[i + stride]);
    fill_between(found, mirror - stride, mirror, slopes[mirror - stride], slopes[mirror]);
  }
  return found;
}

// A chord lies to one side of its curve. Moving the ends to the other side by a twelfth of the second
// difference makes the mean over each segment right; where segments of two widths meet, the mean over both
// together.
double moved(const Ends& times, std::size_t i) {
  const double left = places[i] - places[i - 1], right = places[i + 1] - places[i];
  const double before = std::max(times[i] - times[i - 1], 0.0);  // rounding must not make it negative
  const double after = std::max(times[i + 1] - times[i], 0.0);
  const double bend = 2 * (after / right - before / left) / (left + right);
  const double move = bend * (left * left - left * right + right * right) / 12;
  return times[i] - std::clamp(move, -after / 2, before / 2);  // this keeps the times in order
}

// Rounded up, since the product that is added to it is rounded down.
double whole_ticks(double time, const TickScale& scale) {
  return std::clamp(std::ceil(time * scale.ticks_per_time), 1.0, most_ticks);
}

std::array<u32, ends> ticks_at_ends(const Ends& times, const TickScale& scale) {
  std::array<u32, ends> ticks;
  double latest = 1;
  for (std::size_t i = 0; i < ends; ++i) {
    const bool is_inside = i > 0 && i + 1 < ends;
    latest = std::max(latest, whole_ticks(is_inside ? moved(times, i) : times[i], scale));
    ticks[i] = static_cast<u32>(latest);
  }
  return ticks;
}

}  // namespace

TickScale tick_scale(double until, std::span<const TimeLaw> laws) {
  double longest = 0;
  for (const TimeLaw& law : laws) longest = std::max(longest, isf(law, last_probability));
  unsigned log2_until = 31;
  while (log2_until > 23 && longest * (std::ldexp(1.0, static_cast<int>(log2_until)) / until) >= most_ticks)
    --log2_until;
  return {log2_until, std::ldexp(1.0, static_cast<int>(log2_until)) / until};
}

std::vector<u32> quantile_table(const TimeLaw& law, const TickScale& scale) {
  const std::array<u32, ends> ticks =
      ticks_at_ends(std::visit([](const auto& times) { return times_at_ends(times); }, prepared(law)), scale);
  std::vector<u32> table(2 * QUANTILE_ENTRIES);
  for (std::size_t segment = 0; segment < QUANTILE_ENTRIES; ++segment) {
    // The second half is written beginning at its far end, in the order in which words are looked up.
    const bool is_upper = segment >= QUANTILE_HALF;
    const std::size_t entry = is_upper ? QUANTILE_HALF + (QUANTILE_ENTRIES - 1 - segment) : segment;
    table[2 * entry] = ticks[segment];
    table[2 * entry + 1] = ticks[segment + 1] - ticks[segment];
  }
  return table;
}

}  // namespace morula
