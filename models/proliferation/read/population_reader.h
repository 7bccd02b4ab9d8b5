// The keys `population` and `target`: histograms in files or written out.
#pragma once

#include <optional>

#include "models/input_folder.h"
#include "models/proliferation/proliferation_spec.h"

namespace morula {

// A file's name, {file: NAME, channel: NAME}, or a list of [fluorescence, count]; bins without cells are left
// out. Nothing, and a problem noted, where it is wrong. A file is noted as an input of `spec`.
std::optional<Histogram> read_population(io::Section& section, const char* key, const InputFolder& folder,
                                         Spec& spec);

// The same, or {file: …, bins: …, from: …, to: …}; nothing where there is none.
std::optional<Target> read_target(io::Section& section, const InputFolder& folder,
                                  const ProliferationSpec& proliferation, Spec& spec);

}  // namespace morula
