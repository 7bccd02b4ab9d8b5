// Files that a model file names.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "io/section.h"
#include "models/input_folder.h"
#include "models/spec.h"

namespace morula {

// Records that the model was read with this file, and which key names it: a run can only be resumed with the
// same file. A stack of pictures is one input.
void note_input(KeyLocation named, const InputFolder& folder, const std::filesystem::path& name, Spec& spec);

// The text of the file that a required key names; the file is recorded as an input. If it cannot be read,
// notes a problem and returns nothing.
std::optional<std::string> read_input_file(io::Section& section, std::string_view key,
                                           const InputFolder& folder, Spec& spec);

}  // namespace morula
