// frames/legend.svg: what each colour of the frames stands for.
#pragma once

#include <optional>
#include <string>

#include "models/model.h"
#include "models/spec.h"

namespace morula {

// The name of a class in legends.
std::string name_of_class(const View& view, unsigned class_);

// The legend as SVG. For a graded view, it shows the numbers of the lowest and the highest level if they are
// given; in frames, these numbers stand below each picture instead.
std::string frame_legend(Model& model, const FramesSpec& frames,
                         const std::optional<LevelLimits>& limits = std::nullopt);

}  // namespace morula
