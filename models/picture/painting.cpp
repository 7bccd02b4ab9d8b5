#include "models/picture/painting.h"

#include <algorithm>
#include <cmath>

#include "models/visit_sites.h"

namespace morula {
namespace {

// Magnifies no further than the largest picture allows, since the picture would be reduced again.
Index useful_scale(const Pixel& size, unsigned scale) {
  return std::clamp<Index>(io::largest_side / std::max(size.across, size.down), 1, scale);
}

// Rows of a picture, magnified and reduced while they are added. Borders are lines on the left and upper
// edges of sites whose neighbours there have different values; a site of one pixel consists of the line
// alone.
class PaintedRows {
 public:
  PaintedRows(const FramesSpec& frames, const View& view, const PictureRows& rows)
      : scale_(useful_scale(picture_size(frames, view.field), frames.scale)),
        borders_(view.borders),
        reducer_(blocks_of(frames, view.field), rows.first * scale_, rows.count * scale_) {}

  void add(const std::vector<io::Colour>& row, const std::vector<std::uint64_t>& values) {
    wide_.clear();
    for (const io::Colour& colour : row) wide_.insert(wide_.end(), scale_, colour);
    if (borders_) draw_left_borders(values);
    std::vector<io::Colour> first = wide_;
    if (borders_) draw_upper_borders(values, first);
    reducer_.add_row(first);
    for (Index i = 1; i < scale_; ++i) reducer_.add_row(wide_);
  }
  io::ImageBand band() { return reducer_.band(); }

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

// The depth of the neighbour's front minus that of this pixel's, limited so that a cliff looks no steeper
// than the steepest slope. A neighbour without a front counts as slightly deeper only: the background already
// shows the edge, and a thin body should not consist of edge alone.
double drop(const Fronts& fronts, Index x, Index y, Index to_x, Index to_y) {
  constexpr Index steepest = 3;
  const Pixel& size = fronts.size();
  const Front& to = fronts.at(std::min(to_x, size.across - 1), std::min(to_y, size.down - 1));
  const Index depth = fronts.at(x, y).depth, beside = to.is_seen() ? to.depth : depth + 1;
  return depth < beside ? static_cast<double>(std::min(beside - depth, steepest))
                        : -static_cast<double>(std::min(depth - beside, steepest));
}

// Darkens a colour with depth, and on surfaces that face away from a lamp at the upper left. Uses only
// operations that every processor rounds alike.
io::Colour shaded(io::Colour colour, const Fronts& fronts, Index x, Index y) {
  const double right = drop(fronts, x, y, x + 1, y), below = drop(fronts, x, y, x, y + 1);
  const double facing = (2.0 - 0.5 * (right + below)) / std::sqrt(4.0 + right * right + below * below);
  const double lamp = std::clamp(0.25 + 0.75 * facing, 0.2, 1.0);
  const double relative_depth = static_cast<double>(fronts.at(x, y).depth) /
                                static_cast<double>(std::max<Index>(fronts.size().depth, 2) - 1);
  const double light = lamp * (1.0 - 0.5 * relative_depth);
  const auto part = [&](std::uint8_t channel) {
    return static_cast<std::uint8_t>(std::lround(channel * light));
  };
  return {part(colour.red), part(colour.green), part(colour.blue)};
}

}  // namespace

io::Blocks blocks_of(const FramesSpec& frames, const Field& field) {
  const Pixel size = picture_size(frames, field);
  const Index scale = useful_scale(size, frames.scale);
  return {size.across * scale, size.down * scale};
}

io::ImageBand paint_plane(Model& model, const FramesSpec& frames, const Colouring& colouring,
                          const PictureRows& rows) {
  const Index width = colouring.field().extent.x;
  PaintedRows painted(frames, colouring.view(), rows);
  std::vector<io::Colour> row(width);
  std::vector<std::uint64_t> values(width);
  visit_layers(model, colouring.field(), rows.first, rows.count, [&](const Site& site, std::uint64_t value) {
    row[site.x] = colouring.of(colouring.class_of(value));
    values[site.x] = colouring.border_value(value);
    if (site.x + 1 == width) painted.add(row, values);
  });
  return painted.band();
}

io::ImageBand paint_fronts(const Fronts& fronts, const FramesSpec& frames, const Colouring& colouring,
                           const PictureRows& rows) {
  const Index width = fronts.size().across;
  PaintedRows painted(frames, colouring.view(), rows);
  std::vector<io::Colour> row(width);
  std::vector<std::uint64_t> values(width);
  for (Index y = rows.first; y < rows.end(); ++y) {
    for (Index x = 0; x < width; ++x) {
      const Front& front = fronts.at(x, y);
      const io::Colour colour = colouring.of(front.is_seen() ? colouring.class_of(front.value) : 0);
      const bool is_shaded = frames.view == FrameView::Projection && front.is_seen();
      row[x] = is_shaded ? shaded(colour, fronts, x, y) : colour;
      values[x] = colouring.border_value(front.value);
    }
    painted.add(row, values);
  }
  return painted.band();
}

}  // namespace morula
