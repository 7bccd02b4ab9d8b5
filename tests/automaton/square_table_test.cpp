// Rules that are tables of squares: the bit-plane engines compute any table with the same result as the plain
// engine.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <random>

#include "models/automaton/read/map_notation.h"
#include "models/automaton/rule/decision_diagram.h"
#include "tests/automaton/cases.h"
#include "tests/automaton/engines.h"

namespace morula::test {
namespace {

template <typename Bits>
Bits drawn(unsigned seed, double share) {
  std::mt19937 random(seed);
  std::bernoulli_distribution is_set(share);
  Bits decided;
  for (std::size_t i = 0; i < decided.size(); ++i) decided[i] = is_set(random);
  return decided;
}

bool answered(const DecisionDiagram& diagram, Answer answer, unsigned square) {
  if (answer < 2) return answer == 1;
  const Decision& decision = diagram.decisions.at(answer / 2 - 1);
  const bool is_live = square >> decision.cell & 1;
  return answered(diagram, is_live ? decision.if_live : decision.if_dead, square) != (answer % 2 == 1);
}

TEST(DecisionDiagram, AnswersAsItsTable) {
  for (const double share : {0.0, 0.01, 0.3, 0.5, 1.0}) {
    const SquareTable table = drawn<SquareTable>(7, share);
    const DecisionDiagram diagram = diagram_of(table);
    for (unsigned square = 0; square < table.size(); ++square)
      ASSERT_EQ(answered(diagram, diagram.next, square), table[square]) << share << " " << square;
  }
}

TEST(DecisionDiagram, HasNoDecisionTwiceAndNoneThatDecidesNothing) {
  const DecisionDiagram diagram = diagram_of(drawn<SquareTable>(3, 0.5));
  EXPECT_LT(diagram.decisions.size(), 120u);
  for (std::size_t i = 0; i < diagram.decisions.size(); ++i) {
    const Decision& decision = diagram.decisions[i];
    EXPECT_NE(decision.if_live, decision.if_dead);
    EXPECT_LE(std::max(decision.if_live, decision.if_dead) / 2, i);
    for (std::size_t k = 0; k < i; ++k) {
      const Decision& earlier = diagram.decisions[k];
      EXPECT_FALSE(decision.cell == earlier.cell && decision.if_live == earlier.if_live &&
                   decision.if_dead == earlier.if_dead);
    }
  }
}

// A cell lives if it and its left neighbour differ. If opposite decisions share one entry, one decision for
// each cell is enough.
TEST(DecisionDiagram, TakesOppositesForOne) {
  SquareTable differ;
  for (unsigned square = 0; square < differ.size(); ++square)
    differ[square] = (square >> square_bit(0, 0) & 1) != (square >> square_bit(-1, 0) & 1);
  EXPECT_EQ(diagram_of(differ).decisions.size(), 2u);
}

class AnyTable : public testing::TestWithParam<std::tuple<std::string, std::string, double>> {};

// Tables with many different functions of the middle row, and tables with few.
TEST_P(AnyTable, IsSteppedAsThePlainEngineDoes) {
  const auto& [size, boundary, share] = GetParam();
  const std::string rule = map_text(drawn<Arrangements>(1, share), drawn<Arrangements>(2, share));
  const auto spec = [&](const char* engine) {
    return spec_from(
        fmt::format("model: automaton\nseed: 5\nsteps: 100\nlattice: {{size: {}, boundary: {}}}\n"
                    "automaton: {{rule: {}, engine: {}}}\ninitial: {{random: {{density: 0.4}}}}\n",
                    size, boundary, rule, engine));
  };
  const auto backends = available_backends();
  const auto plain = make_model(spec("plain"), backends.front().backend);
  std::vector<std::vector<std::uint8_t>> moments;
  for (const std::uint64_t steps : {1, 2, 5, 16}) {
    plain->step(steps);
    moments.push_back(states_of(*plain));
  }
  for (const NamedBackend& named : backends) {
    if (is_slow(named) && share != 0.5) continue;
    ASSERT_EQ(stepped_by(spec("bitplane"), named.backend),
              expected_on(named.backend, true, "temporal blocking"));
    const auto model = make_model(spec("bitplane"), named.backend);
    for (std::size_t i = 0; i < moments.size(); ++i) {
      model->step(std::array{1u, 2u, 5u, 16u}[i]);
      ASSERT_EQ(states_of(*model), moments[i]) << named.name << " at " << model->time();
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Maps, AnyTable,
                         testing::Combine(testing::Values("[64, 7]", "[97, 61]", "[321, 3]"),
                                          testing::Values("periodic", "fixed", "{x: periodic, y: fixed}"),
                                          testing::Values(0.02, 0.5)));

}  // namespace
}  // namespace morula::test
