// Names that sources of fields and formulas of their initial values can use.
#pragma once

#include <map>
#include <string>

#include "core/formula/compiler.h"
#include "core/lattice.h"
#include "models/fields/field_spec.h"

namespace morula::fields {

enum class FormulaUse : u8 { Source, Initial };

class SourceVocabulary {
 public:
  SourceVocabulary(const FieldsSpec& spec, const Lattice& lattice, FormulaUse use);
  SourceVocabulary(const SourceVocabulary&) = delete;
  SourceVocabulary& operator=(const SourceVocabulary&) = delete;

  const formula::Vocabulary& vocabulary() const { return names_; }
  // Completes a program that was compiled with this vocabulary and whose results are already listed in it.
  SiteProgram complete(formula::Program program) const;

 private:
  void add(const std::string& name, FieldInput input, formula::NamedInput named);
  void add_fields(const FieldsSpec& spec, FormulaUse use);
  void add_sites(const FieldsSpec& spec, const Lattice& lattice);
  void add_draws();
  formula::Value word(formula::Compiler& compiler);

  formula::Vocabulary names_;
  std::map<std::string, FieldInput> inputs_;
  unsigned draws_ = 0;
};

// The reason why a field or a parameter cannot have this name; empty if it can.
std::string wrong_with_field_name(const std::string& name);

}  // namespace morula::fields
