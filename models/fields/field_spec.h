// Settings of the fields of a model, as a user may write them, as plain data.
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

// The condition at an end of an axis.
struct BoundaryCondition {
  enum class Kind : u8 { Periodic, Value, Flux };
  Kind kind = Kind::Flux;
  double number = 0;  // the value beyond a wall, or the flow in through it in a step
};

enum class Solver : u8 { Explicit, Implicit };

// Meaning of an input of a program of formulas.
struct FieldInput {
  enum class Kind : u8 {
    Field,      // value of a field at the site; `number` is that of the field
    Class,      // class of the site: its type
    Quantity,   // quantity of the site that the family provides by name
    X,          // coordinates
    Y,          //
    Z,          //
    Word,       // 32 random bits of this occurrence, in initial values
    Step,       // counted from 0; same at every site, as the next
    Parameter,  // `number` is its index
  };
  Kind kind = Kind::Field;
  unsigned number = 0;

  bool is_uniform() const { return kind >= Kind::Step; }
};

// Formulas that are evaluated at every site, with the meaning of their inputs.
struct SiteProgram {
  std::vector<FieldInput> inputs;  // inputs of the program before it is split
  formula::SplitProgram program;

  bool is_empty() const { return program.whole.results.empty(); }
};

struct FieldSpec {
  std::string name;
  double diffusion = 0, decay = 0;
  bool has_source = false;
  unsigned source = 0;  // index among the results of FieldsSpec::sources
  // A number, a formula, or a value for each site, the same in all replicas.
  std::variant<double, std::shared_ptr<const SiteProgram>, std::shared_ptr<const io::Reals>> initial = 0.0;
  std::array<std::array<BoundaryCondition, 2>, 3>
      boundary{};  // for each axis, at its beginning and at its end
  bool is_signed = false;
  Solver solver = Solver::Explicit;

  bool changes() const;
};

// A quantity that a family has at every site and that formulas may use.
struct SiteQuantity {
  std::string name;
  formula::Type type = formula::Type::Real;
};

struct FieldsSpec {
  std::vector<FieldSpec> fields;
  std::string class_name = "type";   // name of the class of a site in formulas
  std::vector<std::string> classes;  // names of the classes in formulas
  std::vector<SiteQuantity> quantities{};
  std::vector<RuleParameter> parameters;
  SiteProgram sources;
  u32 sub_steps = 1;

  bool empty() const { return fields.empty(); }
  bool any_changes() const;
};

// Fields on a lattice, and the number of replicas.
struct FieldsOnLattice {
  FieldsSpec spec;
  Lattice lattice;
  u64 replicas = 1;
};

}  // namespace morula::fields
