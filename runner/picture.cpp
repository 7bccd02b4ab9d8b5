#include "runner/picture.h"

#include <array>
#include <functional>
#include <limits>

#include "io/palette.h"

namespace morula {
namespace {

using Visit = std::function<void(const Site& site, std::uint64_t value)>;

std::uint64_t value_at(const std::vector<std::byte>& bytes, Index index, std::uint64_t size) {
  std::uint64_t value = 0;  // little-endian, as both architectures are
  for (std::uint64_t byte = 0; byte < size; ++byte)
    value |= std::to_integer<std::uint64_t>(bytes[index * size + byte]) << (8 * byte);
  return value;
}

void visit_slab(Model& model, const Field& field, const Slab& slab, std::vector<std::byte>& values,
                const Visit& visit) {
  values.resize(slab.count * size_of(field.type));
  model.read(field, slab, values);
  const Box box = box_of(slab, field.extent);
  Index i = 0;
  for (Index z = 0; z < box.extent.z; ++z)
    for (Index y = 0; y < box.extent.y; ++y)
      for (Index x = 0; x < box.extent.x; ++x, ++i)
        visit({box.first.x + x, box.first.y + y, box.first.z + z}, value_at(values, i, size_of(field.type)));
}

void visit_all(Model& model, const Field& field, const Visit& visit) {
  std::vector<std::byte> values;
  for (const Slab& slab : slabs_of(field)) visit_slab(model, field, slab, values, visit);
}

// A site as seen along an axis: the two coordinates of the picture, and the depth behind it.
struct Seen {
  Index across, down, depth;
};

Seen seen_along(Axis axis, const Site& site) {
  switch (axis) {
    case Axis::X:
      return {site.y, site.z, site.x};
    case Axis::Y:
      return {site.x, site.z, site.y};
    case Axis::Z:
      break;
  }
  return {site.x, site.y, site.z};
}

io::Colour colour_of(const std::vector<io::Colour>& colours, std::uint64_t value) {
  return colours[value < colours.size() ? value : 1 + (value - 1) % (colours.size() - 1)];
}

class Rows {  // of a picture, magnified and reduced on the way
 public:
  Rows(Index width, Index height, unsigned scale) : scale_(scale), reducer_(width * scale, height * scale) {}

  void add(const std::vector<io::Colour>& row) {
    wide_.clear();
    for (const io::Colour& colour : row) wide_.insert(wide_.end(), scale_, colour);
    for (unsigned i = 0; i < scale_; ++i) reducer_.add_row(wide_);
  }
  io::Image finish() { return reducer_.finish(); }

 private:
  unsigned scale_;
  io::ImageReducer reducer_;
  std::vector<io::Colour> wide_;
};

io::Image flat(Model& model, const Shown& shown, const FramesSpec& frames,
               const std::vector<io::Colour>& colours) {
  const Extent& extent = shown.field.extent;
  Rows rows(extent.x, extent.y, frames.scale);
  std::vector<io::Colour> row(extent.x);
  visit_all(model, shown.field, [&](const Site& site, std::uint64_t value) {
    row[site.x] = colour_of(colours, value);
    if (site.x + 1 == extent.x) rows.add(row);
  });
  return rows.finish();
}

struct Front {  // the nearest site that is not background, behind a pixel
  Index depth = std::numeric_limits<Index>::max();
  std::uint64_t value = 0;
};

io::Colour shaded(io::Colour colour, Index depth, Index depths) {
  constexpr Index lightest = 256, darkest = 88;  // of 256: the far end stays visible
  const Index light = depths > 1 ? lightest - (lightest - darkest) * depth / (depths - 1) : lightest;
  const auto part = [&](std::uint8_t channel) { return static_cast<std::uint8_t>(channel * light / 256); };
  return {part(colour.red), part(colour.green), part(colour.blue)};
}

// A slice looks at one depth only; a projection at all of them.
io::Image solid(Model& model, const Shown& shown, const FramesSpec& frames,
                const std::vector<io::Colour>& colours) {
  const Extent& extent = shown.field.extent;
  const Seen size = seen_along(frames.axis, {extent.x, extent.y, extent.z});
  const bool slice = frames.view == FrameView::Slice;
  const Index cut = frames.at.value_or(size.depth / 2);
  std::vector<Front> fronts(size.across * size.down);
  const auto look = [&](const Site& site, std::uint64_t value) {
    const Seen seen = seen_along(frames.axis, site);
    Front& front = fronts[seen.down * size.across + seen.across];
    if (value != 0 && (slice ? seen.depth == cut : seen.depth < front.depth)) front = {seen.depth, value};
  };
  visit_all(model, shown.field, look);

  Rows rows(size.across, size.down, frames.scale);
  std::vector<io::Colour> row(size.across);
  for (Index y = 0; y < size.down; ++y) {
    for (Index x = 0; x < size.across; ++x) {
      const Front& front = fronts[y * size.across + x];
      const io::Colour colour = colour_of(colours, front.value);
      row[x] = slice || front.value == 0 ? colour : shaded(colour, front.depth, size.depth);
    }
    rows.add(row);
  }
  return rows.finish();
}

}  // namespace

io::Image picture(Model& model, const FramesSpec& frames) {
  const Shown shown = model.shown();
  const std::vector<io::Colour> colours = io::palette(frames.palette, shown.values);
  return shown.field.dimensions == 3 ? solid(model, shown, frames, colours)
                                     : flat(model, shown, frames, colours);
}

}  // namespace morula
