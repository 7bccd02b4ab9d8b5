#include "models/automaton/formula/rule_tables.h"

#include <algorithm>
#include <map>
#include <optional>

#include "models/formula/interpreter.h"
#include "models/sites/rule_failure.h"

namespace morula {
namespace {

// Evaluates the formulas of a deterministic rule for given states and counts.
class RuleEvaluator {
 public:
  explicit RuleEvaluator(const FormulaRule& rule)
      : rule_(rule), interpreter_(std::make_shared<const formula::Code>(rule.program.site)) {
    formula::UniformValues uniform(rule.program);
    is_good_ = !uniform.evaluate(uniform_inputs(rule, {}));
    for (std::size_t i = 0; i < uniform.results().size(); ++i)
      interpreter_.fill_input(rule.inputs.size() + i, uniform.results()[i]);
  }

  // The next state if value_of(input) is the value of each input. Nothing if the formulas fail.
  template <typename ValueOf>
  std::optional<u8> next(const ValueOf& value_of) {
    for (std::size_t i = 0; i < rule_.inputs.size(); ++i)
      if (!rule_.inputs[i].is_uniform()) interpreter_.whole_input(i)[0] = value_of(rule_.inputs[i]);
    if (!is_good_ || interpreter_.evaluate(1)) return std::nullopt;
    return static_cast<u8>(interpreter_.whole_result(0)[0]);
  }

