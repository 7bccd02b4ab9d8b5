// The key `formula` of the section `initial`.
#pragma once

#include <memory>

#include "core/lattice.h"
#include "io/section.h"
#include "models/sites/site_names.h"

namespace morula {

// `states` is how many there are, which need not have names. Nothing where it is wrong, which is noted.
std::shared_ptr<const FormulaRule> read_initial_formula(io::Section& initial, const Lattice& lattice,
                                                        const SiteNames& names, unsigned states);

}  // namespace morula
