#include "models/picture/fronts.h"

#include <algorithm>
#include <cassert>

#include "models/visit_sites.h"

namespace morula {
namespace {

// Visits some rows of every plane, one plane at a time.
template <typename Visit>
void visit_rows(Model& model, const Field& field, const LayerRange& planes, const PictureRows& rows,
                const Visit& visit) {
  const Extent& extent = field.extent;
  Field plane = field;
  plane.dimensions = 2;
  plane.extent.z = 1;
  std::vector<std::byte> values;
  for (Index z = planes.first; z < planes.end(); ++z)
    for (Slab slab : slabs_of_layers(plane, rows.first, rows.count)) {
      slab.first += z * extent.x * extent.y;
      visit_slab(model, field, slab, values, visit);
    }
}

}  // namespace

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

Pixel picture_size(const FramesSpec& frames, const Field& field) {
  const Extent& extent = field.extent;
  return field.dimensions == 3 ? pixel_along(frames.axis, {extent.x, extent.y, extent.z})
                               : Pixel{extent.x, extent.y, 1};
}

PictureRows common(const PictureRows& a, const PictureRows& b) {
  const Index first = std::max(a.first, b.first), end = std::min(a.end(), b.end());
  return {first, first < end ? end - first : 0};
}

void Fronts::add(const PictureRows& rows, std::span<const Front> candidates) {
  assert(candidates.size() == rows.count * size_.across);
  if (rows.count == 0) return;
  Front* mine = &at(0, rows.first);
  for (const Front& candidate : candidates) {
    if (candidate.depth < mine->depth) *mine = candidate;
    ++mine;
  }
}

Fronts look(Model& model, const FramesSpec& frames, const Colouring& colouring, const LayerRange& planes,
            const PictureRows& rows) {
  const Field& field = colouring.field();
  const Pixel size = picture_size(frames, field);
  Fronts fronts(size, rows);
  if (frames.view == FrameView::Slice) {
    const Index cut = frames.at.value_or(size.depth / 2);
    const auto take = [&](const Site& site, std::uint64_t value) {
      const Pixel pixel = pixel_along(frames.axis, site);
      if (pixel.depth == cut) fronts.at(pixel.across, pixel.down) = {cut, value};
    };
    if (frames.axis != Axis::Z)
      visit_layers(model, field, planes.first, planes.count, take);
    else if (cut >= planes.first && cut < planes.end())
      visit_rows(model, field, {cut, 1}, rows, take);
    return fronts;
  }
  const auto take = [&](const Site& site, std::uint64_t value) {
    const Pixel pixel = pixel_along(frames.axis, site);
    Front& front = fronts.at(pixel.across, pixel.down);
    if (pixel.depth < front.depth && !colouring.is_transparent(colouring.class_of(value)))
      front = {pixel.depth, value};
  };
  if (frames.axis == Axis::Z && rows.count < size.down)
    visit_rows(model, field, planes, rows, take);
  else
    visit_layers(model, field, planes.first, planes.count, take);
  return fronts;
}

}  // namespace morula
