// To which run a saved state belongs. Runs that differ only in their seed or in a parameter have states of
// the same shape, and `resume` would continue one with the state of the other.
#pragma once

#include <filesystem>
#include <string>

#include "core/hash.h"
#include "models/spec.h"
#include "runner/checkpoint.h"

namespace morula {

// The hash of what the states of a run depend on: all of its model file but steps, changes, output and
// checkpoint.
Hash settings_hash(const std::string& model_text);

// The attributes of checkpoint.h5 that name its run.
StateAttributes identity_of_run(const Spec& spec, const std::filesystem::path& run);

// Throws FileError if the state in this file belongs to another run. Files of earlier versions, which do not
// say to which run they belong, pass.
void check_identity(const std::filesystem::path& state, const Spec& spec, const std::filesystem::path& run);

}  // namespace morula
