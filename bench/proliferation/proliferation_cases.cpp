#include "bench/proliferation/proliferation_cases.h"

#include "core/elementary.h"

namespace morula {
namespace {

constexpr int channels = 1024;
constexpr std::uint64_t cells = 53546;

// A bell-shaped curve in whole numbers, close to a normal distribution with an sd of a quarter of a decade.
std::uint64_t weight(int channel) {
  constexpr int middle = 893, reach = 171;
  const int from_middle = channel - middle;
  if (from_middle <= -reach || from_middle >= reach) return 0;
  const auto height = static_cast<std::uint64_t>(reach * reach - from_middle * from_middle);
  return height * height >> 8;  // sums of these values, times the cells, stay well within 64 bits
}

}  // namespace

Histogram undivided_cells() {
  std::uint64_t sum = 0, before = 0;
  for (int channel = 0; channel < channels; ++channel) sum += weight(channel);
  Histogram histogram;
  for (int channel = 0; channel < channels; ++channel) {
    const std::uint64_t after = before + weight(channel);
    histogram.push_back({power_of(10, channel / 256.0), cells * after / sum - cells * before / sum});
    before = after;
  }
  return histogram;
}

ProliferationSpec bone_marrow(double until) {
  ProliferationSpec spec;
  spec.population = undivided_cells();
  spec.until = until;
  spec.minimum = 11;
  spec.start = CycleStart::Asynchronous;
  spec.types = {{"quiescent", 0.06, {}, {}},
                {"slow", 0.47, TimeLaw{Law::Normal, 63.7, 28.9}, {}},
                {"fast", 0.47, TimeLaw{Law::Normal, 41.1, 14.3}, {}}};
  return spec;
}

}  // namespace morula
