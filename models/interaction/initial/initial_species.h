// Initial states of competing species: exact numbers of each state, placed by an addressed shuffle; or the
// states given by a file or a formula.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "core/field.h"
#include "core/lattice.h"
#include "core/threads.h"
#include "io/volume.h"
#include "models/sites/formula_rule_spec.h"

namespace morula {

struct InitialSpecies {
  // Number of sites in each state, which add up to those of the lattice. Empty if there is a `volume` or a
  // `formula`.
  std::vector<std::uint64_t> counts;
  std::shared_ptr<const io::Volume> volume;    // the states of all sites
  std::shared_ptr<const FormulaRule> formula;  // for the state of each site
};

// Writes the states of consecutive sites of one replica, in canonical order.
void fill_initial_species(const InitialSpecies& start, const Lattice& lattice, std::uint64_t seed,
                          std::uint64_t replica, Slab slab, std::span<std::uint8_t> states,
                          ThreadPool& threads);

}  // namespace morula
