// What a user may write for the life of cells, as plain data: docs/life.md.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "models/potts/properties/property_spec.h"

namespace morula::potts {

// Numbers called `…_result` are those of results of the rules of the type, and `result` of its shares.
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
  std::array<double, 3> along = {};  // where the axis is given
  std::vector<Share> shares;         // that differ from what is usual
  std::optional<u8> daughter;        // the type of the new cell, where it is another one
};

struct Death {
  unsigned when_result = 0;
  bool at_once = false;
  double shrink = 0;
  u64 after = 0;  // steps at target 0
};

struct Becoming {
  u8 type = 0;
  unsigned when_result = 0;
};

struct TypeLife {
  CellProgram rules, shares;  // those of shares are evaluated for cells that divide
  std::vector<GrowingTarget> targets;
  std::optional<Division> division;
  std::optional<Death> death;
  std::vector<Becoming> becoming;

  const GrowingTarget* target(const std::string& term) const;
};

struct LifeSpec {
  std::vector<TypeLife> of_types;  // of every type; empty where the model has no life

  bool empty() const { return of_types.empty(); }
  bool divides() const;
  // Constraints whose targets each cell has of its own, because one of its cells may grow or shrink.
  bool has_target(const std::string& term) const;
  double most(const std::string& term) const;  // of all types that have a target of it here
  std::vector<CellInput> inputs() const;       // of all formulas
};

}  // namespace morula::potts
