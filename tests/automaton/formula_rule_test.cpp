// Rules written as transitions with formulas, each compared on every processor with a few lines of C++ for
// the same rule.
#include <gtest/gtest.h>

#include <functional>

#include "core/draw.h"
#include "core/stream.h"
#include "models/automaton/automaton_engine.h"
#include "tests/automaton/cases.h"
#include "tests/support/backends.h"
#include "tests/support/observation.h"

namespace morula::test {
namespace {

// A lattice, and the functions of it that a rule may use at one site.
struct World {
  long width, height, depth;
  std::array<bool, 3> periodic;
  u64 seed;
  std::vector<u8> cells;
  u64 step = 0;
  long x = 0, y = 0, z = 0;

  static long wrapped(long at, long side, bool joins) { return joins ? ((at % side) + side) % side : at; }
  int at(long dx, long dy, long dz = 0) const {
    const long i = wrapped(x + dx, width, periodic[0]), j = wrapped(y + dy, height, periodic[1]),
               k = wrapped(z + dz, depth, periodic[2]);
    const bool is_outside = i < 0 || j < 0 || k < 0 || i >= width || j >= height || k >= depth;
    return is_outside ? 0 : cells[static_cast<std::size_t>((k * height + j) * width + i)];
  }
  template <typename Holds>
  int count(const Holds& holds) const {
    int found = 0;
    for (long dz = depth > 1 ? -1 : 0; dz <= (depth > 1 ? 1 : 0); ++dz)
      for (long dy = -1; dy <= 1; ++dy)
        for (long dx = -1; dx <= 1; ++dx)
          if ((dx != 0 || dy != 0 || dz != 0) && holds(at(dx, dy, dz))) ++found;
    return found;
  }
  u32 word(u32 occurrence) const {
    const auto site = static_cast<u64>((z * height + y) * width + x);
    const u32x4 words = draw(stream(seed, Purpose::Transition), site / 4, step, occurrence);
    return std::array{words.x, words.y, words.z, words.w}[site % 4];
  }
  bool chance(u32 occurrence, double p) const {
    return word(occurrence) < static_cast<u64>(p * 4294967296.0);
  }

