// Statements of the pages in docs/ about states that users read and about models that they write.
#include <algorithm>
#include <cmath>

#include "io/csv_table.h"
#include "io/hdf5_file.h"
#include "tests/program/workplace.h"

namespace morula::test {
namespace {

template <typename T>
std::vector<T> values_in(const std::filesystem::path& state, const std::string& name) {
  const io::Hdf5Reader file(state);
  const Field field = *file.field(name);
  std::vector<T> values(field.values());
  file.read(field, {0, values.size()}, std::as_writable_bytes(std::span(values)));
  return values;
}

// docs/model-files.md: a species with rates 0 and `mobility: into-empty`.
TEST(Documented, ObstaclesStayWhereTheyAre) {
  const Workplace place;
  place.write("rocks.yaml",
              "model: interaction\nsteps: 40\nlattice: {size: [40, 30]}\ninteraction:\n"
              "  species: [red, blue, yellow, {name: rock, colour: \"#808080\"}]\n"
              "  preys: {red: [blue], blue: [yellow], yellow: [red]}\n  mobility: into-empty\n  rates:\n"
              "    mobility: {red: 0.5, blue: 0.5, yellow: 0.5, rock: 0}\n"
              "    reproduction: {red: 0.25, blue: 0.25, yellow: 0.25, rock: 0}\n    predation: 0.25\n"
              "initial: {fractions: {red: 0.25, blue: 0.25, yellow: 0.25, rock: 0.05}}\n"
              "output: {state: {every: 40}}\n");
  for (const std::string order : {"parallel", "sequential"}) {
    place.must({"run", "rocks.yaml", "--set", "interaction.order=" + order, "--out", order, "--quiet",
                "--backend", "cpu"});
    const auto before = values_in<std::uint8_t>(place / order / "state/000000000.h5", "state");
    const auto after = values_in<std::uint8_t>(place / order / "state/000000040.h5", "state");
    EXPECT_EQ(std::ranges::count(before, 4), 60);
    EXPECT_NE(before, after);
    for (std::size_t site = 0; site < before.size(); ++site)
      ASSERT_EQ(before[site] == 4, after[site] == 4) << order << ' ' << site;
  }
}

// docs/run-directories.md: two positions of each cell, and the times of both.
TEST(Documented, CentroidsOfTissuesAreThoseOfTheLastTwoTables) {
  const Workplace place;
  place.must(
      {"run", MORULA_SOURCE_DIR "/examples/cell-sorting.yaml", "--steps", "20", "--set",
       "lattice.size=[60,60]", "--set",
       "initial={cells: {ball: {centre: [30, 30], radius: 20}, width: 6, types: {light: 0.5, dark: 0.5}}}",
       "--set", "output={cells: {every: 10}, state: {every: 20}}", "--out", "out", "--quiet", "--backend",
       "cpu"});
  EXPECT_EQ(values_in<std::uint64_t>(place / "out/state/000000020.h5", "centroid_time"),
            (std::vector<std::uint64_t>{0, 10}))
      << "a state is written before the table of the same step";
  const auto state = place / "out/checkpoint.h5";
  EXPECT_EQ(values_in<std::uint64_t>(state, "centroid_time"), (std::vector<std::uint64_t>{10, 20}));
  const auto centroids = values_in<double>(state, "centroid");
  ASSERT_EQ(centroids.size(), 6 * values_in<std::uint8_t>(state, "type").size());
  EXPECT_TRUE(std::isnan(centroids[0])) << "the medium has none";
  for (const int table : {0, 1}) {
    const io::CsvTable cells =
        io::read_csv_table(place / (table == 0 ? "out/cells/000000010.csv" : "out/cells/000000020.csv"));
    const std::vector<double> id = cells.numbers("id"), x = cells.numbers("x"), y = cells.numbers("y");
    ASSERT_GT(id.size(), 10u);
    for (std::size_t row = 0; row < id.size(); ++row) {
      const std::size_t first = 6 * static_cast<std::size_t>(id[row]) + 3 * static_cast<std::size_t>(table);
      EXPECT_NEAR(centroids[first], x[row], 1e-6);
      EXPECT_NEAR(centroids[first + 1], y[row], 1e-6);
    }
  }
  const io::Hdf5Reader file(state);
  EXPECT_EQ(file.text(*file.field("centroid"), "meaning"),
            "six for each cell: x, y, z at the first step of centroid_time, then at the second");
}

}  // namespace
}  // namespace morula::test
