// `life: {tumour: {target: …, divide: …, die: …, become: …}}`: docs/life.md.
#pragma once

#include "io/section.h"
#include "models/potts/potts_spec.h"

namespace morula::potts {

// To be called when types, terms, fields and properties have been read. Adds notes about settings that are
// allowed but probably not intended.
void read_life(io::Section& section, PottsSpec& spec, std::vector<std::string>& notes);

}  // namespace morula::potts
