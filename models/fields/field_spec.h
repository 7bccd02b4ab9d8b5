// What a user may write for the fields of a model, as plain data.
#pragma once

#include <array>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "core/lattice.h"
#include "io/reals.h"
#include "models/formula/split_program.h"
#include "models/sites/formula_rule_spec.h"

namespace morula::fields {

// What lies beyond an end of an axis.
struct BoundaryCondition {
  enum class Kind : u8 { Periodic, Value, Flux };
  Kind kind = Kind::Flux;
  double number = 0;  // the value beyond a wall, or what enters through it in a step
};

enum class Solver : u8 { Explicit, Implicit };

// What an input of a program of formulas stands for.
struct FieldInput {
  enum class Kind : u8 {
    Field,      // its value at the site, by its number
    Class,      // of the site: its type
    Quantity,   // of the site, that the family gives by name
    X,          // coordinates
    Y,          //
    Z,          //
    Word,       // 32 random bits of this occurrence, in initial values
    Step,       // from 0; this and the next are the same at every site
    Parameter,  // by its number
  };
  Kind kind = Kind::Field;
  unsigned number = 0;

  bool is_uniform() const { return kind >= Kind::Step; }
};

// Formulas that are evaluated at every site, with what their inputs stand for.
struct SiteProgram {
  std::vector<FieldInput> inputs;  // of the whole program
  formula::SplitProgram program;

  bool is_empty() const { return program.whole.results.empty(); }
};

struct FieldSpec {
  std::string name;
  double diffusion = 0, decay = 0;
  bool has_source = false;
  unsigned source = 0;  // its number among the results of FieldsSpec::sources
  // A number, a formula, or a value for each site, the same in all replicas.
  std::variant<double, std::shared_ptr<const SiteProgram>, std::shared_ptr<const io::Reals>> initial = 0.0;
  std::array<std::array<BoundaryCondition, 2>, 3>
      boundary{};  // of each axis, at its beginning and at its end
  bool is_signed = false;
  Solver solver = Solver::Explicit;

  bool changes() const;
};

// Something that a family knows of every site, and that formulas may name.
struct SiteQuantity {
  std::string name;
  formula::Type type = formula::Type::Real;
};

struct FieldsSpec {
  std::vector<FieldSpec> fields;
  std::string class_name = "type";   // what formulas call the class of a site
  std::vector<std::string> classes;  // as formulas name them
  std::vector<SiteQuantity> quantities{};
  std::vector<RuleParameter> parameters;
  SiteProgram sources;
  u32 sub_steps = 1;

  bool empty() const { return fields.empty(); }
  bool any_changes() const;
};

// Fields on a lattice, and in how many replicas.
struct FieldsOnLattice {
  FieldsSpec spec;
  Lattice lattice;
  u64 replicas = 1;
};

}  // namespace morula::fields
