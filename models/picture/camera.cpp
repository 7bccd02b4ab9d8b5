#include "models/picture/camera.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/elementary.h"

namespace morula {
namespace {

// Room for the letters of the axes, as a part of the smaller side of the picture.
constexpr double margin = 0.07;

Vector size_of(const Extent& extent) {
  return {static_cast<double>(extent.x), static_cast<double>(extent.y), static_cast<double>(extent.z)};
}

double length(const Vector& vector) { return std::sqrt(dot(vector, vector)); }
Vector scaled(const Vector& vector, double factor) {
  return {vector[0] * factor, vector[1] * factor, vector[2] * factor};
}
Vector sum(const Vector& a, const Vector& b) { return {a[0] + b[0], a[1] + b[1], a[2] + b[2]}; }
Vector difference(const Vector& a, const Vector& b) { return {a[0] - b[0], a[1] - b[1], a[2] - b[2]}; }

double distance_of_eye(const CameraSpec& camera, double radius) {
  if (!camera.perspective) return radius + 1;
  if (camera.distance) return *camera.distance;
  constexpr double pi = 3.14159265358979323846;
  return radius / sine(*camera.perspective * pi / 360);
}

Vector corner(const Vector& size, unsigned number) {
  return {number & 1 ? size[0] : 0, number & 2 ? size[1] : 0, number & 4 ? size[2] : 0};
}

// The brightness of a face, up to 256: a lamp stands to the upper left of the eye, and the sky above is
// bright.
i64 light_of(const Vector& normal, const Vector& lamp, const Vector& sky) {
  const double direct = std::max(0.0, dot(normal, lamp)), diffuse = 0.5 + 0.5 * dot(normal, sky);
  return std::lround(256 * std::min(1.0, 0.40 + 0.52 * direct + 0.26 * diffuse));
}

i64 fixed_point_number(double number, unsigned bits) {
  return std::llround(number * static_cast<double>(std::uint64_t{1} << bits));
}

}  // namespace

double dot(const Vector& a, const Vector& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
Vector cross(const Vector& a, const Vector& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
Vector normalised(const Vector& vector) {
  const double long_ = length(vector);
  return long_ > 0 ? scaled(vector, 1 / long_) : Vector{};
}

Camera::Camera(const VolumeSpec& volume, const Extent& lattice, const Zoom& zoom)
    : volume_(volume),
      size_(size_of(lattice)),
      centre_(scaled(size_, 0.5)),
      towards_(normalised(volume.camera.from)),
      right_(normalised(cross(normalised(volume.camera.up), towards_))),
      up_(cross(towards_, right_)),
      distance_(distance_of_eye(volume.camera, length(centre_))) {
  fit();
  middle_ = {middle_.x + zoom.x * scale_ * volume.width / 2, middle_.y + zoom.y * scale_ * volume.height / 2};
  scale_ /= zoom.factor;
}

// For a lattice that turns: adds the largest distance that each corner can have from the middle of the
// picture.
void Camera::add_turning(Rectangle& covered) const {
  const Vector axis = normalised(volume_.camera.up);
  const double tilt = std::abs(dot(axis, towards_)), lean = std::abs(dot(axis, up_));
  for (unsigned number = 0; number < 8; ++number) {
    const Vector from_centre = difference(corner(size_, number), centre_);
    const double height = dot(from_centre, axis);
    const double reach = std::sqrt(std::max(0.0, dot(from_centre, from_centre) - height * height));
    const double nearest =
        volume_.camera.perspective ? distance_ - std::abs(height) * tilt - reach * lean : 1;
    const double across = reach / nearest, up = (std::abs(height) * lean + reach * tilt) / nearest;
    covered.add({across, up});
    covered.add({-across, -up});
  }
}

Camera::Rectangle Camera::seen_of_lattice() const {
  Rectangle covered;
  for (unsigned number = 0; number < 8; ++number) {
    const Vector from_centre = difference(corner(size_, number), centre_);
    const double depth = volume_.camera.perspective ? distance_ - dot(from_centre, towards_) : 1;
    covered.add({dot(from_centre, right_) / depth, dot(from_centre, up_) / depth});
  }
  if (volume_.camera.turns) add_turning(covered);
  return covered;
}

// Sets the smallest number of sites per pixel at which every corner lies in the picture, and the middle of
// the picture.
void Camera::fit() {
  const double room = margin * std::min(volume_.width, volume_.height);
  const Rectangle covered = seen_of_lattice();
  scale_ = std::max((covered.most.x - covered.least.x) / (volume_.width - 2 * room),
                    (covered.most.y - covered.least.y) / (volume_.height - 2 * room));
  middle_ = {(covered.least.x + covered.most.x) / 2, (covered.least.y + covered.most.y) / 2};
}

Camera::Size Camera::size_to_fill(unsigned longer_side) const {
  const Rectangle covered = seen_of_lattice();
  // Width divided by height.
  const double ratio = (covered.most.x - covered.least.x) / (covered.most.y - covered.least.y);
  const auto side = [&](double part) {  // wide enough for a scale below it, and even, as films require
    const double least = longer_side / 2.0;
    return static_cast<unsigned>(std::lround(std::clamp(longer_side * part, least, 2 * least) / 2)) * 2;
  };
  return {side(ratio), side(1 / ratio)};
}

double Camera::depth_of(const Vector& place) const {
  return distance_ - dot(difference(place, centre_), towards_);
}

Camera::Point Camera::seen(const Vector& place) const {
  const Vector from_centre = difference(place, centre_);
  const double size = scale_ * (volume_.camera.perspective ? depth_of(place) : 1);
  const double shift = size / scale_;
  return {volume_.width / 2.0 + (dot(from_centre, right_) - middle_.x * shift) / size,
          volume_.height / 2.0 - (dot(from_centre, up_) - middle_.y * shift) / size};
}

double Camera::sites_of_pixel() const { return volume_.camera.perspective ? scale_ * distance_ : scale_; }

bool Camera::sees_face(unsigned axis, bool upper) const {
  const double side = upper ? 1 : -1;
  const double before = volume_.camera.perspective ? size_[axis] / 2 : 0;
  return towards_[axis] * side * (volume_.camera.perspective ? distance_ : 1) > before;
}

void Camera::aim(VolumeScene& scene, const Site& first) const {
  const double samples = volume_.samples;
  const double left = middle_.x + (0.5 / samples - volume_.width / 2.0) * scale_;
  const double top = middle_.y + (volume_.height / 2.0 - 0.5 / samples) * scale_;
  const double step = scale_ / samples;
  const Vector begin =
      difference(sum(centre_, scaled(towards_, distance_)),
                 {static_cast<double>(first.x), static_cast<double>(first.y), static_cast<double>(first.z)});
  const bool is_parallel = !volume_.camera.perspective;
  const Vector lamp = normalised(sum(sum(scaled(towards_, 0.65), scaled(up_, 0.6)), scaled(right_, -0.55)));
  for (unsigned axis = 0; axis < 3; ++axis) {
    const double corner_of_picture = right_[axis] * left + up_[axis] * top;
    constexpr unsigned place_bits = PLACE_BITS + 16, ray_bits = RAY_BITS + 10;
    scene.origin[axis] = fixed_point_number(begin[axis] + (is_parallel ? corner_of_picture : 0), place_bits);
    scene.origin_right[axis] = is_parallel ? fixed_point_number(right_[axis] * step, place_bits) : 0;
    scene.origin_down[axis] = is_parallel ? fixed_point_number(-up_[axis] * step, place_bits) : 0;
    scene.ray[axis] = fixed_point_number(-towards_[axis] + (is_parallel ? 0 : corner_of_picture), ray_bits);
    scene.ray_right[axis] = is_parallel ? 0 : fixed_point_number(right_[axis] * step, ray_bits);
    scene.ray_down[axis] = is_parallel ? 0 : fixed_point_number(-up_[axis] * step, ray_bits);
    Vector normal{};
    normal[axis] = -1;
    scene.light_of_face[2 * axis] = light_of(normal, lamp, normalised(volume_.camera.up));
    normal[axis] = 1;
    scene.light_of_face[2 * axis + 1] = light_of(normal, lamp, normalised(volume_.camera.up));
  }
  double nearest = depth_of(corner(size_, 0)), farthest = nearest;
  for (unsigned number = 1; number < 8; ++number) {
    nearest = std::min(nearest, depth_of(corner(size_, number)));
    farthest = std::max(farthest, depth_of(corner(size_, number)));
  }
  scene.nearest = fixed_point_number(nearest, SITE_TIME_BITS);
  scene.farthest = fixed_point_number(farthest, SITE_TIME_BITS);
  scene.width = volume_.width;
  scene.height = volume_.height;
  scene.samples = volume_.samples;
}

std::optional<CameraProblem> problem_of(const CameraSpec& camera, const Extent& lattice) {
  const Vector from = normalised(camera.from), up = normalised(camera.up);
  if (length(from) == 0)
    return CameraProblem{"from", "is [0, 0, 0], which is no direction; write [1.2, -2, 1]"};
  if (length(up) == 0) return CameraProblem{"up", "is [0, 0, 0], which is no direction; write z"};
  if (length(cross(up, from)) < 1e-3)
    return CameraProblem{
        "from",
        "lies along 'up', so that no side of the picture is up; choose another direction, or "
        "another axis for 'up'"};
  if (camera.distance && !camera.perspective)
    return CameraProblem{"distance", "is for pictures in perspective; add perspective: 40"};
  const double radius = length(size_of(lattice)) / 2;
  if (camera.distance && *camera.distance <= radius)
    return CameraProblem{
        "distance",
        fmt::format("is {}; the eye would be inside the lattice or too close to see all of it: it must be "
                    "more than {:.1f} sites from the centre",
                    *camera.distance, radius)};
  return std::nullopt;
}

}  // namespace morula
