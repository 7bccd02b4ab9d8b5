// Reads the keys of `fields`.
#pragma once

#include <map>
#include <string>

#include "core/lattice.h"
#include "io/section.h"
#include "models/fields/field_spec.h"
#include "models/input_folder.h"
#include "models/spec.h"

namespace morula::fields {

constexpr std::size_t most_fields = 16;

// Reads the key `fields` of a family's section into `fields`, in which the classes of sites, the family's
// quantities and the parameters must have been set. `names_in_use` are the names that fields cannot have,
// each with its present meaning. Paths of files are relative to `folder`. The files, and the choices that the
// program made, are recorded in `spec`.
void read_fields(io::Section& section, const Lattice& lattice, const InputFolder& folder,
                 const std::map<std::string, std::string>& names_in_use, FieldsSpec& fields, Spec& spec);

}  // namespace morula::fields
