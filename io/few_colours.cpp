#include "io/few_colours.h"

#include <algorithm>
#include <array>
#include <unordered_map>

namespace morula::io {
namespace {

constexpr std::size_t most_colours = 256;

struct Counted {
  std::array<std::uint8_t, 3> channels;
  std::uint64_t pixels;
};

std::uint32_t key_of(Colour colour) {
  return std::uint32_t{colour.red} << 16 | std::uint32_t{colour.green} << 8 | colour.blue;
}

// Consecutive colours that will be replaced by one colour.
struct Bucket {
  std::size_t begin, end;
  std::size_t channel = 0;   // the channel in which they differ most
  std::uint64_t weight = 0;  // their difference in this channel, times their number of pixels
};

Bucket bucket_of(const std::vector<Counted>& colours, std::size_t begin, std::size_t end) {
  Bucket bucket{begin, end};
  std::array<std::uint8_t, 3> least{255, 255, 255}, most{};
  std::uint64_t pixels = 0, widest = 0;
  for (std::size_t i = begin; i < end; ++i) {
    pixels += colours[i].pixels;
    for (std::size_t c = 0; c < 3; ++c) {
      least[c] = std::min(least[c], colours[i].channels[c]);
      most[c] = std::max(most[c], colours[i].channels[c]);
    }
  }
  for (std::size_t c = 0; c < 3; ++c)
    if (const std::uint64_t width = most[c] - least[c]; width > widest) {
      widest = width;
      bucket.channel = c;
    }
  bucket.weight = widest * widest * pixels;
  return bucket;
}

// The place that divides the bucket into two halves with about equally many pixels.
std::size_t middle_of(const std::vector<Counted>& colours, const Bucket& bucket) {
  std::uint64_t pixels = 0, passed = 0;
  for (std::size_t i = bucket.begin; i < bucket.end; ++i) pixels += colours[i].pixels;
  for (std::size_t i = bucket.begin; i + 1 < bucket.end; ++i)
    if ((passed += colours[i].pixels) * 2 >= pixels) return i + 1;
  return bucket.end - 1;
}

Colour mean_of(const std::vector<Counted>& colours, const Bucket& bucket) {
  std::array<std::uint64_t, 3> sums{};
  std::uint64_t pixels = 0;
  for (std::size_t i = bucket.begin; i < bucket.end; ++i) {
    pixels += colours[i].pixels;
    for (std::size_t c = 0; c < 3; ++c) sums[c] += colours[i].channels[c] * colours[i].pixels;
  }
  const auto mean = [&](std::size_t c) { return static_cast<std::uint8_t>((sums[c] + pixels / 2) / pixels); };
  return {mean(0), mean(1), mean(2)};
}

std::vector<Counted> counted_colours(const Image& image) {
  std::unordered_map<std::uint32_t, std::uint64_t> counts;
  for (const Colour& colour : image.pixels) ++counts[key_of(colour)];
  std::vector<Counted> colours;
  for (const auto& [key, pixels] : counts)
    colours.push_back({{static_cast<std::uint8_t>(key >> 16), static_cast<std::uint8_t>(key >> 8 & 255),
                        static_cast<std::uint8_t>(key & 255)},
                       pixels});
  std::ranges::sort(colours, {}, &Counted::channels);  // the colours come from an unordered map
  return colours;
}

}  // namespace

FewColours few_colours(const Image& image) {
  std::vector<Counted> colours = counted_colours(image);
  std::vector<Bucket> buckets = {bucket_of(colours, 0, colours.size())};
  while (buckets.size() < most_colours) {
    const auto widest = std::ranges::max_element(buckets, {}, &Bucket::weight);
    if (widest->weight == 0) break;
    const Bucket cut = *widest;
    std::stable_sort(colours.begin() + static_cast<std::ptrdiff_t>(cut.begin),
                     colours.begin() + static_cast<std::ptrdiff_t>(cut.end),
                     [&](const Counted& a, const Counted& b) {
                       return a.channels[cut.channel] < b.channels[cut.channel];
                     });
    const std::size_t middle = middle_of(colours, cut);
    *widest = bucket_of(colours, cut.begin, middle);
    buckets.push_back(bucket_of(colours, middle, cut.end));
  }
  FewColours reduced;
  std::unordered_map<std::uint32_t, std::uint8_t> number_of;
  for (const Bucket& bucket : buckets) {
    for (std::size_t i = bucket.begin; i < bucket.end; ++i)
      number_of[key_of({colours[i].channels[0], colours[i].channels[1], colours[i].channels[2]})] =
          static_cast<std::uint8_t>(reduced.colours.size());
    reduced.colours.push_back(mean_of(colours, bucket));
  }
  reduced.pixels.reserve(image.pixels.size());
  for (const Colour& colour : image.pixels) reduced.pixels.push_back(number_of.at(key_of(colour)));
  return reduced;
}

}  // namespace morula::io
