// Where a picture of a solid is taken from, and how places of the lattice are brought onto its pixels.
#pragma once

#include <algorithm>
#include <array>

#include "models/picture/ray_rule.h"
#include "models/spec.h"

namespace morula {

using Vector = std::array<double, 3>;  // in sites

double dot(const Vector& a, const Vector& b);
Vector cross(const Vector& a, const Vector& b);
// Of length 1; all zero where there is no direction.
Vector normalised(const Vector& vector);

// A part of the picture that is looked at from closer: how much larger it is, and which point of the whole
// picture comes to its middle, from -1 (left, below) to 1.
struct Zoom {
  double factor = 1, x = 0, y = 0;
};

// Computed only with + − × ÷ √ and core's elementary functions, so that every processor gets the same bits.
class Camera {
 public:
  Camera(const VolumeSpec& volume, const Extent& lattice, const Zoom& zoom = {});

  struct Point {
    double x, y;  // pixels, from the upper left corner of the picture
  };
  Point seen(const Vector& place) const;
  double depth_of(
      const Vector& place) const;  // the distance along the line of sight, from the plane of the eye
  double sites_of_pixel() const;   // at the centre of the lattice
  bool sees_face(unsigned axis, bool upper) const;  // of the lattice

  // The size of a picture that the lattice fills, whose longer side has this many pixels.
  struct Size {
    unsigned width, height;
  };
  Size size_to_fill(unsigned longer_side) const;

  // The rays through the pixels of the picture, in a lattice whose site 0 is `first` of the whole.
  void aim(VolumeScene& scene, const Site& first) const;

 private:
  // What the lattice covers of the plane at a distance of 1, or of any plane with parallel rays.
  struct Rectangle {
    Point least{1e300, 1e300}, most{-1e300, -1e300};
    void add(Point point) {
      least = {std::min(least.x, point.x), std::min(least.y, point.y)};
      most = {std::max(most.x, point.x), std::max(most.y, point.y)};
    }
  };
  Rectangle seen_of_lattice() const;
  void add_turning(Rectangle& seen) const;
  void fit();

  VolumeSpec volume_;
  Vector size_, centre_;
  Vector towards_, right_, up_;  // to the eye, and along the picture
  double distance_ = 0;          // of the eye, or of the plane in which parallel rays begin
  double scale_ = 1;             // sites of a pixel, at a distance of 1 with perspective
  Point middle_{0, 0};           // of the picture, in that plane, from the centre of the lattice
};

// Why nothing could be seen from there; empty if all is well. `key` names what is wrong, below `camera`.
struct CameraProblem {
  std::string key, what;
};
std::optional<CameraProblem> problem_of(const CameraSpec& camera, const Extent& lattice);

}  // namespace morula
