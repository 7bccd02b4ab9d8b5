// Configurations written out for people and for programs.
#pragma once

#include <string>

#include "models/membrane/configuration.h"

namespace morula::membrane {

// "step 3", then a line for each membrane: its number, [contents]'label with its charge, and the parent's
// number. The last line is the environment.
std::string text_trace(const System& system, const Configuration& configuration, u64 step);

// One line:
// {"step":3,"membranes":[{"label":"1","charge":"+","parent":null,"contents":{"a":2}}],"environment":{}}.
std::string json_trace(const System& system, const Configuration& configuration, u64 step);

std::string sign_of(u8 charge);  // "+", "-", or nothing

}  // namespace morula::membrane
