// frames/legend.svg: what each colour of the frames stands for.
#pragma once

#include <optional>
#include <string>

#include "models/model.h"
#include "models/spec.h"

namespace morula {

// What a class is called in legends.
std::string name_of_class(const View& view, unsigned class_);

// Of a graded view, with the numbers of the lowest and the highest level if they are given; in frames they
// stand below each picture.
std::string frame_legend(Model& model, const FramesSpec& frames,
                         const std::optional<LevelLimits>& limits = std::nullopt);

}  // namespace morula
