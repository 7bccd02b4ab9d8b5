// Well-known results of the Game of Life.
#include <gtest/gtest.h>

#include "runner/run.h"
#include "tests/automaton/cases.h"
#include "tests/support/backends.h"
#include "tests/support/observation.h"

namespace morula::test {
namespace {

Spec example(const std::string& name) {
  return read_model(load_model_file(std::string(MORULA_SOURCE_DIR) + "/examples/" + name + ".yaml"), {});
}

TEST(AutomatonPublished, RPentominoHas116CellsAtStep1103) {
  const Spec spec = example("r-pentomino");
  for (const NamedBackend& named : available_backends()) {
    const auto model = make_model(spec, named.backend);
    model->step(1103);
    EXPECT_EQ(std::get<std::uint64_t>(observe_first(*model)[1].value), 116u) << named.name;
  }
}

TEST(AutomatonPublished, GliderReturnsToItsPlaceOnATorus) {
  const Spec spec = example("glider");
  for (const NamedBackend& named : available_backends()) {
    const auto model = make_model(spec, named.backend);
    const Hash first = model->hash();
    model->step(80);
    EXPECT_NE(model->hash(), first) << named.name;
    model->step(80);
    EXPECT_EQ(model->hash(), first) << named.name;
  }
}

TEST(AutomatonPublished, BlinkerHasPeriodTwo) {
  const Spec spec = spec_from(
      "model: automaton\nsteps: 2\nlattice: {size: [5, 5], boundary: fixed}\nautomaton: {rule: B3/S23}\n"
      "initial: {cells: [[1, 2], [2, 2], [3, 2]]}\n");
  for (const NamedBackend& named : available_backends()) {
    const auto model = make_model(spec, named.backend);
    const Hash lying = model->hash();
    model->step(1);
    EXPECT_NE(model->hash(), lying) << named.name;
    model->step(1);
    EXPECT_EQ(model->hash(), lying) << named.name;
  }
}

}  // namespace
}  // namespace morula::test
