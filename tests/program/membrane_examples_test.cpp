// The examples of membranes show what their descriptions claim, on every backend.
#include "io/csv_table.h"
#include "tests/program/processors.h"

namespace morula::test {
namespace {

namespace fs = std::filesystem;

class MembraneExample : public OnBackend {
 protected:
  io::CsvTable run(const std::string& name, const Words& extra = {}) {
    place_.must(
        Words{"run", MORULA_SOURCE_DIR "/examples/" + name + ".yaml", "--quiet", "--out", name, "--force"} +
        options() + extra);
    const fs::path series = place_ / name / "series.csv";
    return {contents(series), series.string()};
  }
};

TEST_P(MembraneExample, TheFormulaIsSatisfiableAfter41Steps) {
  const io::CsvTable series = run("satisfiability");
  EXPECT_EQ(manifest_of(place_ / "satisfiability").at("status"), "halted");
  EXPECT_EQ(manifest_of(place_ / "satisfiability").at("steps"), 41);
  EXPECT_EQ(series.numbers("environment_Yes").back(), 1);
  EXPECT_EQ(series.numbers("environment_t").back(), 1);
  EXPECT_EQ(series.numbers("No").back(), 0);
  EXPECT_EQ(series.numbers("membranes_2").back(), 64);
  EXPECT_TRUE(fs::exists(place_ / "satisfiability/tree/000000041.svg"));
}

TEST_P(MembraneExample, ProblemsHaveAsManySolutionsAsIsKnown) {
  EXPECT_EQ(run("n-queens").numbers("solution").back(), 4);
  EXPECT_EQ(run("hamiltonian-path").numbers("path").back(), 2);
  EXPECT_EQ(run("knapsack").numbers("packed").back(), 3);
  for (const char* name : {"n-queens", "hamiltonian-path", "knapsack"})
    EXPECT_EQ(manifest_of(place_ / name).at("status"), "halted") << name;
}

TEST_P(MembraneExample, AColonyDoublesUntilItsFoodIsEatenUp) {
  for (const std::string seed : {"1", "2"}) {
    const io::CsvTable series = run("cell-colony", {"--seed", seed});
    const auto cells = series.numbers("membranes_cell"), food = series.numbers("food");
    EXPECT_EQ(cells[0], 1);
    EXPECT_EQ(cells[4], 2);
    EXPECT_EQ(cells[36], 512);
    EXPECT_EQ(cells.back(), 1001);
    EXPECT_EQ(food.back(), 0);
  }
}

TEST_P(MembraneExample, ASignalIsReadInTheNucleus) {
  const io::CsvTable series = run("signalling");
  EXPECT_EQ(manifest_of(place_ / "signalling").at("status"), "halted");
  EXPECT_EQ(series.numbers("ligand").back(), 0);
  EXPECT_EQ(series.numbers("active_erk").back(), 0);
  EXPECT_GT(series.numbers("protein").back(), 0);
}

TEST_P(MembraneExample, ReactionsApplyAtMostOnceAStep) {
  const io::CsvTable series = run("reacting-membranes");
  const auto applied = series.numbers("applications");
  EXPECT_GT(applied.back(), 0);
  EXPECT_LE(applied.back(), 200 * 16 * 8);
  // Once a rule can apply, it always can, since it makes more objects than it takes.
  const auto rounds = applied.size();
  EXPECT_EQ(applied[rounds - 1] - applied[rounds - 2], applied[2] - applied[1]);
}

INSTANTIATE_TEST_SUITE_P(On, MembraneExample, every_backend(), name_of);

}  // namespace
}  // namespace morula::test
