// A configuration as a picture: membranes as boxes in each other.
#pragma once

#include <string>

#include "models/membrane/configuration.h"

namespace morula::membrane {

constexpr std::size_t most_in_picture = 100'000;

// Each box has its label, charge and contents. Siblings that are equal, with all that is in them, are one box
// with their number. Where boxes are still too many for a page, those beyond the first of each parent are
// counted by label and charge. Throws Error where there are more membranes than most_in_picture.
std::string tree_picture(const System& system, const Configuration& configuration);

}  // namespace morula::membrane
