// The names that formulas of automata may use, in addition to the functions that all formulas have.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/formula/compiler.h"
#include "core/lattice.h"
#include "models/sites/site_names.h"

namespace morula {

// Holds the vocabulary of a rule's formulas while the rule is compiled, and the inputs and draws that they
// use.
class SiteVocabulary {
 public:
  SiteVocabulary(const Lattice& lattice, const Neighbourhood& neighbourhood,
                 const std::vector<std::string>& states, const std::vector<RuleParameter>& parameters);
  SiteVocabulary(const SiteVocabulary&) = delete;
  SiteVocabulary& operator=(const SiteVocabulary&) = delete;

  const formula::Vocabulary& vocabulary() const { return names_; }
  void define(const std::string& name, const formula::Value& value);
  void refuse_states();   // for initial states, since no states exist before them
  void refuse_changes();  // for columns of the series, which cannot change states

  // Completes the rule with a program that was compiled with this vocabulary.
  void complete(FormulaRule& rule, formula::Program program) const;

  // The meaning of the inputs of a program that was compiled with this vocabulary.
  std::vector<SiteInput> inputs_of(const formula::Program& program) const;
  unsigned draws() const { return draws_; }
  int range() const { return range_; }  // the largest coordinate difference at which states are read

  // The reason why a state, parameter or definition cannot have this name; empty if it can.
  static std::string wrong_with_name(const std::string& name);

 private:
  formula::NamedInput named(const std::string& name, const SiteInput& input, std::int64_t greatest);
  formula::NamedInput state_at(const Neighbour& offset);
  formula::Value random_word(formula::Compiler& compiler);

  formula::Value count(formula::Compiler& compiler, const formula::Syntax& call);
  formula::Value count_each(formula::Compiler& compiler, const formula::Syntax& condition);
  std::optional<StateSet> states_meeting(const formula::Syntax& condition) const;
  std::optional<std::vector<StateSet>> states_meeting_by_own(const formula::Syntax& condition) const;
  formula::Value at(formula::Compiler& compiler, const formula::Syntax& call);
  formula::Value total(formula::Compiler& compiler, const formula::Syntax& call);
  formula::Value chance(formula::Compiler& compiler, const formula::Syntax& call);
  formula::Value uniform(formula::Compiler& compiler, const formula::Syntax& call);

  void add_values(const std::vector<RuleParameter>& parameters);
  void add_functions();
  formula::Vocabulary inside_count() const;
  std::int64_t whole_constant(formula::Compiler& compiler, const formula::Syntax& part);

  Lattice lattice_;
  Neighbourhood neighbourhood_;
  std::vector<std::string> states_;
  formula::Vocabulary names_;
  std::vector<std::string> definitions_;
  std::map<std::string, SiteInput> inputs_;  // by name
  unsigned draws_ = 0;
  int range_ = 0;
};

// The names of states in formulas: their own names, or `state_3` if a name is not allowed in formulas or is
// given to several states.
std::vector<std::string> names_in_formulas(const std::vector<std::string>& names);

}  // namespace morula
