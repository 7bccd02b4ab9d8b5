// Columns of the series that are formulas of sites, compared with loops over the state.
#include <gtest/gtest.h>

#include <cmath>

#include "io/document.h"
#include "models/catalogue.h"

namespace morula::test {
namespace {

Spec columns_spec(const std::string& yaml) {
  return read_spec(io::parse_document(yaml, "columns.yaml"), MORULA_SOURCE_DIR);
}

Backend columns_backend() { return {BackendKind::Cpu, std::make_shared<ThreadPool>(3), nullptr}; }

std::string forest(const std::string& lattice, const std::string& columns) {
  return "model: automaton\nseed: 7\nsteps: 50\nlattice: " + lattice +
         "\nautomaton: {states: [empty, tree, fire], neighbourhood: moore, parameters: {half: 0.5}, "
         "transitions: "
         "[{from: fire, to: empty}, {from: tree, to: fire, when: \"count(fire) > 0 or chance(0.01)\"}, "
         "{from: empty, to: tree, when: \"chance(0.1)\"}]}\n"
         "initial: {random: {fractions: {tree: 0.4, fire: 0.1}}}\n"
         "output: {series: {every: 5, columns: {" +
         columns + "}}}\n";
}

Number last_number(Model& model, std::size_t from_end = 1) {
  const Row row = observe(model).front();
  return row[row.size() - from_end];
}

// The states of a plane, and the state beyond a fixed boundary.
struct Plane {
  Plane(Model& model, std::int64_t across, std::int64_t down, bool wraps)
      : width(across), height(down), periodic(wraps), states(static_cast<std::size_t>(across * down)) {
    model.read(model.fields().front(), {0, states.size()}, states);
  }
  int at(std::int64_t x, std::int64_t y) const {
    if (!periodic && (x < 0 || y < 0 || x >= width || y >= height)) return 0;
    return std::to_integer<int>(
        states[static_cast<std::size_t>((y + height) % height * width + (x + width) % width)]);
  }
  int neighbours(std::int64_t x, std::int64_t y, int state, bool diagonals) const {
    int count = 0;
    for (int dy = -1; dy <= 1; ++dy)
      for (int dx = -1; dx <= 1; ++dx)
        if ((dx != 0 || dy != 0) && (diagonals || dx == 0 || dy == 0)) count += at(x + dx, y + dy) == state;
    return count;
  }
  std::int64_t width, height;
  bool periodic;
  std::vector<std::byte> states;
};

TEST(SiteColumns, AreSumsOverTheState) {
  for (const bool periodic : {true, false}) {
    const auto model =
        make_model(columns_spec(forest(periodic ? "{size: [301, 17]}" : "{size: [301, 17], boundary: fixed}",
                                       "front: \"sum(state == tree and count(fire) > 0)\", "
                                       "most: \"max(count(empty) - 10)\", "
                                       "right: \"min(if at(2, -1) == tree then x + 1000 * y else 9000000)\", "
                                       "root: \"mean(sqrt(x * half) - 3)\"")),
                   columns_backend());
    ASSERT_EQ(model->columns(),
              (std::vector<std::string>{"empty", "tree", "fire", "front", "most", "right", "root"}));
    for (int row = 0; row < 3; ++row) {
      const Plane plane(*model, 301, 17, periodic);
      std::uint64_t front = 0;
      std::int64_t most = -10, right = 9000000;
      double roots = 0;
      for (std::int64_t y = 0; y < 17; ++y)
        for (std::int64_t x = 0; x < 301; ++x) {
          front += plane.at(x, y) == 1 && plane.neighbours(x, y, 2, true) > 0 ? 1 : 0;
          most = std::max<std::int64_t>(most, plane.neighbours(x, y, 0, true) - 10);
          if (plane.at(x + 2, y - 1) == 1) right = std::min(right, x + 1000 * y);
          roots += std::sqrt(static_cast<double>(x) * 0.5) - 3;
        }
      EXPECT_EQ(last_number(*model, 4), Number(front));
      EXPECT_EQ(last_number(*model, 3), Number(most));
      EXPECT_EQ(last_number(*model, 2), Number(static_cast<std::uint64_t>(right)));
      EXPECT_NEAR(std::get<double>(last_number(*model)), roots / (301 * 17), 1e-9);
      model->step(5);
    }
  }
}

TEST(SiteColumns, OfSolidsReadTheirNeighbours) {
  const auto model =
      make_model(columns_spec("model: automaton\nseed: 2\nsteps: 3\nlattice: {size: [9, 8, 7]}\n"
                              "automaton: {rule: \"B5/S4,5\"}\n"
                              "initial: {random: {density: 0.3}}\n"
                              "output: {series: {every: 1, columns: {pairs: "
                              "\"sum(state == live and at(0, 0, 1) == live)\", high: "
                              "\"max(if state == live then z else -1)\"}}}\n"),
                 columns_backend());
  std::vector<std::byte> states(9 * 8 * 7);
  model->read(model->fields().front(), {0, states.size()}, states);
  std::uint64_t pairs = 0, high = 0;
  for (std::size_t i = 0; i < states.size(); ++i)
    if (states[i] == std::byte{1}) {
      pairs += states[(i + 72) % states.size()] == std::byte{1} ? 1 : 0;
      high = std::max<std::uint64_t>(high, i / 72);
    }
  EXPECT_EQ(last_number(*model, 2), Number(pairs));
  EXPECT_EQ(last_number(*model), Number(high));
}

TEST(SiteColumns, OfOtherFamiliesCountNearestNeighbours) {
  const auto model = make_model(
      columns_spec("model: interaction\nseed: 2\nsteps: 3\nlattice: {size: [20, 15]}\nreplicas: 2\n"
                   "interaction: {species: [fox, hare], preys: {fox: [hare]}, rates: {mobility: 0.5, "
                   "reproduction: 0.25, predation: 0.25}}\ninitial: {fractions: equal}\n"
                   "output: {series: {every: 1, columns: {threatened: "
                   "\"sum(state == hare and count(fox) > 0)\"}}}\n"),
      columns_backend());
  model->step(2);
  const Plane plane(*model, 20, 15, true);
  std::uint64_t threatened = 0;
  for (int y = 0; y < 15; ++y)
    for (int x = 0; x < 20; ++x) threatened += plane.at(x, y) == 2 && plane.neighbours(x, y, 1, false) > 0;
  EXPECT_EQ(last_number(*model), Number(threatened));
}

TEST(SiteColumns, MayEndTheRun) {
  const auto model = make_model(columns_spec(forest("{size: [40, 40]}", "burning: \"sum(state == fire)\"") +
                                             "until: {when: \"step > 9 and burning > 0\"}\n"),
                                columns_backend());
  EXPECT_LT(model->step(50), 50u);
}

std::string columns_complaint(const std::string& column) {
  try {
    columns_spec(forest("{size: [8, 8]}", column));
  } catch (const SpecError& error) {
    return error.what();
  }
  return "nothing";
}

TEST(SiteColumns, WrongOnesAreRefused) {
  const auto expect = [](const std::string& column, const std::string& words) {
    EXPECT_NE(columns_complaint(column).find(words), std::string::npos) << columns_complaint(column);
  };
  expect("front: \"count(fire)\"", "a column is sum(…), mean(…), min(…) or max(…)");
  expect("front: \"min(1, 2)\"", "a column is sum(…), mean(…), min(…) or max(…)");
  expect("front: \"sum(chance(0.5))\"", "'chance' is for rules");
  expect("front: \"sum(sum(x))\"", "no sums over sites");
  expect("front: \"sum(state == tre)\"", "did you mean 'tree'?");
  expect("tree: \"sum(x)\"", "is a column of the series already");
  expect("step: \"sum(x)\"", "is a word of formulas");
  expect("min: \"sum(x)\"", "choose another name");
}

TEST(SiteColumns, NoAnswerEndsTheRunWithItsSite) {
  const auto model = make_model(columns_spec(forest("{size: [8, 8]}", "odd: \"sum(1 / (x + 8 * y - 21))\"")),
                                columns_backend());
  try {
    observe(*model);
    FAIL();
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("site [5, 2]: output.series.columns.odd"), std::string::npos)
        << error.what();
  }
}

}  // namespace
}  // namespace morula::test
