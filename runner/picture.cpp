#include "runner/picture.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "runner/colouring.h"
#include "runner/visit_sites.h"

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

// Magnifying what would be reduced again is of no use.
Index useful_scale(Index width, Index height, unsigned scale) {
  return std::clamp<Index>(io::largest_side / std::max(width, height), 1, scale);
}

class Rows {  // of a picture, magnified and reduced on the way
 public:
  Rows(Index width, Index height, unsigned scale)
      : scale_(useful_scale(width, height, scale)), reducer_(width * scale_, height * scale_) {}

  void add(const std::vector<io::Colour>& row) {
    wide_.clear();
    for (const io::Colour& colour : row) wide_.insert(wide_.end(), scale_, colour);
    for (Index i = 0; i < scale_; ++i) reducer_.add_row(wide_);
  }
  io::Image finish() { return reducer_.finish(); }

 private:
  Index scale_;
  io::ImageReducer reducer_;
  std::vector<io::Colour> wide_;
};

io::Image flat(Model& model, const FramesSpec& frames, const Colouring& colouring) {
  const Extent& extent = colouring.field().extent;
  Rows rows(extent.x, extent.y, frames.scale);
  std::vector<io::Colour> row(extent.x);
  visit_all(model, colouring.field(), [&](const Site& site, std::uint64_t value) {
    row[site.x] = colouring.of(value);
    if (site.x + 1 == extent.x) rows.add(row);
  });
  return rows.finish();
}

struct Front {  // the nearest site behind a pixel that is not looked past
  Index depth = std::numeric_limits<Index>::max();
  std::uint64_t value = 0;
};

struct Fronts {
  Index across, down, depths;
  std::vector<Front> pixels;

  const Front& at(Index x, Index y) const { return pixels[y * across + x]; }
  // How far behind this pixel's front its neighbour's lies, bounded: a cliff is as steep as a slope can look.
  double drop(Index x, Index y, Index to_x, Index to_y) const {
    constexpr Index steepest = 3;
    const Index here = at(x, y).depth, there = at(std::min(to_x, across - 1), std::min(to_y, down - 1)).depth;
    return here < there ? static_cast<double>(std::min(there - here, steepest))
                        : -static_cast<double>(std::min(here - there, steepest));
  }
};

// A slice looks at one depth only; a projection at all of them.
Fronts look(Model& model, const FramesSpec& frames, const Colouring& colouring) {
  const Extent& extent = colouring.field().extent;
  const Seen size = seen_along(frames.axis, {extent.x, extent.y, extent.z});
  const bool slice = frames.view == FrameView::Slice;
  const Index cut = frames.at.value_or(size.depth / 2);
  Fronts fronts{size.across, size.down, size.depth, std::vector<Front>(size.across * size.down)};
  const auto take = [&](const Site& site, std::uint64_t value) {
    const Seen seen = seen_along(frames.axis, site);
    Front& front = fronts.pixels[seen.down * size.across + seen.across];
    if (slice ? seen.depth == cut : seen.depth < front.depth && !colouring.is_unseen(value))
      front = {seen.depth, value};
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
  const double light = lamp * (1.0 - 0.6 * away);
  const auto part = [&](std::uint8_t channel) {
    return static_cast<std::uint8_t>(std::lround(channel * light));
  };
  return {part(colour.red), part(colour.green), part(colour.blue)};
}

io::Image solid(Model& model, const FramesSpec& frames, const Colouring& colouring) {
  const Fronts fronts = look(model, frames, colouring);
  Rows rows(fronts.across, fronts.down, frames.scale);
  std::vector<io::Colour> row(fronts.across);
  for (Index y = 0; y < fronts.down; ++y) {
    for (Index x = 0; x < fronts.across; ++x) {
      const std::uint64_t value = fronts.at(x, y).value;
      const io::Colour colour = colouring.of(value);
      row[x] = frames.view == FrameView::Slice || value == 0 ? colour : shaded(colour, fronts, x, y);
    }
    rows.add(row);
  }
  return rows.finish();
}

}  // namespace

io::Image picture(Model& model, const FramesSpec& frames) {
  const Colouring colouring(model, frames);
  return colouring.field().dimensions == 3 ? solid(model, frames, colouring) : flat(model, frames, colouring);
}

}  // namespace morula
