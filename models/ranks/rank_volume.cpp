#include "models/ranks/rank_volume.h"

#include <algorithm>
#include <cstring>

#include "core/message.h"
#include "models/picture/solid_sites.h"
#include "models/picture/volume_picture.h"

namespace morula {
namespace {

// The bytes of rays that are cast before the ranks merge them.
constexpr std::uint64_t bytes_of_strip = std::uint64_t{32} << 20;
constexpr u64 nothing_met = ~u64{0};

// The hit of a ray as a word: the time, then blue, green and red. The smaller of two words is the nearer hit.
u64 word_of(const Seen& seen) {
  if (seen.remaining == ALL_LIGHT) return nothing_met;
  const auto channel = [](u32 light) { return u64{light / ALL_LIGHT}; };
  return static_cast<u64>(seen.time) << 24 | channel(seen.blue) << 16 | channel(seen.green) << 8 |
         channel(seen.red);
}

void add_to(PixelSums& sums, u64 word) {
  if (word == nothing_met) {
    sums.remaining += ALL_LIGHT;
    return;
  }
  sums.red += static_cast<u32>(word & 255) * ALL_LIGHT;
  sums.green += static_cast<u32>(word >> 8 & 255) * ALL_LIGHT;
  sums.blue += static_cast<u32>(word >> 16 & 255) * ALL_LIGHT;
}

// The layers of the box that a rank owns, counted within the box.
LayerRange layers_of(const Decomposition& decomposition, int rank, const Box& box) {
  const LayerRange& owned = decomposition.owned_by(rank);
  const Index first = std::max(owned.first, box.first.z),
              end = std::min(owned.end(), box.first.z + box.extent.z);
  return first < end ? LayerRange{first - box.first.z, end - first} : LayerRange{};
}

// The sites of a rank's layers, and the adjacent layers of other ranks, which cast shade on them.
class RankSites {
 public:
  RankSites(Model& part, const Colouring& colouring, const ClassPaints& paints, const Box& box,
            const Decomposition& decomposition, Communicator& ranks, ThreadPool& threads)
      : layers_(layers_of(decomposition, ranks.rank(), box)) {
    Box rank_box = box;
    rank_box.first.z += layers_.first;
    rank_box.extent.z = layers_.count;
    if (layers_.count > 0) classes_ = SolidSites(part, colouring, paints, rank_box, threads).classes();
    const auto visible = visible_in_blocks(classes_, box.extent, layers_, paints, threads);
    std::vector<std::uint64_t> totals(visible.begin(), visible.end());
    ranks.sum(totals);
    for (const std::uint64_t total : totals) blocks_.push_back(static_cast<u16>(total));
    add_layers_beside(box, decomposition, ranks);
  }

  VolumeSites view(const ClassPaints& paints) const {
    return {classes_.data(), nullptr, blocks_.data(), paints.paints.data(), nullptr};
  }
  void limit(VolumeScene& scene) const {
    scene.from[2] = static_cast<i64>(layers_.first);
    scene.to[2] = static_cast<i64>(layers_.end());
    scene.first_layer = static_cast<i64>(layers_.first) - (has_layer_before_ ? 1 : 0);
  }

 private:
  // Every rank sends its first and its last layer to the owners of the adjacent layers.
  void add_layers_beside(const Box& box, const Decomposition& decomposition, Communicator& ranks) {
    const Index layer = box.extent.x * box.extent.y;
    std::vector<Bytes> sent(static_cast<std::size_t>(ranks.size()));
    const auto bytes = std::as_bytes(std::span(classes_));
    for (int other = 0; other < ranks.size() && layers_.count > 0; ++other) {
      const LayerRange there = layers_of(decomposition, other, box);
      if (there.count == 0 || other == ranks.rank()) continue;
      const bool is_before = there.end() == layers_.first, is_behind = there.first == layers_.end();
      if (!is_before && !is_behind) continue;
      const auto shared = is_before ? bytes.first(layer) : bytes.last(layer);
      sent[static_cast<std::size_t>(other)].assign(shared.begin(), shared.end());
    }
    const std::vector<Bytes> received = ranks.all_to_all(sent);
    for (int other = 0; other < ranks.size(); ++other) {
      const Bytes& from = received[static_cast<std::size_t>(other)];
      if (other == ranks.rank() || from.empty()) continue;
      const auto* begin = reinterpret_cast<const u8*>(from.data());
      has_layer_before_ = has_layer_before_ || other < ranks.rank();
      classes_.insert(other < ranks.rank() ? classes_.begin() : classes_.end(), begin, begin + from.size());
    }
  }

