// Passes a shape as arguments to the kernels that excite its cells.
#pragma once

#include <vector>

#include "gpu/device.h"
#include "models/sites/shape.h"

namespace morula {

// Appends to a kernel's own arguments the first site and the extent of the shape's bounding box, and its
// ball.
inline std::vector<gpu::Argument> with_shape(std::vector<gpu::Argument> arguments, const Shape& shape) {
  const Extent box = shape.box();
  for (const gpu::Argument& argument : std::vector<gpu::Argument>{
           shape.from.x, shape.from.y, shape.from.z, box.x, box.y, box.z, std::uint32_t{shape.is_ball},
           shape.centre.x, shape.centre.y, shape.centre.z, shape.radius})
    arguments.push_back(argument);
  return arguments;
}

}  // namespace morula
