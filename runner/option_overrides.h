// Overrides that an option of the command line made, such as `replica=9` from `--replica 9`. A user who never
// wrote --set must not be told that --set is wrong.
#pragma once

#include <string>
#include <vector>

#include "core/error.h"

namespace morula {

struct OptionOverride {
  std::string option;      // as the user wrote it: "--replica 9"
  std::string assignment;  // in the form of --set: "replica=9"
};

// The same problems; those at such an override name its option as their place.
SpecError naming_options(const SpecError& error, const std::vector<OptionOverride>& options);

}  // namespace morula
