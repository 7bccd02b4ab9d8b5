// A configuration as a picture: membranes are boxes inside one another.
#pragma once

#include <string>

#include "models/membrane/configuration.h"

namespace morula::membrane {

constexpr std::size_t most_in_picture = 100'000;

// Each box shows its label, charge and contents. Siblings that are equal, including everything in them, are
// drawn as one box with their number. If there are still too many boxes for a page, only the first ones in
// each parent are drawn, and the others are counted by label and charge. Throws Error if there are more
// membranes than most_in_picture.
std::string tree_picture(const System& system, const Configuration& configuration);

}  // namespace morula::membrane
