// The two voices of the program. Neither throws: a terminal that went away is no reason to lose a run.
#pragma once

#include <string_view>

namespace morula {

void say(std::string_view text);       // what was asked for, to standard output
void complain(std::string_view text);  // errors and progress, to standard error
bool everything_was_said();            // false when standard output took less than it was given

}  // namespace morula
