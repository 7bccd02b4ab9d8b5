// Reads what is placed on a lattice before a run: cells one by one, and patterns out of files.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "io/section.h"
#include "models/automaton/initial/initial_spec.h"
#include "models/automaton/read/rule_reader.h"
#include "models/input_folder.h"
#include "models/spec.h"

namespace morula {

struct PlacingContext {
  const InputFolder& folder;  // that files are relative to
  const Lattice& lattice;
  unsigned states;
  bool has_rule;  // the model file gives the automaton's rule, so that those of patterns do not matter
  Spec& spec;     // in which files are noted as inputs
};

// Does the model file say itself what the cells do?
bool gives_rule(const io::Section& root);

// `cells`, `pattern` and `patterns` of the section `initial`, in this order.
std::vector<Placed> read_placed(io::Section& initial, const PlacingContext& on);

// The rule of the first pattern under `initial` that carries one. What is wrong with the patterns is for
// read_placed to say.
CarriedRule rule_in_patterns(io::Section& root, const InputFolder& folder);

}  // namespace morula
