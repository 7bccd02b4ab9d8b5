// A P system with active membranes, expanded: no parameters, iterators or calls are left. Plain data.
#pragma once

#include <string>
#include <vector>

#include "core/dialect.h"
#include "core/error.h"

namespace morula::membrane {

enum class Kind : u8 { Evolution, SendIn, SendOut, Dissolution, Division };

enum Charge : u8 { Neutral = 0, Positive = 1, Negative = 2 };
constexpr u32 charges = 3;

constexpr u32 no_membrane = 0xFFFFFFFFu;  // the environment, where a parent is asked for

struct Term {
  u32 object = 0;
  u64 count = 0;
  friend bool operator==(const Term&, const Term&) = default;
};
using Multiset = std::vector<Term>;  // ascending objects, no count is 0

// [left]'label --> right, in the notation of the rule's kind.
struct Rule {
  Kind kind = Kind::Evolution;
  u32 label = 0;
  Charge charge = Neutral;
  Multiset left;   // of a send-in: taken from the parent
  Multiset right;  // of a send-out: into the parent; of a division: into the first daughter
  Multiset second = {};
  Charge charge_after = Neutral;  // not of evolution and dissolution
  Charge second_charge_after = Neutral;
  SourceLocation place = {};

  bool same_as(const Rule& other) const;  // wherever they stand
};

struct InitialMembrane {
  u32 label = 0;
  Charge charge = Neutral;
  u32 parent = no_membrane;  // comes before it; none of the skin, which is the first
  Multiset contents = {};
  friend bool operator==(const InitialMembrane&, const InitialMembrane&) = default;
};

struct System {
  std::vector<std::string> objects, labels;
  std::vector<Rule> rules;  // in file order
  std::vector<InitialMembrane> membranes;

  friend bool operator==(const System& a, const System& b);
};

// With `label` and `charge`: rules are selected by both.
constexpr u32 class_of(u32 label, u8 charge) { return label * charges + charge; }

}  // namespace morula::membrane
