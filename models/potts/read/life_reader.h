// `life: {tumour: {target: …, divide: …, die: …, become: …}}`: docs/life.md.
#pragma once

#include "io/section.h"
#include "models/potts/potts_spec.h"

namespace morula::potts {

// When types, terms, fields and properties are known.
// Notes say what is allowed and probably not meant.
void read_life(io::Section& section, PottsSpec& spec, std::vector<std::string>& notes);

}  // namespace morula::potts
