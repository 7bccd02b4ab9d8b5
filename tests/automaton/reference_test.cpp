// Compares every engine on every available processor with the reference: both dimensions, all neighbourhoods
// and both boundaries, with twenty random rules each; fewer rules on devices and over ranks.
#include <gtest/gtest.h>

#include <ostream>
#include <random>

#include "tests/automaton/cases.h"
#include "tests/automaton/engines.h"
#include "tests/automaton/reference.h"
#include "tests/ranks/spread.h"
#include "tests/support/backends.h"

namespace morula::test {
namespace {

struct Shape {
  std::string size;
  long width, height, depth;
  std::string neighbourhood;
  int neighbours;
  long reach;
  // The kernel that steps bit planes on a device; leftover steps use the single-step kernel.
  std::string kernel;
};

void PrintTo(const Shape& shape, std::ostream* out) { *out << shape.size << " " << shape.neighbourhood; }

std::vector<Shape> shapes() {
  return {{"[97, 61]", 97, 61, 1, "moore", 8, 2, "temporal blocking"},
          {"[97, 61]", 97, 61, 1, "von-neumann", 4, 1, "temporal blocking"},
          {"[130, 67]", 130, 67, 1, "moore", 8, 2, "temporal blocking"},
          {"[1, 7]", 1, 7, 1, "moore", 8, 2, "small lattice"},
          {"[13, 11, 9]", 13, 11, 9, "26", 26, 3, "small lattice"},
          {"[13, 11, 9]", 13, 11, 9, "18", 18, 2, "small lattice"},
          {"[13, 11, 9]", 13, 11, 9, "6", 6, 1, "small lattice"},
          {"[21, 17, 19]", 21, 17, 19, "26", 26, 3, "small lattice"},
          {"[2, 1, 3]", 2, 1, 3, "26", 26, 3, "small lattice"},
          {"[257, 5, 3]", 257, 5, 3, "18", 18, 2, "single step"}};
}

std::set<int> random_counts(std::mt19937& random, int neighbours) {
  std::set<int> counts;
  for (int count = 0; count <= neighbours; ++count)
    if (random() % 3 == 0) counts.insert(count);
  return counts;
}

std::string rule_text(const std::set<int>& born, const std::set<int>& survives) {
  return fmt::format("B{}/S{}", fmt::join(born, ","), fmt::join(survives, ","));
}

class AutomatonReference : public testing::TestWithParam<std::tuple<Shape, std::string>> {};

// Kernels are compiled for each rule, which takes seconds if the device is the host's own processor.
bool has_time_for(const NamedBackend& named, int rule) {
  return !named.backend.device || rule < (is_slow(named) ? 1 : 6);
}

TEST_P(AutomatonReference, RandomRulesOnEveryBackend) {
  const auto& [shape, boundary] = GetParam();
  std::mt19937 random(7);
  const auto backends = available_backends();
  for (int i = 0; i < 20; ++i) {
    const std::set<int> born = random_counts(random, shape.neighbours),
                        survives = random_counts(random, shape.neighbours);
    const std::string rule = rule_text(born, survives);
    const auto spec_for = [&](const char* engine) {
      return spec_from(
          soup(shape.size, boundary, shape.neighbourhood, rule, 40u + static_cast<unsigned>(i), 0.3, engine));
    };
    const auto first = make_model(spec_for("plain"), backends.front().backend);
    Reference reference{shape.width, shape.height, shape.depth, everywhere(boundary),
                        shape.reach, born,         survives,    states_of(*first)};
    for (int step = 0; step < 10; ++step) reference.step(spec_for("plain").lattice->dimensions == 3);
    for (const char* engine : {"plain", "bitplane"}) {
      if (i >= 5 || !can_spread(spec_for(engine), 3)) continue;
      with_ranks(3, spec_for(engine), [&](Model& model) {
        model.step(10);
        EXPECT_EQ(states_of(model), reference.cells) << "3 ranks, " << engine << ": " << rule;
      });
    }
    for (const NamedBackend& named : backends)
      for (const char* engine : {"plain", "bitplane"}) {
        if (!has_time_for(named, i)) continue;
        ASSERT_EQ(stepped_by(spec_for(engine), named.backend),
                  expected_on(named.backend, engine == std::string("bitplane"), shape.kernel));
        const auto model = make_model(spec_for(engine), named.backend);
        model->step(1);
        model->step(9);  // enough for a pass of several steps
        ASSERT_EQ(states_of(*model), reference.cells) << named.name << ", " << engine << ": " << rule;
      }
  }
}

INSTANTIATE_TEST_SUITE_P(All, AutomatonReference,
                         testing::Combine(testing::ValuesIn(shapes()), testing::Values("periodic", "fixed")),
                         [](const auto& test) {
                           const Shape& shape = std::get<0>(test.param);
                           return fmt::format("{}x{}x{}_{}_{}", shape.width, shape.height, shape.depth,
                                              shape.neighbours, std::get<1>(test.param));
                         });

}  // namespace
}  // namespace morula::test
