// Well-known circuits and gliders in rules with more states and dimensions than Life.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>

#include "tests/automaton/cases.h"
#include "tests/support/backends.h"
#include "tests/support/observation.h"

namespace morula::test {
namespace {

using Cell = std::array<long, 3>;
using Cells = std::map<Cell, int>;  // the cells that are not in state 0, and their states

constexpr long side = 12;  // of the tori on which gliders move

Spec on_a_torus(const std::string& rule, unsigned dimensions, const Cells& cells) {
  std::string list;
  for (const auto& [at, state] : cells)
    list += dimensions == 2 ? fmt::format("{{at: [{}, {}], state: {}}}, ", at[0], at[1], state)
                            : fmt::format("{{at: [{}, {}, {}], state: {}}}, ", at[0], at[1], at[2], state);
  return spec_from(
      fmt::format("model: automaton\nsteps: 100\nlattice: {{size: {}}}\nautomaton: {{rule: \"{}\"}}\n"
                  "initial: {{cells: [{}]}}\n",
                  dimensions == 2 ? "[12, 12]" : "[12, 12, 12]", rule, list));
}

Cells cells_of(Model& model) {
  const std::vector<std::uint8_t> states = states_of(model);
  Cells cells;
  for (std::size_t i = 0; i < states.size(); ++i) {
    const auto at = static_cast<long>(i);
    if (states[i] != 0) cells[{at % side, at / side % side, at / side / side}] = states[i];
  }
  return cells;
}

Cells moved(const Cells& cells, const Cell& by) {
  Cells displaced;
  for (const auto& [at, state] : cells) {
    Cell to = at;
    for (std::size_t axis = 0; axis < 3; ++axis) to[axis] = (at[axis] + by[axis] + side) % side;
    displaced[to] = state;
  }
  return displaced;
}

void expect_glides(const std::string& rule, unsigned dimensions, const Cells& glider, unsigned period,
                   const Cell& by) {
  const Spec spec = on_a_torus(rule, dimensions, glider);
  for (const NamedBackend& named : available_backends()) {
    const auto model = make_model(spec, named.backend);
    ASSERT_EQ(cells_of(*model), glider) << named.name;
    for (unsigned step = 1; step < period; ++step) {
      model->step(1);
      EXPECT_NE(cells_of(*model), moved(glider, by)) << named.name << ": moved before its period was over";
    }
    model->step(1);
    EXPECT_EQ(cells_of(*model), moved(glider, by)) << named.name;
    model->step(period * (side - 1));
    EXPECT_EQ(cells_of(*model), glider) << named.name << ": after going once around the torus";
  }
}

// Two live cells, with two dying cells behind them, move at the greatest possible speed.
TEST(AutomatonPublished, ButterflyOfBriansBrainGoesOneCellAStep) {
  expect_glides("B2/S/C3", 2, {{{4, 4, 0}, 1}, {{5, 4, 0}, 1}, {{4, 5, 0}, 2}, {{5, 5, 0}, 2}}, 1,
                {0, -1, 0});
}

// The glider of Bays' first game, 4555: ten cells, period four.
TEST(AutomatonPublished, GliderOf4555MovesDiagonallyInFourSteps) {
  Cells glider;
  for (const Cell& at : std::vector<Cell>{{5, 4, 4},
                                          {5, 5, 4},
                                          {4, 4, 5},
                                          {4, 5, 5},
                                          {5, 6, 5},
                                          {4, 4, 6},
                                          {4, 5, 6},
                                          {5, 6, 6},
                                          {5, 4, 7},
                                          {5, 5, 7}})
    glider[at] = 1;
  expect_glides("B5/S4,5", 3, glider, 4, {-1, 1, 0});
}

// Bays' second game, 5766, contains Life between two planes: if a pattern is drawn in both planes, a cell has
// twice its neighbours in Life, and its own image in the other plane, as neighbours.
TEST(AutomatonPublished, LifesGliderInTwoPlanesGlidesIn5766) {
  Cells glider;
  for (const Cell& at : std::vector<Cell>{{5, 4, 0}, {6, 5, 0}, {4, 6, 0}, {5, 6, 0}, {6, 6, 0}})
    for (const long z : {5L, 6L}) glider[{at[0], at[1], z}] = 1;
  expect_glides("B6/S5..7", 3, glider, 4, {1, 1, 0});
}

// A gate of WireWorld: wires (#) from A and B to a ring, and a wire out of the ring.
const std::vector<std::string> gate = {"A####.......", ".....#......", "....####....", "....#..#####",
                                       "....####....", ".....#......", "B####......."};

std::string gate_with(bool a, bool b) {
  std::string cells;
  for (std::size_t y = 0; y < gate.size(); ++y)
    for (std::size_t x = 0; x < gate[y].size(); ++x) {
      const char c = gate[y][x];
      const bool electron = y == 0 ? a : y + 1 == gate.size() && b;
      const int state = c == '.' ? 0 : electron && x == 0 ? 2 : electron && x == 1 ? 1 : 3;
      if (state != 0) cells += fmt::format("{{at: [{}, {}], state: {}}}, ", x, y, state);
    }
  return fmt::format(
      "model: automaton\nsteps: 30\nlattice: {{size: [12, 7], boundary: fixed}}\nautomaton: {{rule: "
      "WireWorld}}\ninitial: {{cells: [{}]}}\n",
      cells);
}

// The steps at which an electron head reaches the end of the wire.
std::vector<std::uint64_t> arrivals(Model& model) {
  std::vector<std::uint64_t> times;
  for (int step = 0; step < 30; ++step) {
    model.step(1);
    if (states_of(model)[3 * 12 + 11] == 1) times.push_back(model.time());
  }
  return times;
}

TEST(AutomatonPublished, WireWorldsGateIsExclusiveOr) {
  for (const NamedBackend& named : available_backends())
    for (const bool a : {false, true})
      for (const bool b : {false, true}) {
        const auto model = make_model(spec_from(gate_with(a, b)), named.backend);
        const std::vector<std::uint64_t> once = {10};
        EXPECT_EQ(arrivals(*model), a != b ? once : std::vector<std::uint64_t>{})
            << named.name << " " << a << b;
        EXPECT_EQ(std::get<std::uint64_t>(observe_first(*model)[1].value), 0u) << "no electron stays behind";
      }
}

}  // namespace
}  // namespace morula::test
