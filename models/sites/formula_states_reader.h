// Reads the key `formula` of the section `initial`.
#pragma once

#include <memory>

#include "core/lattice.h"
#include "io/section.h"
#include "models/sites/site_names.h"

namespace morula {

// `states` is the number of states, which need not have names. Returns nothing if the formula is wrong; the
// error is reported.
std::shared_ptr<const FormulaRule> read_initial_formula(io::Section& initial, const Lattice& lattice,
                                                        const SiteNames& names, unsigned states);

}  // namespace morula
