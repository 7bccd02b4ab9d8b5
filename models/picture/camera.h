// The camera of a picture of a solid: where the picture is taken from, and which pixel shows which place of
// the lattice.
#pragma once

#include <algorithm>
#include <array>

#include "models/picture/ray_rule.h"
#include "models/spec.h"

namespace morula {

using Vector = std::array<double, 3>;  // in sites

double dot(const Vector& a, const Vector& b);
Vector cross(const Vector& a, const Vector& b);
// The vector with length 1; a vector of length 0 stays 0.
Vector normalised(const Vector& vector);

// A part of the picture, enlarged: the factor, and the point of the whole picture that comes to its middle,
// from -1 (left, bottom) to 1.
struct Zoom {
  double factor = 1, x = 0, y = 0;
};

// Uses only + − × ÷ √ and core's elementary functions, so that every processor gets the same bits.
class Camera {
 public:
  Camera(const VolumeSpec& volume, const Extent& lattice, const Zoom& zoom = {});

  struct Point {
    double x, y;  // pixels, from the upper left corner of the picture
  };
  Point seen(const Vector& place) const;
  double depth_of(const Vector& place) const;  // distance along the line of sight from the plane of the eye
  double sites_of_pixel() const;               // at the centre of the lattice
  bool sees_face(unsigned axis, bool upper) const;  // of the lattice

  // The size of a picture that the lattice fills and whose longer side has this many pixels.
  struct Size {
    unsigned width, height;
  };
  Size size_to_fill(unsigned longer_side) const;

  // Sets the rays through the pixels of the picture. Coordinates are counted from `first`, a site of the
  // whole lattice.
  void aim(VolumeScene& scene, const Site& first) const;

 private:
  // The rectangle that the lattice covers in the plane at a distance of 1, or in any plane if rays are
  // parallel.
  struct Rectangle {
    Point least{1e300, 1e300}, most{-1e300, -1e300};
    void add(Point point) {
      least = {std::min(least.x, point.x), std::min(least.y, point.y)};
      most = {std::max(most.x, point.x), std::max(most.y, point.y)};
    }
  };
  Rectangle seen_of_lattice() const;
  void add_turning(Rectangle& covered) const;
  void fit();

  VolumeSpec volume_;
  Vector size_, centre_;
  Vector towards_, right_, up_;  // directions: towards the eye, and to the right and up in the picture
  double distance_ = 0;          // of the eye, or of the plane in which parallel rays begin
  double scale_ = 1;             // sites per pixel; with perspective, at a distance of 1
  Point middle_{0, 0};           // of the picture in that plane, relative to the centre of the lattice
};

// The reason why nothing can be seen from there; empty if something can. `key` is the wrong key below
// `camera`.
struct CameraProblem {
  std::string key, what;
};
std::optional<CameraProblem> problem_of(const CameraSpec& camera, const Extent& lattice);

}  // namespace morula
