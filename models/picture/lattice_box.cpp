#include "models/picture/lattice_box.h"

#include <algorithm>
#include <cmath>
#include <string>

namespace morula {
namespace {

PicturePoint point_of(const Camera& camera, const Vector& place) {
  const Camera::Point projected = camera.seen(place);
  return {projected.x, projected.y};
}

PicturePoint middle(PicturePoint a, PicturePoint b) { return {(a.x + b.x) / 2, (a.y + b.y) / 2}; }

}  // namespace

LatticeBox::LatticeBox(const Camera& camera, const Extent& lattice, std::uint32_t width, std::uint32_t height)
    : size_{lattice.x, lattice.y, lattice.z},
      line_width_(std::max(1.0, std::min(width, height) / 500.0)),
      letter_height_(std::max(9.0, std::min(width, height) / 46.0)) {
  const Vector size = {static_cast<double>(lattice.x), static_cast<double>(lattice.y),
                       static_cast<double>(lattice.z)};
  centre_ = point_of(camera, {size[0] / 2, size[1] / 2, size[2] / 2});
  for (unsigned axis = 0; axis < 3; ++axis) {
    const unsigned across = (axis + 1) % 3, along = (axis + 2) % 3;
    for (unsigned corner = 0; corner < 4; ++corner) {
      const bool upper_across = corner & 1, upper_along = corner & 2;
      Vector from{};
      from[across] = upper_across ? size[across] : 0;
      from[along] = upper_along ? size[along] : 0;
      Vector to = from;
      to[axis] = size[axis];
      const int faces_seen =
          (camera.sees_face(across, upper_across) ? 1 : 0) + (camera.sees_face(along, upper_along) ? 1 : 0);
      edges_.push_back({axis, point_of(camera, from), point_of(camera, to), faces_seen});
    }
  }
}

void LatticeBox::draw_edges(Canvas& canvas, bool are_before) const {
  for (const Edge& edge : edges_)
    if ((edge.faces_seen > 0) == are_before) canvas.line(edge.from, edge.to, line_width_);
}

// Writes the name of each axis at the lowest of its edges that are on the outline; if the edges are upright,
// at the left one.
void LatticeBox::draw_axes(Canvas& canvas) const {
  const auto score = [](const Edge& edge) {
    const PicturePoint at = middle(edge.from, edge.to);
    return edge.faces_seen == 1 ? at.y - at.x / 4 : -1e9;
  };
  for (unsigned axis = 0; axis < 3; ++axis) {
    const Edge* chosen = nullptr;
    for (const Edge& edge : edges_)
      if (edge.axis == axis && (!chosen || score(edge) > score(*chosen))) chosen = &edge;
    draw_axis(canvas, *chosen);
  }
}

void LatticeBox::draw_axis(Canvas& canvas, const Edge& edge) const {
  const double along_x = edge.to.x - edge.from.x, along_y = edge.to.y - edge.from.y;
  const double length = std::sqrt(along_x * along_x + along_y * along_y);
  if (length < 4 * letter_height_) return;  // the eye looks along the axis
  const PicturePoint at = middle(edge.from, edge.to);
  PicturePoint out = {along_y / length, -along_x / length};  // away from the box
  if (out.x * (at.x - centre_.x) + out.y * (at.y - centre_.y) < 0) out = {-out.x, -out.y};
  const auto write = [&](PicturePoint beside, const std::string& label) {
    const double wide = text_width(label, letter_height_);
    const double away = letter_height_ * 0.9 + std::abs(out.x) * wide / 2;
    canvas.text({beside.x + out.x * away - wide / 2, beside.y + out.y * away + letter_height_ / 2}, label,
                letter_height_);
  };
  write(at, std::string(1, "xyz"[edge.axis]));
  const auto inside = [&](double part) {
    return PicturePoint{edge.from.x + along_x * part, edge.from.y + along_y * part};
  };
  write(inside(letter_height_ / length), "0");
  write(inside(1 - letter_height_ / length), std::to_string(size_[edge.axis]));
}

}  // namespace morula
