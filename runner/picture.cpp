#include "runner/picture.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "models/visit_sites.h"
#include "runner/colouring.h"

namespace morula {
namespace {

// The sites of one plane, and little more: slabs that the plane does not cut are not read.
template <typename Visit>
void visit_plane(Model& model, const Field& field, Axis axis, Index at, const Visit& visit) {
  std::vector<std::byte> values;
  for (const Slab& slab : slabs_of(field, field.extent.x * field.extent.y * size_of(field.type))) {
    const Box box = box_of(slab, field.extent);
    if (axis == Axis::Z && (at < box.first.z || at >= box.first.z + box.extent.z)) continue;
    if (axis == Axis::Y && (at < box.first.y || at >= box.first.y + box.extent.y)) continue;
    visit_slab(model, field, slab, values, visit);
  }
}

// A site as seen along an axis: the two coordinates of the picture, and the depth behind it.
struct Pixel {
  Index across, down, depth;
};

Pixel pixel_along(Axis axis, const Site& site) {
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

// Magnifying what would be reduced again is of no use.
Index useful_scale(Index width, Index height, unsigned scale) {
  return std::clamp<Index>(io::largest_side / std::max(width, height), 1, scale);
}

// The rows of a picture, magnified and reduced on the way. Borders are lines on the left and upper edges of
// sites whose neighbours there have other values; a site of one pixel is the line itself.
class Rows {
 public:
  Rows(Index width, Index height, unsigned scale, bool borders)
      : scale_(useful_scale(width, height, scale)),
        borders_(borders),
        reducer_(width * scale_, height * scale_) {}

  void add(const std::vector<io::Colour>& row, const std::vector<std::uint64_t>& values) {
    wide_.clear();
    for (const io::Colour& colour : row) wide_.insert(wide_.end(), scale_, colour);
    if (borders_) draw_left_borders(values);
    std::vector<io::Colour> first = wide_;
    if (borders_) draw_upper_borders(values, first);
    reducer_.add_row(first);
    for (Index i = 1; i < scale_; ++i) reducer_.add_row(wide_);
  }
  io::Image finish() { return reducer_.finish(); }

 private:
  static constexpr io::Colour line = {0, 0, 0};

  void draw_left_borders(const std::vector<std::uint64_t>& values) {
    for (std::size_t x = 1; x < values.size(); ++x)
      if (values[x] != values[x - 1]) wide_[x * scale_] = line;
  }
  void draw_upper_borders(const std::vector<std::uint64_t>& values, std::vector<io::Colour>& pixels) {
    for (std::size_t x = 0; x < above_.size(); ++x)
      if (values[x] != above_[x])
        std::fill_n(pixels.begin() + static_cast<std::ptrdiff_t>(x * scale_), scale_, line);
    above_ = values;
  }

  Index scale_;
  bool borders_;
  io::ImageReducer reducer_;
  std::vector<io::Colour> wide_;
  std::vector<std::uint64_t> above_;
};

io::Image picture_2d(Model& model, const FramesSpec& frames, const Colouring& colouring) {
  const Extent& extent = colouring.field().extent;
  Rows rows(extent.x, extent.y, frames.scale, colouring.view().borders);
  std::vector<io::Colour> row(extent.x);
  std::vector<std::uint64_t> values(extent.x);
  visit_all(model, colouring.field(), [&](const Site& site, std::uint64_t value) {
    row[site.x] = colouring.of(colouring.class_of(value));
    values[site.x] = value;
    if (site.x + 1 == extent.x) rows.add(row, values);
  });
  return rows.finish();
}

struct Front {  // the nearest site behind a pixel that is not transparent
  Index depth = std::numeric_limits<Index>::max();
  std::uint64_t value = 0;
  std::uint32_t class_ = 0;
};

struct Fronts {
  Index across, down, depths;
  std::vector<Front> pixels;

  const Front& at(Index x, Index y) const { return pixels[y * across + x]; }
  // How far behind this pixel's front its neighbour's lies, bounded: a cliff is as steep as a slope can look.
  // Where nothing lies behind, the background shows the edge already; a thin body must not be all edge.
  double drop(Index x, Index y, Index to_x, Index to_y) const {
    constexpr Index steepest = 3;
    const Front& to = at(std::min(to_x, across - 1), std::min(to_y, down - 1));
    const Index here = at(x, y).depth, there = to.class_ == 0 ? here + 1 : to.depth;
    return here < there ? static_cast<double>(std::min(there - here, steepest))
                        : -static_cast<double>(std::min(here - there, steepest));
  }
};

// A slice looks at one depth only; a projection at all of them.
Fronts look(Model& model, const FramesSpec& frames, const Colouring& colouring) {
  const Extent& extent = colouring.field().extent;
  const Pixel size = pixel_along(frames.axis, {extent.x, extent.y, extent.z});
  const bool slice = frames.view == FrameView::Slice;
  const Index cut = frames.at.value_or(size.depth / 2);
  Fronts fronts{size.across, size.down, size.depth, std::vector<Front>(size.across * size.down)};
  const auto take = [&](const Site& site, std::uint64_t value) {
    const Pixel seen = pixel_along(frames.axis, site);
    Front& front = fronts.pixels[seen.down * size.across + seen.across];
    if (slice ? seen.depth != cut : seen.depth >= front.depth) return;
    const std::uint32_t class_ = colouring.class_of(value);
    if (slice || !colouring.is_transparent(class_)) front = {seen.depth, value, class_};
  };
  if (slice)
    visit_plane(model, colouring.field(), frames.axis, cut, take);
  else
    visit_all(model, colouring.field(), take);
  return fronts;
}

// Farther is darker, and what leans away from a lamp at the upper left is darker too. Only operations that
// every processor rounds alike.
io::Colour shaded(io::Colour colour, const Fronts& fronts, Index x, Index y) {
  const double right = fronts.drop(x, y, x + 1, y), below = fronts.drop(x, y, x, y + 1);
  const double facing = (2.0 - 0.5 * (right + below)) / std::sqrt(4.0 + right * right + below * below);
  const double lamp = std::clamp(0.25 + 0.75 * facing, 0.2, 1.0);
  const double away =
      static_cast<double>(fronts.at(x, y).depth) / static_cast<double>(std::max<Index>(fronts.depths, 2) - 1);
  const double light = lamp * (1.0 - 0.5 * away);
  const auto part = [&](std::uint8_t channel) {
    return static_cast<std::uint8_t>(std::lround(channel * light));
  };
  return {part(colour.red), part(colour.green), part(colour.blue)};
}

io::Image picture_3d(Model& model, const FramesSpec& frames, const Colouring& colouring) {
  const Fronts fronts = look(model, frames, colouring);
  Rows rows(fronts.across, fronts.down, frames.scale, colouring.view().borders);
  std::vector<io::Colour> row(fronts.across);
  std::vector<std::uint64_t> values(fronts.across);
  for (Index y = 0; y < fronts.down; ++y) {
    for (Index x = 0; x < fronts.across; ++x) {
      const Front& front = fronts.at(x, y);
      const io::Colour colour = colouring.of(front.class_);
      row[x] = frames.view == FrameView::Slice || front.class_ == 0 ? colour : shaded(colour, fronts, x, y);
      values[x] = front.value;
    }
    rows.add(row, values);
  }
  return rows.finish();
}

}  // namespace

io::Image picture(Model& model, const FramesSpec& frames) {
  const Colouring colouring(model, frames);
  return colouring.field().dimensions == 3 ? picture_3d(model, frames, colouring)
                                           : picture_2d(model, frames, colouring);
}

}  // namespace morula
