// Settings of the life of cells, as a user may write them, as plain data: docs/life.md.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "models/potts/properties/property_spec.h"

namespace morula::potts {

// A number called `…_result` is the index of a result of the type's program `rules`; `result` is an index of
// a result of `shares`.
struct GrowingTarget {
  std::string term;  // volume or surface
  unsigned next_result = 0;
  double most = 0;
};

enum class CutAxis : u8 { Short, Long, Random, Given };

struct Share {
  enum class Kind : u8 { Half, Copy, Formula };
  std::string column;
  Kind kind = Kind::Half;
  unsigned result = 0;
};

struct Division {
  unsigned when_result = 0;
  CutAxis axis = CutAxis::Short;
  std::array<double, 3> along = {};  // used if the axis is given
  std::vector<Share> shares;         // only shares that differ from the default
  std::optional<u8> daughter;        // the type of the new cell, if it differs
};

struct Death {
  unsigned when_result = 0;
  bool at_once = false;
  double shrink = 0;
  u64 after = 0;  // steps at target 0 before the cell is removed
};

struct Becoming {
  u8 type = 0;
  unsigned when_result = 0;
};

struct TypeLife {
  CellProgram rules, shares;  // `shares` is evaluated only for cells that divide
  std::vector<GrowingTarget> targets;
  std::optional<Division> division;
  std::optional<Death> death;
  std::vector<Becoming> becoming;

  const GrowingTarget* target(const std::string& term) const;
};

struct LifeSpec {
  std::vector<TypeLife> of_types;  // for every type; empty if the model has no life

  bool empty() const { return of_types.empty(); }
  bool divides() const;
  // Does each cell have its own target of this constraint, because cells may grow or shrink?
  bool has_target(const std::string& term) const;
  double most(const std::string& term) const;  // largest target of all types with this target
  std::vector<CellInput> inputs() const;       // inputs of all formulas
};

}  // namespace morula::potts