  void advance(const std::function<int(const World&)>& next) {
    std::vector<u8> after;
    for (z = 0; z < depth; ++z)
      for (y = 0; y < height; ++y)
        for (x = 0; x < width; ++x) after.push_back(static_cast<u8>(next(*this)));
    cells = after;
    ++step;
  }
};

std::string model_text(const std::string& lattice, const std::string& rule, const std::string& initial) {
  return "model: automaton\nseed: 7\nsteps: 20\nlattice: " + lattice + "\nautomaton:\n" + rule +
         "\ninitial: " + initial + "\n";
}

World world_of(const Spec& spec, const Model& made) {
  const Lattice& lattice = *spec.lattice;
  auto& model = const_cast<Model&>(made);
  return {static_cast<long>(lattice.global.x),
          static_cast<long>(lattice.global.y),
          static_cast<long>(lattice.global.z),
          {lattice.boundary.x == Boundary::Periodic, lattice.boundary.y == Boundary::Periodic,
           lattice.boundary.z == Boundary::Periodic},
          spec.seed,
          states_of(model)};
}

void expect_rule(const std::string& text, const std::function<int(const World&)>& next, u64 steps = 12) {
  const Spec spec = spec_from(text);
  for (const auto& [name, backend] : available_backends()) {
    const auto model = make_model(spec, backend);
    World world = world_of(spec, *model);
    for (u64 step = 0; step < steps; ++step) {
      world.advance(next);
      model->step(1);
      ASSERT_EQ(states_of(*model), world.cells) << name << ", step " << step << "\n" << text;
    }
    const auto at_once = make_model(spec, backend);
    at_once->step(steps);
    ASSERT_EQ(at_once->hash(), model->hash()) << name;
  }
}

constexpr const char* forest_fire = R"yaml(
  states: [empty, tree, fire]
  parameters: {growth: 0.05, lightning: 0.001}
  transitions:
    - {from: fire, to: empty}
    - {from: tree, to: fire, when: "count(fire) > 0 or chance(lightning)"}
    - {from: empty, to: tree, when: "chance(growth)"}
)yaml";

TEST(FormulaRule, ForestFire) {
  const auto next = [](const World& site) {
    const int site_state = site.at(0, 0);
    if (site_state == 2) return 0;
    if (site_state == 1)
      return site.count([](int state) { return state == 2; }) > 0 || site.chance(0, 0.001) ? 2 : 1;
    return site.chance(1, 0.05) ? 1 : 0;
  };
  for (const char* lattice : {"{size: [97, 31]}", "{size: [300, 7], boundary: fixed}", "{size: [3, 5]}",
                              "{size: [13, 9, 7], boundary: {x: fixed, y: periodic, z: periodic}}"})
    expect_rule(model_text(lattice, forest_fire, "{random: {fractions: {1: 0.5, 2: 0.1}}}"), next);
}

TEST(FormulaRule, CyclicAutomatonByHere) {
  expect_rule(model_text("{size: [61, 23]}", R"yaml(
  states: [a, b, c, d, e]
  define: {eater: "(here + 1) % 5"}
  transitions: [{to: "eater", when: "count(state == (here + 1) % 5) >= 1"}]
)yaml",
                         "{random: {fractions: {1: 0.2, 2: 0.2, 3: 0.2, 4: 0.2}}}"),
              [](const World& site) {
                const int site_state = site.at(0, 0), eater = (site_state + 1) % 5;
                return site.count([&](int state) { return state == eater; }) >= 1 ? eater : site_state;
              });
}

TEST(FormulaRule, TotalsCoordinatesStepsAndRealNumbers) {
  expect_rule(model_text("{size: [41, 22], boundary: fixed}", R"yaml(
  states: [S, I, R]
  parameters: {beta: 0.9, recovery: 0.25, wall: 5}
  define: {pressure: "beta * total(I) / 902"}
  transitions:
    - {from: [S], to: I, when: "chance(pressure * (1 - exp(-x / 10))) and not (y == wall)"}
    - {from: I, to: "if uniform() < recovery and step % 3 != 1 then R else I"}
    - {from: R, to: S, when: "at(-2, 1) == I and at(1, 0) != R"}
)yaml",
                         "{random: {fractions: {1: 0.2, 2: 0.1}}}"),
              [](const World& site) {
                const auto infected = static_cast<double>(std::ranges::count(site.cells, 1));
                const double pressure = 0.9 * infected / 902;
                const int site_state = site.at(0, 0);
                const double away = 1 - std::exp(-static_cast<double>(site.x) / 10);
                if (site_state == 0) return site.chance(0, pressure * away) && site.y != 5 ? 1 : 0;
                if (site_state == 1) return site.word(1) * 0x1p-32 < 0.25 && site.step % 3 != 1 ? 2 : 1;
                return site.at(-2, 1) == 1 && site.at(1, 0) != 2 ? 0 : 2;
              });
}

std::string failure_of(Model& model, u64 steps) {
  try {
    model.step(steps);
  } catch (const Error& error) {
    return error.what();
  }
  return "nothing failed";
}

// The error names the first step that failed and its lowest site, however many steps were requested at once.
// The state before that step is kept.
TEST(FormulaRule, EndsTheRunWhereThereIsNoAnswer) {
  const Spec spec = spec_from(model_text("{size: [37, 11], boundary: fixed}", R"yaml(
  states: [off, on]
  transitions:
    - {from: on, to: off, when: "step == 5 and 10 // (x + y - 21) > 3"}
)yaml",
                                         "{random: {density: 1}}"));
  for (const auto& [name, backend] : available_backends()) {
    const auto model = make_model(spec, backend), before = make_model(spec, backend);
    before->step(5);
    EXPECT_EQ(
        failure_of(*model, 17),
        "step 6, site [21, 0]: automaton.transitions[0].when, column 18: division by zero, or a quotient "
        "beyond 64 bits; there x = 21, y = 0")
        << name;
    EXPECT_EQ(states_of(*model), states_of(*before)) << name;
  }
}

