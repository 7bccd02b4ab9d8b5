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

// The meaning of an input of the rule's program.
struct SiteInput {
  enum class Kind {
    State,      // the state at this offset from the site, which may be 0
    Count,      // the number of neighbours in one of these states
    X,          // coordinates of the site
    Y,          //
    Z,          //
    Word,       // 32 random bits for this occurrence of a random function
    Step,       // number of the step, from 0; this and the following kinds are the same at every site
    Total,      // number of sites in this state at the beginning of the step
    Parameter,  // the parameter of this number
  };

  Kind kind = Kind::State;
  Neighbour offset{};   // for a state
  StateSet states{};    // for a count: the states that are counted
  unsigned number = 0;  // number of the occurrence, state or parameter
  // For a count whose condition names the site's own state: the states that are counted, by the site's own
  // state.
  std::vector<StateSet> states_by_own{};

  bool is_uniform() const { return kind >= Kind::Step; }
  bool counts(std::size_t centre, std::size_t neighbour) const {
    return states_by_own.empty() ? states[neighbour] : states_by_own[centre][neighbour];
  }
};

// The largest number of states for which ranges are used: the end of a range must fit into a byte with one
// bit to spare, since four bytes share a word.
constexpr std::size_t most_states_in_ranges = 128;

// The consecutive states from `least` to `end` - 1.
struct RangeOfStates {
  u8 least = 0, end = 0;
};
std::vector<RangeOfStates> ranges_of(const StateSet& states);
// The ranges that are counted, indexed by the number of the range and then by the site's own state. States
// with fewer ranges get empty ones.
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
  std::vector<formula::Type> types{};  // the types of the formulas, in the order of the program
  unsigned draws = 0;                  // number of occurrences of chance() and uniform()
  Neighbourhood neighbourhood{};       // the neighbours that count(…) counts

  bool has_totals() const;
  bool can_fail() const;  // at some site; a failure at all sites is found before the step
};

}  // namespace morula
