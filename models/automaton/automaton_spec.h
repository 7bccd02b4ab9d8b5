// The section `automaton` of a model file.
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
  Transitions transitions;  // the rule as tables, for the plain engines
  // The same rule for the bit-plane engines, if they can run it: a cycle, or else a table of squares.
  std::optional<CycleRule> cycle;
  std::optional<SquareTable> table;
  std::string rule_name;  // in Golly's notation; empty for tissue
  std::optional<TissueSpec> tissue;
  std::shared_ptr<const FormulaRule> formulas;  // set if the rule is written as transitions with formulas
  bool is_tabled = false;  // the formulas were turned into the tables above, and are not evaluated
  bool plain = false;      // use the plain engine for any rule
  bool skip_quiet = true;  // skip tiles in which nothing changes
  InitialSpec initial;
  std::uint64_t replica = 0;  // the number of this replica, which addresses its draws

  std::vector<std::string> explanation() const override;  // explains a rule written as formulas
};

void read_automaton(io::Section& root, const InputFolder& folder, Spec& spec);

}  // namespace morula
