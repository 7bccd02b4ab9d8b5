// A rule that is written as transitions with formulas, as plain data.
#pragma once

#include <bit>
#include <bitset>
#include <memory>
#include <string>
#include <vector>

#include "core/dialect.h"
#include "core/formula/program.h"
#include "core/neighbourhood.h"
#include "models/formula/split_program.h"

namespace morula {

using StateSet = std::bitset<256>;

// What an input of the rule's program stands for.
struct SiteInput {
  enum class Kind {
    State,      // of the site at this offset, which may be the site itself
    Count,      // the number of neighbours in one of these states
    X,          // coordinates of the site
    Y,          //
    Z,          //
    Word,       // 32 random bits of this occurrence
    Step,       // the number of the step, from 0; this and the following are the same at every site
    Total,      // the number of sites in this state when the step began
    Parameter,  // by its number
  };

  Kind kind = Kind::State;
  Neighbour offset{};   // of a state
  StateSet states{};    // of a count
  unsigned number = 0;  // of an occurrence, a state or a parameter
  // Of a count whose condition names the site's own state: the states that are counted, for each of those.
  std::vector<StateSet> states_by_own{};

  bool is_uniform() const { return kind >= Kind::Step; }
  bool counts(std::size_t centre, std::size_t neighbour) const {
    return states_by_own.empty() ? states[neighbour] : states_by_own[centre][neighbour];
  }
};

// States whose ranges are asked for: their end has a byte, with a bit to spare where four share a word.
constexpr std::size_t most_states_in_ranges = 128;

// Consecutive states from `least` to the one before `end`.
struct RangeOfStates {
  u8 least = 0, end = 0;
};
std::vector<RangeOfStates> ranges_of(const StateSet& states);
// The ranges that are counted, first by their number and then by the site's own state. Where there are fewer,
// they are empty.
std::vector<std::vector<RangeOfStates>> ranges_by_own(const SiteInput& count);

struct RuleParameter {
  std::string name;
  formula::Type type = formula::Type::Real;
  u64 bits = 0;

  double number() const {
    return type == formula::Type::Real ? std::bit_cast<double>(bits)
                                       : static_cast<double>(static_cast<i64>(bits));
  }
};

struct FormulaRule {
  std::vector<std::string> states;
  std::vector<RuleParameter> parameters;
  std::vector<SiteInput> inputs;       // of the whole program
  formula::SplitProgram program;       // its only result is the next state
  std::vector<formula::Type> types{};  // of the formulas, in the order of the program's
  unsigned draws = 0;                  // occurrences of chance() and uniform()
  Neighbourhood neighbourhood{};       // whose sites count(…) counts

  bool has_totals() const;
  bool can_fail() const;  // at some site, that is: what fails everywhere is found before a step
};

}  // namespace morula
