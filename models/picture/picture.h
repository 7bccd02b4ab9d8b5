// A picture of a model's state, made row by row or slab by slab: the whole state is never held.
#pragma once

#include "io/image.h"
#include "models/model.h"
#include "models/spec.h"

namespace morula {

io::Image picture(Model& model, const FramesSpec& frames);

}  // namespace morula
