// Files that a model file names.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "io/section.h"
#include "models/input_folder.h"
#include "models/spec.h"

namespace morula {

// Notes that the model was read with this file, and which key names it: a run can be resumed only with the
// same file. A stack of pictures is one input.
void note_input(KeyLocation named, const InputFolder& folder, const std::filesystem::path& name, Spec& spec);

// The text of the file that a required key names, noted as an input; nothing, and a problem noted, where it
// cannot be read.
std::optional<std::string> read_input_file(io::Section& section, std::string_view key,
                                           const InputFolder& folder, Spec& spec);

}  // namespace morula
