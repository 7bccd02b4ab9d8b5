// frames/legend.svg: what each colour of the frames stands for.
#pragma once

#include <string>

#include "models/model.h"
#include "models/spec.h"

namespace morula {

std::string frame_legend(Model& model, const FramesSpec& frames);

}  // namespace morula
