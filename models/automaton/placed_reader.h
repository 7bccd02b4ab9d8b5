// Reads what is placed on a lattice before a run: cells one by one, and patterns out of files.
#pragma once

#include "models/automaton/automaton_initial_spec.h"

namespace morula {

struct PlacedOn {
  const std::filesystem::path& folder;  // that files are relative to
  const Lattice& lattice;
  unsigned states;
};

// `cells`, `pattern` and `patterns` of the section `initial`, in this order.
std::vector<Placed> read_placed(io::Section& initial, const PlacedOn& on);

}  // namespace morula
