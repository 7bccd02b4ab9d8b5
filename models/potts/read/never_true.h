// Conditions that can never be true, found from the bounds of what they name.
#pragma once

#include <map>
#include <string>

namespace morula::potts {

// What a number may be at most; it is at least 0.
using GreatestValues = std::map<std::string, double>;

// False where the condition may be true for some values within these bounds; names without bounds may be
// anything. A formula that is wrong is judged elsewhere.
bool is_never_true(const std::string& condition, const GreatestValues& greatest);

}  // namespace morula::potts
