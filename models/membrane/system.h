// A P system with active membranes after expansion: plain data, without parameters, iterators or calls.
#pragma once

#include <string>
#include <vector>

#include "core/dialect.h"
#include "core/error.h"

namespace morula::membrane {

enum class Kind : u8 { Evolution, SendIn, SendOut, Dissolution, Division };

enum Charge : u8 { Neutral = 0, Positive = 1, Negative = 2 };
constexpr u32 charges = 3;

constexpr u32 no_membrane = 0xFFFFFFFFu;  // as a parent, the environment

struct Term {
  u32 object = 0;
  u64 count = 0;
  friend bool operator==(const Term&, const Term&) = default;
};
using Multiset = std::vector<Term>;  // objects ascend and no count is 0

// [left]'label --> right, in the notation of the rule's kind.
struct Rule {
  Kind kind = Kind::Evolution;
  u32 label = 0;
  Charge charge = Neutral;
  Multiset left;   // of a send-in: taken from the parent
  Multiset right;  // of a send-out: goes to the parent; of a division: goes to the first daughter
  Multiset second = {};
  Charge charge_after = Neutral;  // not for evolution and dissolution
  Charge second_charge_after = Neutral;
  SourceLocation place = {};

  bool same_as(const Rule& other) const;  // regardless of their places in the file
};

struct InitialMembrane {
  u32 label = 0;
  Charge charge = Neutral;
  u32 parent = no_membrane;  // comes before the membrane; none for the skin, which is the first
  Multiset contents = {};
  friend bool operator==(const InitialMembrane&, const InitialMembrane&) = default;
};

struct System {
  std::vector<std::string> objects, labels;
  std::vector<Rule> rules;  // in file order
  std::vector<InitialMembrane> membranes;

  friend bool operator==(const System& a, const System& b);
};

// Rules are selected by label and charge.
constexpr u32 class_of(u32 label, u8 charge) { return label * charges + charge; }

}  // namespace morula::membrane
