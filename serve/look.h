// What a window of the page shows.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "models/picture/camera.h"
#include "models/spec.h"

namespace morula::serve {

constexpr unsigned least_side = 16, largest_side = 2048;  // of a picture, in pixels

struct Look {
  unsigned width = 800, height = 600;  // pixels
  std::string of;                      // the name of a view; the first one when empty
  std::string palette;                 // the usual colours when empty
  bool is_volume = true;               // a lattice in 3D is shown by rays through it, else as a slice
  Axis axis = Axis::Z;                 // across which the slice lies
  std::optional<Index> at;             // where it lies; in the middle when absent
  // For planes and slices: the place in the middle of the window, in sites, and the size of a site. All of
  // the lattice is shown when absent.
  double x = 0, y = 0;
  std::optional<double> pixels_of_site;
  // For volumes.
  std::array<double, 3> from = {1.2, -2, 1};
  Zoom zoom;
  bool is_dark = false;    // what lies around the lattice
  bool has_panes = false;  // where there is a model beside this one: both, and where they differ
};

}  // namespace morula::serve
