// A shape as arguments of the kernels that excite its cells.
#pragma once

#include <vector>

#include "gpu/device.h"
#include "models/sites/shape.h"

namespace morula {

// After a kernel's own arguments: where the box that holds the shape begins, its extent, and the ball in it.
inline std::vector<gpu::Argument> with_shape(std::vector<gpu::Argument> arguments, const Shape& shape) {
  const Extent box = shape.box();
  for (const gpu::Argument& argument : std::vector<gpu::Argument>{
           shape.from.x, shape.from.y, shape.from.z, box.x, box.y, box.z, std::uint32_t{shape.is_ball},
           shape.centre.x, shape.centre.y, shape.centre.z, shape.radius})
    arguments.push_back(argument);
  return arguments;
}

}  // namespace morula
