// Reads the cells and patterns that are placed on a lattice before a run; patterns come from files.
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
  const InputFolder& folder;  // file names are relative to it
  const Lattice& lattice;
  unsigned states;
  bool has_rule;  // the model file gives a rule, so that the rules of patterns are ignored
  Spec& spec;     // files are noted in it as inputs
};

// Does the model file itself give the rule of the cells?
bool gives_rule(const io::Section& root);

// Reads `cells`, `pattern` and `patterns` of the section `initial`, in this order.
std::vector<Placed> read_placed(io::Section& initial, const PlacingContext& on);

// The rule of the first pattern under `initial` that carries one. Errors in patterns are left for
// read_placed() to report.
CarriedRule rule_in_patterns(io::Section& root, const InputFolder& folder);

}  // namespace morula
