// Named rules written as transitions run on the engines of the named rules, with the same answers.
#include <gtest/gtest.h>

#include "models/automaton/automaton_engine.h"
#include "tests/automaton/cases.h"
#include "tests/automaton/engines.h"
#include "tests/support/backends.h"

namespace morula::test {
namespace {

struct NamedRule {
  const char* name;
  const char* rule;
  const char* written;
  const char* initial;
};

const std::vector<NamedRule> named_rules = {
    {"Life", "rule: B3/S23", R"yaml(states: [dead, live], transitions: [
      {from: dead, to: live, when: "count(live) == 3"},
      {from: live, to: dead, when: "count(live) < 2 or count(live) > 3"}])yaml",
     "{random: {density: 0.35}}"},
    {"LifeByOthers", "rule: B3/S23", R"yaml(states: [dead, live], transitions: [
      {to: "if count(dead) == 5 or (here == live and count(dead) == 6) then live else dead"}])yaml",
     "{random: {density: 0.35}}"},
    {"HighLife", "rule: B36/S23", R"yaml(states: [dead, live], define: {around: "count(live)"}, transitions: [
      {from: dead, to: live, when: "around == 3 or around == 6"},
      {from: live, to: dead, when: "not (around == 2 or around == 3)"}])yaml",
     "{random: {density: 0.35}}"},
    {"BriansBrain", "rule: B2/S/C3", R"yaml(states: [rest, firing, recovering], transitions: [
      {from: rest, to: firing, when: "count(firing) == 2"},
      {from: firing, to: recovering}, {from: recovering, to: rest}])yaml",
     "{random: {fractions: {1: 0.1, 2: 0.1}}}"},
    {"WireWorld", "rule: WireWorld", R"yaml(states: [empty, head, tail, wire], transitions: [
      {from: head, to: tail}, {from: tail, to: wire},
      {from: wire, to: head, when: "count(head) == 1 or count(head) == 2"}])yaml",
     "{random: {fractions: {1: 0.1, 2: 0.05, 3: 0.4}}}"},
    {"Arrangement", "rule: B2-a/S12",
     R"yaml(states: [dead, live], parameters: {few: 1, some: 2}, transitions: [
      {from: dead, to: live, when: "count(live) == some and not
        ((at(-1, -1) == live and (at(0, -1) == live or at(-1, 0) == live)) or
         (at(1, -1) == live and (at(0, -1) == live or at(1, 0) == live)) or
         (at(-1, 1) == live and (at(0, 1) == live or at(-1, 0) == live)) or
         (at(1, 1) == live and (at(0, 1) == live or at(1, 0) == live)))"},
      {from: live, to: dead, when: "count(live) < few or count(live) > some"}])yaml",
     "{random: {density: 0.2}}"},
};

Spec spec_with(const std::string& rule, const char* initial, const std::string& lattice, const char* engine) {
  return spec_from(
      fmt::format("model: automaton\nseed: 3\nsteps: 40\nlattice: {}\nautomaton: {{engine: {}, {}}}\n"
                  "initial: {}\n",
                  lattice, engine, rule, initial));
}

// The same model with its formulas evaluated at every site.
Spec evaluated(const Spec& spec) {
  auto automaton = std::make_shared<AutomatonSpec>(dynamic_cast<const AutomatonSpec&>(*spec.section));
  automaton->is_tabled = false;
  Spec changed = spec;
  changed.section = automaton;
  return changed;
}

class FormulaTables : public testing::TestWithParam<NamedRule> {};

TEST_P(FormulaTables, HaveTheEngineAndTheAnswerOfTheNamedRule) {
  const NamedRule& rule = GetParam();
  for (const auto& [name, backend] : available_backends())
    for (const char* lattice : {"{size: [130, 37]}", "{size: [97, 20], boundary: fixed}"})
      for (const char* engine : {"bitplane", "plain"}) {
        const Spec named = spec_with(rule.rule, rule.initial, lattice, engine),
                   written = spec_with(rule.written, rule.initial, lattice, engine);
        EXPECT_EQ(stepped_by(written, backend), stepped_by(named, backend)) << name << lattice << engine;
        const auto expected = make_model(named, backend), found = make_model(written, backend);
        expected->step(40);
        found->step(40);
        EXPECT_EQ(found->hash(), expected->hash()) << name << lattice << engine;
        if (engine != std::string("plain")) continue;
        const auto by_formulas = make_model(evaluated(written), backend);
        by_formulas->step(40);
        EXPECT_EQ(by_formulas->hash(), expected->hash()) << name << lattice;
      }
}

INSTANTIATE_TEST_SUITE_P(Rules, FormulaTables, testing::ValuesIn(named_rules),
                         [](const auto& named) { return std::string(named.param.name); });

bool is_tabled(const std::string& rule) {
  const Spec spec = spec_with(rule, "{random: {density: 0.5}}", "{size: [70, 9]}", "plain");
  return dynamic_cast<const AutomatonSpec&>(*spec.section).is_tabled;
}

TEST(FormulaTablesOf, OnlyRulesOfStatesAndOneCountHaveThem) {
  EXPECT_TRUE(is_tabled("states: [a, b, c], transitions: [{to: \"(here + 1) % 3\"}]"));
  EXPECT_TRUE(is_tabled("states: [a, b], transitions: [{from: a, to: b, when: \"at(-1, 0) == b\"}]"));
  EXPECT_FALSE(is_tabled("states: [a, b], transitions: [{from: a, to: b, when: \"at(-2, 0) == b\"}]"));
  EXPECT_FALSE(is_tabled("states: [a, b], transitions: [{from: a, to: b, when: \"chance(0.5)\"}]"));
  EXPECT_FALSE(is_tabled("states: [a, b], transitions: [{from: a, to: b, when: \"x > 3\"}]"));
  EXPECT_FALSE(is_tabled("states: [a, b], transitions: [{from: a, to: b, when: \"step > 3\"}]"));
  EXPECT_FALSE(is_tabled("states: [a, b], transitions: [{from: a, to: b, when: \"total(a) > 3\"}]"));
  EXPECT_FALSE(is_tabled("states: [a, b], transitions: [{to: \"8 // count(b) % 2\"}]")) << "it can fail";
}

}  // namespace
}  // namespace morula::test
