// Reads the rule of an automaton and its neighbourhood from a model file.
#pragma once

#include <optional>
#include <string>

#include "io/section.h"
#include "models/automaton/automaton_spec.h"
#include "models/input_folder.h"

namespace morula {

// The rule in the header of a pattern, for model files without a rule.
struct CarriedRule {
  std::optional<std::string> text;
  bool is_unknown = false;  // no readable pattern carries a rule, and at least one pattern could not be read
};

// Reads `rule` and `neighbourhood` of the section `automaton`, or `tissue` instead of a rule.
void read_rule(io::Section& section, const InputFolder& folder, const CarriedRule& carried,
               AutomatonSpec& automaton, Spec& spec);

}  // namespace morula
