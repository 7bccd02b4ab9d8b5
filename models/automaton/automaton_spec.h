// What a user may write for an automaton.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/lattice.h"
#include "core/neighbourhood.h"
#include "io/section.h"
#include "models/automaton/initial/initial_spec.h"
#include "models/automaton/rule/cycle_rule.h"
#include "models/automaton/rule/square_table.h"
#include "models/automaton/rule/transitions.h"
#include "models/automaton/tissue/tissue_spec.h"
#include "models/explained.h"
#include "models/input_folder.h"
#include "models/sites/formula_rule_spec.h"
#include "models/spec.h"

namespace morula {

struct AutomatonSpec : FamilySpec, Explained {
  Lattice lattice;
  Neighbourhood neighbourhood;
  Transitions transitions;  // the rule, as the plain engines compute it
  // The same rule, where the bit-plane engines can compute it: a cycle, or else a table.
  std::optional<CycleRule> cycle;
  std::optional<SquareTable> table;
  std::string rule_name;  // as Golly has it; empty for tissue
  std::optional<TissueSpec> tissue;
  std::shared_ptr<const FormulaRule> formulas;  // a rule that is written as transitions with formulas
  bool is_tabled = false;  // the formulas were made into the tables above, and are not evaluated
  bool plain = false;      // compute with the plain engine whatever the rule
  bool skip_quiet = true;  // leave out tiles in which nothing changes
  InitialSpec initial;
  std::uint64_t replica = 0;  // the number of this one, which draws are addressed by

  std::vector<std::string> explanation() const override;  // of a rule that is written as formulas
};

void read_automaton(io::Section& root, const InputFolder& folder, Spec& spec);

}  // namespace morula
