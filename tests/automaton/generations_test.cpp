// Rules with many states and with Hensel's letters: compares every engine on every available processor with
// the reference.
#include <gtest/gtest.h>

#include <array>
#include <ostream>

#include "tests/automaton/cases.h"
#include "tests/automaton/engines.h"
#include "tests/automaton/many_states_reference.h"

namespace morula::test {
namespace {

struct RuleCase {
  std::string name, rule, size, neighbourhood;
  long width, height, depth;
  std::string fractions;  // of the initial states
  Next next;
  std::string on_slow_devices = "";  // the boundary of the case on slow devices; empty: not run there
};

void PrintTo(const RuleCase& rule, std::ostream* out) { *out << rule.name; }

std::vector<RuleCase> generations_rules() {
  return {
      {"briansBrain", "B2/S/C3", "[97, 61]", "moore", 97, 61, 1, "{1: 0.1, 2: 0.1}",
       generations({2}, {}, 3, 2), "periodic"},
      {"starWars", "345/2/4", "[37, 23]", "moore", 37, 23, 1, "{1: 0.3, 2: 0.1, 3: 0.1}",
       generations({2}, {3, 4, 5}, 4, 2)},
      {"vonNeumann", "B1,3/S2,4/C6", "[70, 5]", "von-neumann", 70, 5, 1, "{1: 0.3, 5: 0.1}",
       generations({1, 3}, {2, 4}, 6, 1)},
      {"sixteenStates", "B2/S3/C16", "[33, 31]", "moore", 33, 31, 1, "{1: 0.3, 7: 0.1, 15: 0.1}",
       generations({2}, {3}, 16, 2)},
      {"seventeenStates", "B2/S3/C17", "[33, 31]", "moore", 33, 31, 1, "{1: 0.3, 7: 0.1, 16: 0.1}",
       generations({2}, {3}, 17, 2)},
      {"mostStates", "B2/S345/C256", "[37, 23]", "moore", 37, 23, 1, "{1: 0.3, 128: 0.1, 250: 0.3, 255: 0.1}",
       generations({2}, {3, 4, 5}, 256, 2), "fixed"},
      {"bornOnNothing", "B0,2/S2/C5", "[37, 23]", "moore", 37, 23, 1, "{1: 0.3, 2: 0.2}",
       generations({0, 2}, {2}, 5, 2)},
      {"cube26", "B4..6/S3,5,26/C5", "[13, 11, 9]", "26", 13, 11, 9, "{1: 0.3, 2: 0.1, 4: 0.1}",
       generations({4, 5, 6}, {3, 5, 26}, 5, 3), "fixed"},
      {"cube18", "B3,4/S5/C7", "[13, 11, 9]", "18", 13, 11, 9, "{1: 0.3, 6: 0.1}",
       generations({3, 4}, {5}, 7, 2), "periodic"},
      {"cube6", "B1,2/S2,3/C3", "[13, 11, 9]", "6", 13, 11, 9, "{1: 0.2, 2: 0.1}",
       generations({1, 2}, {2, 3}, 3, 1), "fixed"},
  };
}

std::vector<RuleCase> wireworld_rules() {
  const std::string circuits = "{1: 0.05, 2: 0.05, 3: 0.5}";
  return {
      {"plane", "WireWorld", "[37, 23]", "moore", 37, 23, 1, circuits, wireworld(2), "fixed"},
      {"planeVonNeumann", "WireWorld", "[70, 5]", "von-neumann", 70, 5, 1, circuits, wireworld(1)},
      {"cube", "wireworld", "[13, 11, 9]", "26", 13, 11, 9, "{1: 0.02, 2: 0.05, 3: 0.2}", wireworld(3)},
      {"cube6", "WireWorld", "[13, 11, 9]", "6", 13, 11, 9, circuits, wireworld(1)},
  };
}

// Drawings of the letters: `a` is two adjacent cells, `i` two opposite ones, and so on.
const Drawing two_a = "oo.......", two_c = "o.o......", two_e = ".o...o...", two_k = "o....o...",
              two_n = "o.......o", two_i = ".o.....o.";

std::vector<RuleCase> isotropic_rules() {
  const auto in_2d = [](const char* name, const char* rule, const char* fractions, Next next,
                        const char* slow = "") {
    return RuleCase{name, rule, "[97, 61]", "moore", 97, 61, 1, fractions, std::move(next), slow};
  };
  return {
      in_2d("tlife", "B3/S2-i34q", "{1: 0.4}",
            isotropic({{}, {3}}, {{two_a, two_c, two_e, two_k, two_n, "oo.o....o"}, {3}}, 2), "periodic"),
      in_2d("justFriends", "B2-a/S12", "{1: 0.1}",
            isotropic({{two_c, two_e, two_k, two_n, two_i}, {}}, {{}, {1, 2}}, 2)),
      in_2d("cornersAndEdges", "B1e2k3i/S1c2n3c4e5i7e", "{1: 0.3}",
            isotropic({{".o.......", two_k, "ooo......"}, {}},
                      {{"o........", two_n, "o.o...o..", ".o.o.o.o.", "...o.oooo", "oooo..ooo"}, {}}, 2)),
      in_2d(
          "everyFour", "B4-c2/S4aiqwz3j", "{1: 0.5}",
          isotropic({{"oooo.....", ".o.o.o.o.", "o.oo.o...", ".o.o.oo..", "oo...oo..", "ooo...o..",
                      "oo.o....o", "oo.o.o...", "o..o.oo..", ".ooo..o..", "o.o..oo..", "..oo.oo.."},
                     {2}},
                    {{"oooo.....", "o.oo.o...", "oo.o....o", ".ooo..o..", "..oo.oo..", ".ooo....."}, {}}, 2)),
      in_2d("generations", "B2-a3i/S12-k/C5", "{1: 0.2, 2: 0.1, 4: 0.1}",
            isotropic({{two_c, two_e, two_k, two_n, two_i, "ooo......"}, {}},
                      {{two_a, two_c, two_e, two_n, two_i}, {1}}, 5),
            "fixed"),
  };
}

class ManyStatesRules : public testing::TestWithParam<std::tuple<RuleCase, std::string>> {
 protected:
  Spec spec(const std::string& engine) const {
    const auto& [rule, boundary] = GetParam();
    return spec_from(fmt::format(
        "model: automaton\nseed: 3\nsteps: 100\nlattice: {{size: {}, boundary: {}}}\nautomaton: "
        "{{rule: \"{}\", neighbourhood: {}, engine: {}}}\ninitial: {{random: {{fractions: {}}}}}\n",
        rule.size, boundary, rule.rule, rule.neighbourhood, engine, rule.fractions));
  }
};

TEST_P(ManyStatesRules, FollowTheReferenceOnEveryBackend) {
  const auto& [rule, boundary] = GetParam();
  const auto backends = available_backends();
  ManyStates now{rule.width, rule.height, rule.depth, everywhere(boundary),
                 states_of(*make_model(spec("plain"), backends.front().backend))};
  std::vector<std::vector<std::uint8_t>> moments;
  for (const int batch : {1, 3, 20}) {
    for (int i = 0; i < batch; ++i) now.step(rule.next);
    moments.push_back(now.cells);
  }
  ASSERT_NE(moments[0], moments[1]) << "nothing moves";
  const bool is_table = dynamic_cast<const AutomatonSpec&>(*spec("bitplane").section).table.has_value();
  for (const NamedBackend& named : backends) {
    if (is_slow(named) && rule.on_slow_devices != boundary) continue;
    const std::vector<std::string> engines = engines_for(spec("bitplane"));
    for (const std::string& engine : engines) {
      const bool is_bitplane = engines.size() == 2 && engine == "bitplane";
      ASSERT_EQ(stepped_by(spec(engine), named.backend),
                expected_on(named.backend, is_bitplane, is_table ? "temporal blocking" : "small lattice"));
      const auto model = make_model(spec(engine), named.backend);
      for (std::size_t i = 0; i < moments.size(); ++i) {
        model->step(std::array{1u, 3u, 20u}[i]);
        ASSERT_EQ(states_of(*model), moments[i]) << named.name << " " << engine << " at " << model->time();
      }
    }
  }
}

std::string name_of(const testing::TestParamInfo<ManyStatesRules::ParamType>& test) {
  return std::get<0>(test.param).name + "_" + std::get<1>(test.param);
}

const auto boundaries = testing::Values("periodic", "fixed");
INSTANTIATE_TEST_SUITE_P(Generations, ManyStatesRules,
                         testing::Combine(testing::ValuesIn(generations_rules()), boundaries), name_of);
INSTANTIATE_TEST_SUITE_P(WireWorld, ManyStatesRules,
                         testing::Combine(testing::ValuesIn(wireworld_rules()), boundaries), name_of);
INSTANTIATE_TEST_SUITE_P(Isotropic, ManyStatesRules,
                         testing::Combine(testing::ValuesIn(isotropic_rules()), boundaries), name_of);

}  // namespace
}  // namespace morula::test
