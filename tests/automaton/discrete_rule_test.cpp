// Rules with several counts and chances: the table gives the same states as the formulas evaluated site by
// site.
#include <gtest/gtest.h>

#include "models/automaton/formula/discrete_rule.h"
#include "tests/automaton/cases.h"
#include "tests/automaton/engines.h"
#include "tests/support/backends.h"

namespace morula::test {
namespace {

struct DiscreteCase {
  const char* name;
  const char* rule;
  std::size_t entries;  // of the table; 0 if the rule has no table
};

const std::vector<DiscreteCase> discrete_cases = {
    {"ForestFire", R"yaml(states: [empty, tree, fire], parameters: {growth: 0.05, lightning: 0.01},
      neighbourhood: moore, transitions: [{from: fire, to: empty},
      {from: tree, to: fire, when: "count(fire) > 0 or chance(lightning)"},
      {from: empty, to: tree, when: "chance(growth)"}])yaml",
     3 * 9 * 2 * 2},
    {"TwoCounts", R"yaml(states: [a, b, c, d], neighbourhood: moore, transitions: [
      {to: "(here + count(b) * count(state > b)) % 4", when: "chance(0.75)"}])yaml",
     4 * 9 * 9 * 2},
    {"ManyWays", R"yaml(states: [s0, s1, s2, s3, s4, s5, s6, s7], neighbourhood: moore, transitions: [
      {to: "(here + count(state > s3)) % 8"}])yaml",
     8 * 9},
    {"Cyclic", R"yaml(states: [a, b, c, d, e], neighbourhood: moore, transitions: [
      {to: "(here + 1) % 5", when: "count(state == (here + 1) % 5) >= 2"}])yaml",
     5 * 9},
    {"Unlike", R"yaml(states: [a, b, c, d, e, f, g, h, i, j, k], neighbourhood: moore, transitions: [
      {to: "(here + count(state != here and state % 3 != 1)) % 11", when: "count(state > here) < 4 and chance(0.8)"}])yaml",
     11 * 9 * 9 * 2},
    {"Neighbours", R"yaml(states: [a, b, c], neighbourhood: von-neumann, transitions: [
      {to: "if chance(0.5) then at(-1, 0) else at(2, 1)"}])yaml",
     3 * 3 * 3 * 2},
    {"ByStep", R"yaml(states: [a, b, c], neighbourhood: moore, transitions: [
      {to: "(here + count(b) + step) % 3", when: "chance(1 / (step + 1))"}])yaml",
     3 * 9 * 2},
    {"ByTotal", R"yaml(states: [a, b, c], neighbourhood: moore, transitions: [
      {from: a, to: b, when: "chance((total(b) + 1) / (2 * total(a) + 2 * total(b) + total(c)))"},
      {from: b, to: c, when: "chance(0.1)"}])yaml",
     3 * 2 * 2},
    {"Certain", R"yaml(states: [a, b], neighbourhood: moore, parameters: {p: 1.0}, transitions: [
      {from: a, to: b, when: "chance(p) and count(b) > 0 and chance(0.5)"}])yaml",
     2 * 9 * 2 * 2},
    {"Uniform", R"yaml(states: [a, b], neighbourhood: moore, transitions: [
      {to: "if uniform() * count(b) > 1 then b else a"}])yaml",
     0},
    {"Coordinates",
     R"yaml(states: [a, b], neighbourhood: moore, transitions: [{to: "(here + x + count(b)) % 2"}])yaml", 0},
};

Spec discrete_spec(const DiscreteCase& rule, const std::string& lattice, const char* engine) {
  return spec_from(
      fmt::format("model: automaton\nseed: 3\nsteps: 20\nlattice: {}\nautomaton: {{engine: {}, {}}}\n"
                  "initial: {{random: {{fractions: {{1: 0.3}}}}}}\n",
                  lattice, engine, rule.rule));
}

class DiscreteRules : public testing::TestWithParam<DiscreteCase> {};

TEST_P(DiscreteRules, HaveTablesOfThisSize) {
  const Spec spec = discrete_spec(GetParam(), "{size: [8, 8]}", "bitplane");
  const auto& automaton = dynamic_cast<const AutomatonSpec&>(*spec.section);
  const auto discrete = DiscreteRule::of(*automaton.formulas, automaton.neighbourhood.neighbours.size());
  EXPECT_EQ(discrete ? discrete->entries() : 0, GetParam().entries);
}

TEST_P(DiscreteRules, GiveTheStatesOfTheInterpreter) {
  for (const std::string lattice :
       {"{size: [61, 7]}", "{size: [1931, 3], boundary: fixed}", "{size: [960, 5]}", "{size: [5, 4]}"}) {
    const Spec tabled = discrete_spec(GetParam(), lattice, "bitplane");
    const Spec plain = discrete_spec(GetParam(), lattice, "plain");
    for (const unsigned threads : {1u, 3u}) {
      const Backend backend{BackendKind::Cpu, std::make_shared<ThreadPool>(threads), nullptr};
      const auto by_table = make_model(tabled, backend), evaluated = make_model(plain, backend);
      for (const std::uint64_t steps : {1, 2, 17}) {
        by_table->step(steps);
        evaluated->step(steps);
        EXPECT_EQ(by_table->hash(), evaluated->hash()) << lattice << ", " << by_table->time();
      }
    }
  }
}

TEST_P(DiscreteRules, GiveTheSameStatesOnDevices) {
  // Lattices whose rows are whole quads, and others.
  for (const std::string lattice :
       {"{size: [61, 7]}", "{size: [24, 7]}", "{size: [12, 4, 3], boundary: fixed}"}) {
    DiscreteCase rule = GetParam();
    std::string text = rule.rule;
    if (lattice.find(", 3]") != std::string::npos) {
      if (text.find("at(") != std::string::npos) continue;  // its at(…) has two coordinates
      const std::size_t at = text.find("moore");
      text.replace(at, 5, "26");
      rule.rule = text.c_str();
    }
    const Spec tabled = discrete_spec(rule, lattice, "bitplane"),
               plain = discrete_spec(rule, lattice, "plain");
    const auto expected = make_model(plain, available_backends().front().backend);
    expected->step(12);
    for (const auto& named : available_backends())
      for (const Spec& spec : {tabled, plain}) {
        const auto model = make_model(spec, named.backend);
        model->step(12);
        EXPECT_EQ(model->hash(), expected->hash()) << lattice;
      }
  }
}

INSTANTIATE_TEST_SUITE_P(Rules, DiscreteRules, testing::ValuesIn(discrete_cases),
                         [](const auto& tested) { return tested.param.name; });

}  // namespace
}  // namespace morula::test
