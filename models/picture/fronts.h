// The sites of a solid that are visible along an axis: for each pixel the nearest site that is not
// transparent, or in a slice the site at the depth of the slice.
#pragma once

#include <limits>
#include <span>
#include <vector>

#include "core/decomposition.h"
#include "models/picture/colouring.h"

namespace morula {

// A site as seen along an axis: its two coordinates in the picture, and its depth. For an extent: the size of
// the picture.
struct Pixel {
  Index across, down, depth;
};
Pixel pixel_along(Axis axis, const Site& site);
Pixel picture_size(const FramesSpec& frames, const Field& field);

struct Front {
  Index depth = std::numeric_limits<Index>::max();  // this value means that nothing is visible
  std::uint64_t value = 0;

  bool is_seen() const { return depth != std::numeric_limits<Index>::max(); }
};

struct PictureRows {
  Index first = 0, count = 0;

  Index end() const { return first + count; }
};
PictureRows common(const PictureRows& a, const PictureRows& b);

// The visible sites for some rows of a picture.
class Fronts {
 public:
  Fronts(const Pixel& size, const PictureRows& rows)
      : size_(size), rows_(rows), pixels_(size.across * rows.count) {}

  const Pixel& size() const { return size_; }  // of the whole picture
  const PictureRows& rows() const { return rows_; }
  Front& at(Index x, Index y) { return pixels_[(y - rows_.first) * size_.across + x]; }
  const Front& at(Index x, Index y) const { return pixels_[(y - rows_.first) * size_.across + x]; }
  std::span<const Front> in(const PictureRows& rows) const {
    return std::span(pixels_).subspan((rows.first - rows_.first) * size_.across, rows.count * size_.across);
  }
  // Adds the fronts of another part of the solid. For each pixel, the nearer site stays visible.
  void add(const PictureRows& rows, std::span<const Front> candidates);

 private:
  Pixel size_;
  PictureRows rows_;
  std::vector<Front> pixels_;
};

// Looks at these planes of the solid alone. Unless the view is along z, the planes are the rows of the
// picture.
Fronts look(Model& model, const FramesSpec& frames, const Colouring& colouring, const LayerRange& planes,
            const PictureRows& rows);

}  // namespace morula
