// The rule of an automaton and its neighbourhood, as a model file says them.
#pragma once

#include <optional>
#include <string>

#include "io/section.h"
#include "models/automaton/automaton_spec.h"
#include "models/input_folder.h"

namespace morula {

// The rule in the header of a pattern, for model files that give none.
struct CarriedRule {
  std::optional<std::string> text;
  bool is_unknown = false;  // no pattern that could be read carries one, and a pattern could not be read
};

// Reads `rule` and `neighbourhood` of the section `automaton`, or `tissue` in the place of a rule.
void read_rule(io::Section& section, const InputFolder& folder, const CarriedRule& carried,
               AutomatonSpec& automaton, Spec& spec);

}  // namespace morula
