// Curves as a picture: a frame, a line where the value is 0, and the curves. The figures beside the frame are
// in the tables that the picture was made from.
#pragma once

#include <vector>

#include "io/image.h"

namespace morula {

struct Curve {
  std::vector<double> values;  // evenly spaced from the left edge of the frame to the right
  io::Colour colour;
};

io::Image line_plot(const std::vector<Curve>& curves);

}  // namespace morula