TEST(FormulaRule, EndsTheRunForChancesAndStatesThatDoNotExist) {
  const auto message = [](const std::string& rule) {
    const Spec spec = spec_from(model_text("{size: [8, 8]}", rule, "{random: {density: 0.5}}"));
    std::string common_message;
    for (const auto& [name, backend] : available_backends()) {
      const std::string found = failure_of(*make_model(spec, backend), 9);
      EXPECT_TRUE(common_message.empty() || common_message == found) << name << ": " << found;
      common_message = found;
    }
    return common_message;
  };
  EXPECT_EQ(message("  states: [a, b]\n  transitions: [{to: \"step\"}]"),
            "step 3, site [0, 0]: automaton.transitions[0].to, column 1: a state that does not exist; there "
            "step = 2");
  EXPECT_EQ(message("  states: [a, b]\n  parameters: {p: 0.3}\n  transitions: [{from: a, to: b, when: "
                    "\"chance(p * step)\"}]")
                .substr(0, 7),
            "step 5,");
}

TEST(FormulaRule, NamesColumnsAndStatesAsTheModelDoes) {
  const Spec spec =
      spec_from(model_text("{size: [20, 20]}", forest_fire, "{random: {fractions: {tree: 0.5, fire: 0.1}}}"));
  const auto model = make_model(spec, available_backends().front().backend);
  EXPECT_EQ(model->columns(), (std::vector<std::string>{"empty", "tree", "fire"}));
  EXPECT_EQ(spec.views.front().names, model->columns());
}

TEST(FormulaRule, InitialStatesByFormula) {
  const std::string rule =
      "\n  states: [empty, tree, fire]\n  parameters: {radius: 9}\n  transitions: [{from: fire, to: empty}]";
  const Spec spec = spec_from(model_text("{size: [45, 27]}", rule,
                                         "{formula: \"if (x - 20)^2 + (y - 13)^2 < radius^2 then (if "
                                         "chance(0.5) then fire else tree) else empty\"}"));
  for (const auto& [name, backend] : available_backends()) {
    const std::vector<u8> states = states_of(*make_model(spec, backend));
    for (u64 i = 0; i < states.size(); ++i) {
      const long x = static_cast<long>(i % 45) - 20, y = static_cast<long>(i / 45) - 13;
      const u32x4 words = draw(stream(7, Purpose::InitialState), i / 4, 0, 0);
      const bool is_drawn = std::array{words.x, words.y, words.z, words.w}[i % 4] < 0x80000000u;
      ASSERT_EQ(states[i], x * x + y * y >= 81 ? 0 : is_drawn ? 2 : 1) << name << ", site " << i;
    }
  }
  EXPECT_THROW(make_model(spec_from(model_text("{size: [45, 27]}", rule, "{formula: \"1 // (x - 44)\"}")),
                          available_backends().front().backend),
               Error);
}

// Parameters are not part of a device's program, so that a sweep over them compiles it only once.
TEST(FormulaRule, ASweepCompilesNothingAnew) {
  const auto source = [](const std::string& growth) {
    std::string rule = forest_fire;
    rule.replace(rule.find("0.05"), 4, growth);
    const Spec spec = spec_from(model_text("{size: [20, 20]}", rule, "{random: {density: 0.5}}"));
    return gpu::assemble({}, family_named("automaton").sources(spec).front());
  };
  EXPECT_EQ(source("0.05"), source("0.07"));
}

}  // namespace
}  // namespace morula::test
