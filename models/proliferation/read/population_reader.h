// The keys `population` and `target`: histograms in files or in the model file itself.
#pragma once

#include <optional>

#include "models/input_folder.h"
#include "models/proliferation/proliferation_spec.h"

namespace morula {

// A file's name, {file: NAME, channel: NAME}, or a list of [fluorescence, count]. Bins without cells are left
// out. If it is wrong, a problem is noted and nothing is returned. A file is noted as an input of `spec`.
std::optional<Histogram> read_population(io::Section& section, const char* key, const InputFolder& folder,
                                         Spec& spec);

// The same, or {file: …, bins: …, from: …, to: …}. Returns nothing if there is no target.
std::optional<Target> read_target(io::Section& section, const InputFolder& folder,
                                  const ProliferationSpec& proliferation, Spec& spec);

}  // namespace morula
