// Configurations written out: for people, for programs, and as a picture of the tree.
#pragma once

#include <string>

#include "models/membrane/configuration.h"

namespace morula::membrane {

// "step 3", then a line for each membrane: number, [contents]'label with its charge, and the parent's number;
// last the environment.
std::string text_trace(const System& system, const Configuration& configuration, u64 step);

// One line:
// {"step":3,"membranes":[{"label":"1","charge":"+","parent":null,"contents":{"a":2}}],"environment":{}}.
std::string json_trace(const System& system, const Configuration& configuration, u64 step);

constexpr std::size_t most_in_picture = 1000;

// Membranes as boxes in each other, with label, charge and contents. Throws Error where there are more than
// most_in_picture.
std::string tree_picture(const System& system, const Configuration& configuration);

}  // namespace morula::membrane
