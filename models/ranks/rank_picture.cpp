#include "models/ranks/rank_picture.h"

#include <algorithm>
#include <cassert>
#include <cstring>

#include "core/message.h"
#include "models/picture/painting.h"
#include "models/ranks/rank_volume.h"

namespace morula {
namespace {

// Looking along z, every rank sees all pixels. The picture is made in strips of this size, so that no rank
// has to hold all pixels.
constexpr std::uint64_t strip_bytes = std::uint64_t{64} << 20;

// Some rows of a picture: the rows in which this rank sees something, and the rows that each rank paints.
struct Strip {
  PictureRows seen;
  std::vector<PictureRows> painted;
};

template <typename T>
Bytes memory_of(std::span<const T> values) {
  const auto bytes = std::as_bytes(values);
  return {bytes.begin(), bytes.end()};
}

template <typename T>
std::vector<T> values_in(std::span<const std::byte> bytes) {
  std::vector<T> values(bytes.size() / sizeof(T));
  if (!values.empty()) std::memcpy(values.data(), bytes.data(), values.size() * sizeof(T));
  return values;
}

Bytes message_of(const io::ImageBand& band) {
  const std::uint64_t head[] = {band.first_row, band.rows, band.pixels.size()};
  Bytes bytes = memory_of<std::uint64_t>(head);
  const auto append = [&](const Bytes& more) { bytes.insert(bytes.end(), more.begin(), more.end()); };
  append(memory_of<std::uint64_t>(band.sums));
  append(memory_of<io::Colour>(band.pixels));
  return bytes;
}

io::ImageBand band_in(const Bytes& message) {
  constexpr std::size_t head = 3 * sizeof(std::uint64_t);
  const auto numbers = values_in<std::uint64_t>(std::span(message).first(head));
  const std::size_t pixels = numbers[2] * sizeof(io::Colour);
  const auto body = std::span(message).subspan(head);
  return {numbers[0], numbers[1], values_in<io::Colour>(body.last(pixels)),
          values_in<std::uint64_t>(body.first(body.size() - pixels))};
}

// The shade of a pixel depends on the row below it.
PictureRows looked_at(const PictureRows& painted, Index down) {
  if (painted.count == 0) return painted;
  return {painted.first, std::min(painted.end() + 1, down) - painted.first};
}

Index rows_of_strip(const Pixel& size) {
  return std::clamp<Index>(strip_bytes / (size.across * sizeof(Front)), 1, size.down);
}

std::vector<Strip> strips_of(const FramesSpec& frames, const Field& field, const Decomposition& decomposition,
                             int rank) {
  const bool rows_are_layers = field.dimensions == 2 || frames.axis != Axis::Z;
  if (rows_are_layers) {
    Strip joined;
    for (int other = 0; other < decomposition.ranks(); ++other) {
      const LayerRange& owned = decomposition.owned_by(other);
      joined.painted.push_back({owned.first, owned.count});
    }
    joined.seen = joined.painted[static_cast<std::size_t>(rank)];
    return {joined};
  }
  const Pixel size = picture_size(frames, field);
  const Index at_once = rows_of_strip(size), ranks = static_cast<Index>(decomposition.ranks());
  std::vector<Strip> strips;
  for (Index first = 0; first < size.down; first += at_once) {
    const PictureRows rows{first, std::min(at_once, size.down - first)};
    Strip strip{looked_at(rows, size.down), {}};
    for (Index other = 0; other < ranks; ++other) {
      const Index begin = rows.count * other / ranks, end = rows.count * (other + 1) / ranks;
      strip.painted.push_back({first + begin, end - begin});
    }
    strips.push_back(std::move(strip));
  }
  return strips;
}

// Every rank sends each other rank what it sees in the rows that the other rank paints.
Fronts fronts_of_all(const Fronts& seen, const Strip& strip, const std::vector<PictureRows>& seen_by,
                     Communicator& ranks) {
  const auto this_rank = static_cast<std::size_t>(ranks.rank());
  const Index down = seen.size().down;
  std::vector<Bytes> sent(strip.painted.size());
  for (std::size_t rank = 0; rank < sent.size(); ++rank)
    if (rank != this_rank)
      sent[rank] = memory_of(seen.in(common(seen.rows(), looked_at(strip.painted[rank], down))));
  const std::vector<Bytes> received = ranks.all_to_all(sent);
  const PictureRows wanted = looked_at(strip.painted[this_rank], down);
  Fronts fronts(seen.size(), wanted);
  for (std::size_t rank = 0; rank < received.size(); ++rank) {
    const PictureRows rows = common(seen_by[rank], wanted);
    if (rank == this_rank)
      fronts.add(rows, seen.in(rows));
    else
      fronts.add(rows, values_in<Front>(received[rank]));
  }
  return fronts;
}

io::ImageBand paint_strip(Model& part, const FramesSpec& frames, const Colouring& colouring,
                          const Strip& strip, const Decomposition& decomposition, Communicator& ranks) {
  const auto rank = static_cast<std::size_t>(ranks.rank());
  if (colouring.field().dimensions == 2) return paint_plane(part, frames, colouring, strip.painted[rank]);
  const Fronts seen = look(part, frames, colouring, decomposition.owned_by(ranks.rank()), strip.seen);
  const std::vector<PictureRows> seen_by =
      frames.axis == Axis::Z ? std::vector(strip.painted.size(), strip.seen) : strip.painted;
  return paint_fronts(fronts_of_all(seen, strip, seen_by, ranks), frames, colouring, strip.painted[rank]);
}

}  // namespace

io::Image picture_on_ranks(Model& part, const FramesSpec& frames, const Colouring& colouring,
                           const Decomposition& decomposition, Communicator& ranks, ThreadPool& threads) {
  assert(!colouring.view().borders);
  if (colouring.field().dimensions == 3 && frames.view == FrameView::Volume)
    return volume_on_ranks(part, frames, colouring, decomposition, ranks, threads);
  io::ImageMerger picture(blocks_of(frames, colouring.field()));
  for (const Strip& strip : strips_of(frames, colouring.field(), decomposition, ranks.rank())) {
    const io::ImageBand painted = paint_strip(part, frames, colouring, strip, decomposition, ranks);
    for (const Bytes& band : ranks.gather(message_of(painted))) picture.add(band_in(band));
  }
  return ranks.rank() == 0 ? picture.finish() : io::Image();
}

std::uint64_t picture_bytes_on_ranks(const FramesSpec& frames, const Lattice& part) {
  if (part.dimensions == 2) return 0;
  if (frames.view == FrameView::Volume) return volume_bytes_on_ranks(frames, part);
  const Pixel size = picture_size(frames, {"", ValueType::U8, part.global, 3});
  constexpr std::uint64_t copies = 3;  // what this rank sees, what is sent, and what is received or merged
  const Index rows = frames.axis == Axis::Z ? rows_of_strip(size) : part.owned.z;
  return copies * rows * size.across * sizeof(Front);
}

}  // namespace morula