 private:
  const FormulaRule& rule_;
  formula::Interpreter interpreter_;
  bool is_good_ = false;
};

bool is_here(const SiteInput& input) {
  return input.kind == SiteInput::Kind::State && input.offset == Neighbour{};
}

// The next state by state and count of active neighbours. State 0 is not an active state, since cells beyond
// a fixed boundary are 0 and must not count.
struct CountTable {
  StateSet active;
  std::vector<std::vector<u8>> next;  // [state][count]
};

// The states that are counted, for a rule that depends only on the cell's state and on one count; nothing for
// other rules.
std::optional<StateSet> counted_states(const FormulaRule& rule) {
  StateSet counted;
  bool has_count = false;
  for (const SiteInput& input : rule.inputs) {
    if (input.kind == SiteInput::Kind::Parameter || is_here(input)) continue;
    if (input.kind != SiteInput::Kind::Count || !input.states_by_own.empty() ||
        (has_count && input.states != counted))
      return std::nullopt;
    counted = input.states;
    has_count = true;
  }
  return counted;
}

std::optional<CountTable> count_table(const FormulaRule& rule, std::size_t neighbours) {
  const auto counted = counted_states(rule);
  if (!counted) return std::nullopt;
  const bool counts_others = (*counted)[0];
  CountTable table{*counted, {}};
  if (counts_others)
    for (std::size_t state = 0; state < rule.states.size(); ++state) table.active.flip(state);
  RuleEvaluator evaluator(rule);
  for (std::size_t state = 0; state < rule.states.size(); ++state) {
    std::vector<u8>& row = table.next.emplace_back();
    for (std::size_t count = 0; count <= neighbours; ++count) {
      const auto next = evaluator.next([&](const SiteInput& input) {
        return static_cast<i64>(is_here(input) ? state : counts_others ? neighbours - count : count);
      });
      if (!next) return std::nullopt;
      row.push_back(*next);
    }
  }
  return table;
}

// The transitions, if every state has at most two successors: one if the cell is excited, and one if it is
// not.
std::optional<Transitions> two_ways_on(const CountTable& table) {
  Transitions tables(table.next.front().size() - 1);
  std::map<std::vector<bool>, u8> rows;
  for (std::size_t state = 0; state < table.next.size(); ++state) {
    const std::vector<u8>& next = table.next[state];
    u8 unexcited = next.front(), excited = unexcited;
    for (const u8 successor : next)
      if (successor != unexcited) excited = successor;
    if (unexcited == 1) std::swap(unexcited, excited);  // as in a cycle, whose excited cells become 1
    std::vector<bool> excites;
    for (const u8 successor : next) {
      if (successor != unexcited && successor != excited) return std::nullopt;
      excites.push_back(successor == excited && excited != unexcited);
    }
    u8 row = 0;
    if (std::ranges::find(excites, true) != excites.end()) {
      const auto [found, is_new] = rows.try_emplace(excites);
      if (is_new && rows.size() > 255) return std::nullopt;
      if (is_new) found->second = tables.add_row([&](u64 sum) { return excites[sum]; });
      row = found->second;
    }
    tables.add_state({excited, unexcited, static_cast<u8>(table.active[state] ? ACTIVE : 0), row});
  }
  return tables;
}

// The counts for which a cell in this state becomes 1, if 1 is not its unexcited next state. Nothing if some
// count leads to a third state.
std::optional<u32> excited_on(const std::vector<u8>& next, u32 unexcited) {
  u32 on = 0;
  for (std::size_t count = 0; count < next.size(); ++count) {
    if (next[count] == unexcited) continue;
    if (next[count] != 1) return std::nullopt;
    on |= u32{1} << count;
  }
  return on;
}

std::optional<CycleRule> as_cycle(const CountTable& table, u32 active, u32 last, u32 home) {
  constexpr Trigger none = {1, 0, 0};
  CycleRule rule{active, last, home, none, none};
  std::vector<Trigger> triggers;
  for (u32 state = 0; state < table.next.size(); ++state) {
    const auto on = excited_on(table.next[state], left_alone(rule, state));
    if (!on) return std::nullopt;
    if (*on == 0) continue;
    if (!triggers.empty() && triggers.back().on == *on && triggers.back().to + 1 == state)
      triggers.back().to = state;
    else
      triggers.push_back({state, state, *on});
  }
  if (triggers.size() > 2) return std::nullopt;
  if (!triggers.empty()) rule.first = triggers.front();
  if (triggers.size() == 2) rule.second = triggers.back();
  return rule;
}

std::optional<CycleRule> cycle_of(const CountTable& table) {
  const auto active = static_cast<u32>(table.active.count());
  for (u32 state = 1; state <= active; ++state)
    if (!table.active[state]) return std::nullopt;
  if (active == 0 || table.next.front().size() > 32) return std::nullopt;
  const auto states = static_cast<u32>(table.next.size());
  for (u32 last = states - 1; last >= active; --last)
    for (u32 home = 0; home < states; ++home)
      if (auto rule = as_cycle(table, active, last, home)) return rule;
  return std::nullopt;
}

// Does the rule read only cells of the 3 x 3 square around a site?
bool reads_a_square(const FormulaRule& rule) {
  return std::ranges::all_of(rule.inputs, [](const SiteInput& input) {
    const bool is_near = std::abs(input.offset.dx) <= 1 && std::abs(input.offset.dy) <= 1;
    return input.kind == SiteInput::Kind::Parameter || input.kind == SiteInput::Kind::Count ||
           (input.kind == SiteInput::Kind::State && is_near);
  });
}

// The value of an input if the bits of `square` are the cells around the site.
i64 value_in_square(const SiteInput& input, const Neighbourhood& neighbourhood, unsigned square) {
  const auto cell = [&](i32 dx, i32 dy) { return (square >> square_bit(dx, dy)) & 1; };
  if (input.kind == SiteInput::Kind::State) return cell(input.offset.dx, input.offset.dy);
  i64 count = 0;
  for (const Neighbour& neighbour : neighbourhood.neighbours)
    count += input.counts(cell(0, 0), cell(neighbour.dx, neighbour.dy)) ? 1 : 0;
  return count;
}

std::optional<SquareTable> next_of_squares(const AutomatonSpec& automaton) {
  const FormulaRule& rule = *automaton.formulas;
  if (automaton.lattice.dimensions != 2 || rule.states.size() != 2 || !reads_a_square(rule))
    return std::nullopt;
  RuleEvaluator evaluator(rule);
  SquareTable table;
  for (unsigned square = 0; square < table.size(); ++square) {
    const auto next = evaluator.next(
        [&](const SiteInput& input) { return value_in_square(input, automaton.neighbourhood, square); });
    if (!next) return std::nullopt;
    table[square] = *next == 1;
  }
  return table;
}

// Gives each neighbour a power of two as its weight, so that a sum tells which neighbours are active.
void set_squares(AutomatonSpec& automaton, const SquareTable& next) {
  Neighbourhood neighbourhood = neighbourhood_of_reach(2, 2);
  neighbourhood.reach.reset();
  u32 weight = 1;
  for (Neighbour& neighbour : neighbourhood.neighbours) {
    neighbour.weight = weight;
    weight *= 2;
  }
  const auto becomes_live = [&](u64 sum, bool is_live) {
    unsigned square = is_live ? 1u << square_bit(0, 0) : 0u;
    for (const Neighbour& neighbour : neighbourhood.neighbours)
      if (sum & neighbour.weight) square |= 1u << square_bit(neighbour.dx, neighbour.dy);
    return next[square];
  };
  Transitions tables(neighbourhood.largest_sum());
  const u8 births = tables.add_row([&](u64 sum) { return becomes_live(sum, false); });
  const u8 survivals = tables.add_row([&](u64 sum) { return becomes_live(sum, true); });
  tables.add_state({1, 0, 0, births});
  tables.add_state({1, 0, ACTIVE | JUST_EXCITED, survivals});
  automaton.neighbourhood = neighbourhood;
  automaton.transitions = tables;
  automaton.table = square_table_of(automaton.lattice, neighbourhood, tables);
  automaton.is_tabled = true;
}

}  // namespace

void make_tables(AutomatonSpec& automaton) {
  if (const auto counts = count_table(*automaton.formulas, automaton.neighbourhood.neighbours.size()))
    if (const auto transitions = two_ways_on(*counts)) {
      automaton.transitions = *transitions;
      automaton.cycle = cycle_of(*counts);
      automaton.is_tabled = true;
      return;
    }
  if (const auto squares = next_of_squares(automaton)) set_squares(automaton, *squares);
}

}  // namespace morula
