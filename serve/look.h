// What a window of the page shows.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "models/picture/camera.h"
#include "models/spec.h"

namespace morula::serve {

constexpr unsigned least_side = 16, largest_side = 2048;  // limits for a side of a picture, in pixels

struct Look {
  unsigned width = 800, height = 600;  // pixels
  std::string of;                      // the name of a view; if empty, the first one
  std::string palette;                 // if empty, the usual colours
  bool is_volume = true;               // a 3D lattice is drawn with rays through it; if false, as a slice
  Axis axis = Axis::Z;                 // the axis perpendicular to the slice
  std::optional<Index> at;             // position of the slice; if absent, the middle
  // For planes and slices: the place in the middle of the window, in sites, and the size of a site. If the
  // size is absent, the whole lattice is shown.
  double x = 0, y = 0;
  std::optional<double> pixels_of_site;
  // For volumes.
  std::array<double, 3> from = {1.2, -2, 1};
  Zoom zoom;
  bool is_dark = false;    // the surroundings of the lattice are dark
  bool has_panes = false;  // if there is a model beside this one: show both, and where they differ
};

}  // namespace morula::serve
