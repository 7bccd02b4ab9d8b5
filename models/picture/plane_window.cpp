#include "models/picture/plane_window.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstring>

#include "models/picture/solid_sites.h"
#include "models/visit_sites.h"

namespace morula {
namespace {

u32 paint_of(io::Colour colour) { return u32{colour.red} | u32{colour.green} << 8 | u32{colour.blue} << 16; }

io::Colour colour_of(u32 paint) {
  return {static_cast<std::uint8_t>(paint), static_cast<std::uint8_t>(paint >> 8),
          static_cast<std::uint8_t>(paint >> 16)};
}

// Number of samples along each side of a pixel: up to four by four sites that share a pixel are averaged.
unsigned samples_for(double pixels_of_site) {
  constexpr double most_samples = 4;
  return static_cast<unsigned>(std::clamp(std::round(1 / pixels_of_site), 1.0, most_samples));
}

// The rows or columns of samples that lie on the plane. They are consecutive.
struct Samples {
  i64 first = 0;           // number of samples before them, which lie beside the plane
  std::vector<u32> sites;  // the row or column of sites that each sample shows
};

Samples samples_along(unsigned pixels, unsigned samples, double begin, double pixels_of_site, Index end) {
  Samples found;
  for (unsigned i = 0; i < pixels * samples; ++i) {
    const double place = std::floor(begin + (i + 0.5) / samples / pixels_of_site);
    if (place < 0 || place >= static_cast<double>(end)) continue;
    if (found.sites.empty()) found.first = i;
    found.sites.push_back(static_cast<u32>(place));
  }
  return found;
}

}  // namespace

PlaneWindow::PlaneWindow(const WindowPlace& place, const FramesSpec& frames, const Colouring& colouring) {
  const Field& field = colouring.field();
  const Extent& extent = field.extent;
  const Pixel size = picture_size(frames, field);
  row_step = extent.x;
  if (field.dimensions == 3) {
    const Index at = std::min(frames.at.value_or(size.depth / 2), size.depth - 1),
                layer = extent.x * extent.y;
    origin = at * (frames.axis == Axis::X ? 1 : frames.axis == Axis::Y ? extent.x : layer);
    column_step = frames.axis == Axis::X ? extent.x : 1;
    row_step = frames.axis == Axis::Z ? extent.x : layer;
  }
  const unsigned samples_per_side = samples_for(place.pixels_of_site);
  Samples across =
              samples_along(place.width, samples_per_side, place.left, place.pixels_of_site, size.across),
          down = samples_along(place.height, samples_per_side, place.top, place.pixels_of_site, size.down);
  scene.width = place.width;
  scene.height = place.height;
  scene.samples = samples_per_side;
  scene.reciprocal = ((i64{1} << RECIPROCAL_BITS) + samples_per_side * samples_per_side - 1) /
                     (samples_per_side * samples_per_side);
  scene.first_column = across.first;
  scene.columns = static_cast<i64>(across.sites.size());
  scene.first_row = down.first;
  scene.rows = static_cast<i64>(down.sites.size());
  scene.has_borders = colouring.view().borders ? 1 : 0;
  scene.surroundings = paint_of(place.surroundings);
  columns = std::move(across.sites);
  rows = std::move(down.sites);
  assert(colouring.colours() <= 256);
  for (std::uint32_t class_ = 0; class_ < colouring.colours(); ++class_)
    paints.push_back(paint_of(colouring.of(class_)));
}

std::vector<Slab> PlaneWindow::slabs(const Field& field) const {
  if (is_empty()) return {};
  const Index first = rows.front(), count = rows.back() - first + 1;
  if (field.dimensions < 3 || row_step != field.extent.x) return slabs_of_layers(field, first, count);
  return slabs_of_layers(field, origin / (field.extent.x * field.extent.y), 1);
}

std::pair<std::size_t, std::size_t> PlaneWindow::rows_in(const Slab& piece) const {
  const auto end_of_row = [&](u32 row) { return origin + row * row_step + columns.back() * column_step + 1; };
  const auto begin_of_row = [&](u32 row) { return origin + row * row_step + columns.front() * column_step; };
  const auto begin =
      std::ranges::partition_point(rows, [&](u32 row) { return end_of_row(row) <= piece.first; });
  const auto end = std::partition_point(
      begin, rows.end(), [&](u32 row) { return begin_of_row(row) < piece.first + piece.count; });
  return {static_cast<std::size_t>(begin - rows.begin()), static_cast<std::size_t>(end - rows.begin())};
}

SampledPlane::SampledPlane(Model& model, const Colouring& colouring, PlaneWindow window, ThreadPool& threads)
    : window_(std::move(window)),
      classes_(window_.samples()),
      borders_(window_.scene.has_borders ? window_.samples() : 0) {
  const Field& field = colouring.field();
  const std::uint64_t size = size_of(field.type);
  for (std::uint64_t value = 0; size == 1 && value < 256; ++value)
    class_of_byte_.push_back(painted_class(colouring.class_of(value), colouring.colours()));
  if (const auto values = model.in_place(field); !values.empty() && !window_.is_empty()) {
    read(colouring, values.data(), {0, field.extent.sites()}, threads);
    return;
  }
  std::vector<std::byte> values;
  for (const Slab& slab : window_.slabs(field)) {
    values.resize(slab.count * size);
    model.read(field, slab, values);
    read(colouring, values.data(), slab, threads);
  }
}

void SampledPlane::read(const Colouring& colouring, const std::byte* values, const Slab& slab,
                        ThreadPool& threads) {
  const auto [first, end] = window_.rows_in(slab);
  threads.for_ranges(end - first, [&, from = first](u64 part_begin, u64 part_end) {
    switch (size_of(colouring.field().type)) {
      case 1:
        return read_rows<u8>(colouring, values, slab, from + part_begin, from + part_end);
      case 2:
        return read_rows<u16>(colouring, values, slab, from + part_begin, from + part_end);
      case 4:
        return read_rows<u32>(colouring, values, slab, from + part_begin, from + part_end);
      default:
        return read_rows<u64>(colouring, values, slab, from + part_begin, from + part_end);
    }
  });
}

// If several rows of samples show the same sites, the sites are read once.
template <typename Value>
void SampledPlane::read_rows(const Colouring& colouring, const std::byte* values, const Slab& slab,
                             std::size_t begin, std::size_t end) {
  const std::size_t across = window_.columns.size();
  for (std::size_t row = begin; row < end; ++row) {
    if (row > begin && window_.rows[row] == window_.rows[row - 1]) {
      std::copy_n(&classes_[(row - 1) * across], across, &classes_[row * across]);
      if (!borders_.empty()) std::copy_n(&borders_[(row - 1) * across], across, &borders_[row * across]);
      continue;
    }
    const Index site = window_.origin + window_.rows[row] * window_.row_step;
    read_row<Value>(colouring, values + (site - slab.first) * sizeof(Value), row);
  }
}

// Neighbouring sites often have the same value, whose class is then not looked up again.
template <typename Value>
void SampledPlane::read_row(const Colouring& colouring, const std::byte* values, std::size_t row) {
  const std::size_t across = window_.columns.size(), colours = colouring.colours();
  u8* const classes = &classes_[row * across];
  u32* const borders = borders_.empty() ? nullptr : &borders_[row * across];
  Value known = 0;
  u8 class_ = 0;
  u32 border = 0;
  for (std::size_t i = 0; i < across; ++i) {
    Value value;
    std::memcpy(&value, values + window_.columns[i] * window_.column_step * sizeof(Value), sizeof(Value));
    if constexpr (sizeof(Value) == 1) {
      classes[i] = class_of_byte_[value];
      if (!borders) continue;
    }
    if (i == 0 || value != known) {
      known = value;
      if constexpr (sizeof(Value) > 1) class_ = painted_class(colouring.class_of(value), colours);
      border = static_cast<u32>(colouring.border_value(value));
    }
    if constexpr (sizeof(Value) > 1) classes[i] = class_;
    if (borders) borders[i] = border;
  }
}

io::Image SampledPlane::paint(ThreadPool& threads) const {
  const PlaneScene& scene = window_.scene;
  io::Image image(static_cast<unsigned>(scene.width), static_cast<unsigned>(scene.height));
  if (const auto picture = numbered(threads)) {
    std::ranges::transform(picture->pixels, image.pixels.begin(),
                           [&](u8 number) { return picture->colours[number]; });
    return image;
  }
  threads.for_ranges(static_cast<u64>(scene.height), [&](u64 begin, u64 end) {
    for (u64 y = begin; y < end; ++y) paint_row(static_cast<i64>(y), &image.pixels[y * image.width]);
  });
  return image;
}

void SampledPlane::paint_row(i64 y, io::Colour* to) const {
  const PlaneSamples samples{classes_.data(), borders_.data(), window_.paints.data()};
  for (i64 x = 0; x < window_.scene.width; ++x) *to++ = colour_of(plane_pixel(&window_.scene, samples, x, y));
}

// The first colours are those of the classes; the surroundings and the border follow.
std::optional<io::FewColours> SampledPlane::numbered(ThreadPool& threads) const {
  const PlaneScene& scene = window_.scene;
  if (scene.samples != 1 || window_.paints.size() + 2 > 256) return std::nullopt;
  io::FewColours picture;
  for (const u32 paint : window_.paints) picture.colours.push_back(colour_of(paint));
  picture.colours.push_back(colour_of(static_cast<u32>(scene.surroundings)));
  if (!borders_.empty()) picture.colours.push_back(colour_of(BORDER_PAINT));
  const auto width = static_cast<std::size_t>(scene.width);
  picture.pixels.resize(width * static_cast<std::size_t>(scene.height));
  threads.for_ranges(static_cast<u64>(scene.height), [&](u64 begin, u64 end) {
    for (u64 y = begin; y < end; ++y) paint_numbers(static_cast<i64>(y), &picture.pixels[y * width]);
  });
  return picture;
}

// The same result as sample_paint(), for a whole row.
void SampledPlane::paint_numbers(i64 y, u8* to) const {
  const PlaneScene& scene = window_.scene;
  const u8 surroundings = static_cast<u8>(window_.paints.size()), border = surroundings + 1;
  const i64 row = y - scene.first_row;
  if (row < 0 || row >= scene.rows || scene.columns == 0) {
    std::fill_n(to, scene.width, surroundings);
    return;
  }
  to = std::fill_n(to, scene.first_column, surroundings);
  const auto columns = static_cast<std::size_t>(scene.columns), at = static_cast<std::size_t>(row) * columns;
  std::copy_n(&classes_[at], columns, to);
  if (!borders_.empty()) {
    const u32* const values = &borders_[at];
    const u32* const above = row > 0 ? values - columns : values;
    if (values[0] != above[0]) to[0] = border;
    for (std::size_t x = 1; x < columns; ++x)
      to[x] = values[x] != values[x - 1] || values[x] != above[x] ? border : to[x];
  }
  std::fill_n(to + columns, scene.width - scene.first_column - scene.columns, surroundings);
}

io::Image image_of_paints(unsigned width, unsigned height, std::span<const u32> paints) {
  io::Image image(width, height);
  std::ranges::transform(paints, image.pixels.begin(), colour_of);
  return image;
}

}  // namespace morula
