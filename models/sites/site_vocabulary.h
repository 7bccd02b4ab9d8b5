// The names that formulas of automata may use, beside the functions that all formulas have.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/formula/compiler.h"
#include "core/lattice.h"
#include "models/sites/site_names.h"

namespace morula {

// While a rule is compiled: the vocabulary of its formulas, and which inputs and draws they asked for.
class SiteVocabulary {
 public:
  SiteVocabulary(const Lattice& lattice, const Neighbourhood& neighbourhood,
                 const std::vector<std::string>& states, const std::vector<RuleParameter>& parameters);
  SiteVocabulary(const SiteVocabulary&) = delete;
  SiteVocabulary& operator=(const SiteVocabulary&) = delete;

  const formula::Vocabulary& vocabulary() const { return names_; }
  void define(const std::string& name, const formula::Value& value);
  void refuse_states();   // for the initial state, before which there is none
  void refuse_changes();  // for columns of the series, which only look at the state

  // Gives the rule a program that was compiled with this vocabulary.
  void complete(FormulaRule& rule, formula::Program program) const;

  // What the inputs of a program stand for that was compiled with this vocabulary.
  std::vector<SiteInput> inputs_of(const formula::Program& program) const;
  unsigned draws() const { return draws_; }
  int range() const { return range_; }  // the largest difference of a coordinate at which states are read

  // Says why a state, parameter or definition cannot have this name; empty if it can.
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

// Names by which formulas call states: their own, but `state_3` where that is no name of formulas or is given
// to several.
std::vector<std::string> names_in_formulas(const std::vector<std::string>& names);

}  // namespace morula