  LayerRange layers_;
  std::vector<u8> classes_;
  std::vector<u16> blocks_;
  bool has_layer_before_ = false;
};

struct PixelRows {
  u64 first, count;
};

std::vector<u64> cast_rows(const VolumeScene& scene, const VolumeSites& sites, const PixelRows& rows,
                           ThreadPool& threads) {
  const auto samples = static_cast<u64>(scene.samples), across = static_cast<u64>(scene.width) * samples,
             first = rows.first * samples, down = rows.count * samples, parts = u64{threads.size()};
  std::vector<u64> words(across * down);
  threads.for_ranges(parts, [&](u64 begin, u64 end) {
    for (u64 part = begin; part < end; ++part)
      for (u64 y = part; y < down; y += parts)
        for (u64 x = 0; x < across; ++x)
          words[y * across + x] =
              word_of(cast_ray(&scene, sites, static_cast<i64>(x), static_cast<i64>(first + y)));
  });
  return words;
}

// The rows of a strip that a rank merges.
PixelRows share_of(const PixelRows& strip, u64 rank, u64 ranks) {
  const u64 begin = strip.count * rank / ranks, end = strip.count * (rank + 1) / ranks;
  return {strip.first + begin, end - begin};
}

// For each ray of this rank's rows, the nearest hit on any rank.
std::vector<u64> nearest_of_all(const std::vector<u64>& words, const VolumeScene& scene,
                                const PixelRows& strip, Communicator& ranks) {
  const auto size = static_cast<u64>(ranks.size()), this_rank = static_cast<u64>(ranks.rank());
  const u64 of_row = static_cast<u64>(scene.width * scene.samples * scene.samples);
  std::vector<Bytes> sent;
  for (u64 rank = 0; rank < size; ++rank) {
    const PixelRows share = share_of(strip, rank, size);
    sent.push_back(morula::message_of(
        std::span(words).subspan((share.first - strip.first) * of_row, share.count * of_row)));
  }
  std::vector<u64> nearest(share_of(strip, this_rank, size).count * of_row, nothing_met);
  for (const Bytes& bytes : ranks.all_to_all(sent)) {
    const std::vector<std::uint64_t> others = numbers_in(bytes);
    for (std::size_t i = 0; i < others.size(); ++i) nearest[i] = std::min(nearest[i], others[i]);
  }
  return nearest;
}

// The light of the first ray of a pixel, and of all its rays.
struct PixelRays {
  PixelSums first_ray, all_rays;
};

std::vector<PixelRays> pixels_of(const std::vector<u64>& words, const VolumeScene& scene) {
  const auto samples = static_cast<u64>(scene.samples), across = static_cast<u64>(scene.width) * samples;
  std::vector<PixelRays> pixels(words.size() / (samples * samples));
  for (u64 i = 0; i < words.size(); ++i) {
    const u64 right = i % across, down = i / across;
    PixelRays& pixel = pixels[down / samples * static_cast<u64>(scene.width) + right / samples];
    add_to(pixel.all_rays, words[i]);
    if (right % samples == 0 && down % samples == 0) add_to(pixel.first_ray, words[i]);
  }
  return pixels;
}

// The rays that a single process would have cast: all rays of a pixel only if an edge may run through it.
std::vector<PixelSums> chosen_rays(const std::vector<PixelRays>& pixels, const VolumeScene& scene) {
  std::vector<PixelSums> first_rays, chosen;
  for (const PixelRays& pixel : pixels) first_rays.push_back(pixel.first_ray);
  const auto rays = static_cast<u32>(scene.samples * scene.samples);
  for (i64 y = 0; y < scene.height; ++y)
    for (i64 x = 0; x < scene.width; ++x) {
      const auto& [first_ray, all_rays] = pixels[static_cast<std::size_t>(y * scene.width + x)];
      chosen.push_back(has_edge(&scene, first_rays.data(), x, y) ? all_rays : times_rays(first_ray, rays));
    }
  return chosen;
}

}  // namespace

bool is_cast_on_ranks(const FramesSpec& frames) {
  if (frames.view != FrameView::Volume) return true;
  return !frames.volume.absorption && std::ranges::all_of(frames.volume.opacities, [](const auto& opacity) {
    return opacity.second == 0 || opacity.second == 1;
  });
}

io::Image volume_on_ranks(Model& part, const FramesSpec& frames, const Colouring& colouring,
                          const Decomposition& decomposition, Communicator& ranks, ThreadPool& threads) {
  VolumeScene scene = scene_of(frames, colouring.view());
  const Box box = shown_box(frames.volume, colouring.field().extent);
  describe_blocks(box.extent, scene);
  const ClassPaints paints = class_paints(colouring, frames.volume);
  const RankSites sites(part, colouring, paints, box, decomposition, ranks, threads);
  sites.limit(scene);
  const auto height = static_cast<u64>(scene.height);
  const u64 row_bytes = static_cast<u64>(scene.width * scene.samples * scene.samples) * sizeof(u64);
  const u64 at_once = std::clamp<u64>(bytes_of_strip / row_bytes, 1, height);
  std::vector<PixelRays> picture;
  for (u64 first = 0; first < height; first += at_once) {
    const PixelRows strip{first, std::min(at_once, height - first)};
    const std::vector<u64> words = cast_rows(scene, sites.view(paints), strip, threads);
    const std::vector<PixelRays> mine = pixels_of(nearest_of_all(words, scene, strip, ranks), scene);
    const auto bytes = std::as_bytes(std::span(mine));
    for (const Bytes& of_rank : ranks.gather({bytes.begin(), bytes.end()})) {
      const std::size_t before = picture.size();
      picture.resize(before + of_rank.size() / sizeof(PixelRays));
      if (!of_rank.empty()) std::memcpy(&picture[before], of_rank.data(), of_rank.size());
    }
  }
  return ranks.rank() == 0 ? compose(chosen_rays(picture, scene), frames, colouring, threads) : io::Image();
}

std::uint64_t volume_bytes_on_ranks(const FramesSpec& frames, const Lattice& part) {
  const Extent shown = shown_box(frames.volume, part.global).extent;
  const std::uint64_t pixels =
      std::uint64_t{frames.volume.width} * frames.volume.height * 4 * sizeof(PixelSums);
  if (!is_cast_on_ranks(frames)) return part.first_owned == 0 ? shown.sites() + pixels : 0;
  const Index layers = std::min(part.owned.z + 2, shown.z);
  return 2 * shown.x * shown.y * layers + shown.sites() / 8 + pixels + 3 * bytes_of_strip;
}

}  // namespace morula
