#include "analysis/hamming_report.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/error.h"
#include "io/csv_table.h"
#include "io/json.h"
#include "tests/analysis/hamming_models.h"
#include "tests/io/temporary_folder.h"

namespace morula::test {
namespace {

HammingReport report_of_three() {
  HammingChoice choice = species_choice(16, 40);
  choice.pairs = 3;
  choice.every = 10;
  return hamming_of(choice);
}

TEST(HammingReport, TableReadsBack) {
  const HammingReport report = report_of_three();
  const io::CsvTable brief(hamming_csv(report, false), "hamming.csv");
  EXPECT_EQ(brief.names(), (std::vector<std::string>{"step", "mean", "deviation"}));
  const io::CsvTable table(hamming_csv(report, true), "hamming.csv");
  EXPECT_EQ(table.numbers("step"), (std::vector<double>{0, 10, 20, 30, 40}));
  double sum = 0, squares = 0;
  for (const char* pair : {"pair_0", "pair_1", "pair_2"}) sum += table.numbers(pair)[4];
  const double mean = sum / 3;
  for (const char* pair : {"pair_0", "pair_1", "pair_2"})
    squares += (table.numbers(pair)[4] - mean) * (table.numbers(pair)[4] - mean);
  EXPECT_NEAR(table.numbers("mean")[4], mean, 1e-8);
  EXPECT_NEAR(table.numbers("deviation")[4], std::sqrt(squares / 2), 1e-8);
  EXPECT_NEAR(table.numbers("pair_1")[4], report.density.values[1][4], 1e-9);
}

TEST(HammingReport, JsonSaysWhatTheReportSays) {
  const HammingReport report = report_of_three();
  const auto json = io::Json::parse(as_json(report));
  EXPECT_EQ(json.at("sites"), 256);
  EXPECT_EQ(json.at("changed"), 1);
  EXPECT_EQ(json.at("plateau").at("level"), report.plateau.level);
  EXPECT_EQ(json.at("pairs").size(), 3u);
  EXPECT_EQ(json.at("pairs").at(2).at("replica"), 2);
  EXPECT_EQ(json.at("pairs").at(2).at("density"), report.density.values[2].back());
}

TEST(HammingReport, DoubtsAPlateauThatIsNoneYet) {
  HammingReport report;
  report.plateau = {750, 0.5, 0.1, 300, 0.02};
  EXPECT_TRUE(doubts(report).empty());
  report.plateau.drift = -0.03;
  ASSERT_EQ(doubts(report).size(), 1u);
  EXPECT_TRUE(doubts(report).front().starts_with("no plateau yet")) << doubts(report).front();
  report.of_partly = Plateau{750, 0.6, 0.1, 300, 0.0};
  EXPECT_TRUE(doubts(report).empty()) << "those that end at 0 or 1 have none";
}

TEST(HammingReport, FilesAreAllThereAndNothingIsOverwritten) {
  const io::TemporaryFolder place;
  const HammingReport report = report_of_three();
  const auto folder = place / "new/folder";
  check_hamming_files(folder, false);
  write_hamming_files(report, folder, true);
  EXPECT_EQ(io::read_csv_table(folder / "hamming.csv").rows(), 5u);
  EXPECT_THROW(check_hamming_files(folder, false), SpecError);
  EXPECT_NO_THROW(check_hamming_files(folder, true));
}

TEST(HammingSweep, KeepsTheSumOfRatesAndTheProportionOfTheOthers) {
  const HammingChoice choice =
      species_choice(16, 40, {"interaction.rates={mobility: 0.2, reproduction: 0.1, predation: 0.5}"});
  const auto points = sweep_points(choice, {{0, 0.5, 0.2, 0.8}, {3, 5}});
  ASSERT_EQ(points.size(), 8u);
  EXPECT_EQ(points[1].name(), "species-3-mobility-0.5");
  EXPECT_EQ(points[7].name(), "species-5-mobility-0.8");
  for (const SweepPoint& point : points) {
    EXPECT_NEAR(point.mobility + point.reproduction + point.predation, 0.8, 1e-12);
    EXPECT_NEAR(point.predation, 5 * point.reproduction, 1e-12);
  }
  EXPECT_EQ(points[2].reproduction, 0.1) << "as it was";
  EXPECT_EQ(points[2].predation, 0.5);
}

TEST(HammingSweep, RunsWhatItSays) {
  HammingChoice choice = species_choice(12, 20);
  const auto points = sweep_points(choice, {{0.3}, {}});
  ASSERT_EQ(points.size(), 1u);
  EXPECT_EQ(points[0].species, 3u);
  HammingChoice same = choice;
  same.overrides = {"interaction.rates={mobility: 0.3, reproduction: 0.35, predation: 0.35}"};
  choice.overrides = points[0].overrides;
  EXPECT_EQ(hamming_of(choice).density.values, hamming_of(same).density.values);
  const std::vector<SweptHamming> swept = {{points[0], hamming_of(choice)}};
  const io::CsvTable table(sweep_csv(swept), "sweep.csv");
  EXPECT_EQ(table.numbers("mobility"), std::vector<double>{0.3});
  EXPECT_NEAR(table.numbers("level")[0], swept[0].report.plateau.level, 1e-8);
  EXPECT_EQ(io::Json::parse(as_json(swept, "morula analyze")).at("runs").at(0).at("species"), 3);
}

std::string no_sweep(const HammingChoice& choice, const SweepChoice& sweep) {
  try {
    sweep_points(choice, sweep);
  } catch (const SpecError& error) {
    return error.what();
  }
  return "";
}

TEST(HammingSweep, RefusesWhatNoModelCouldBeMadeOf) {
  EXPECT_EQ(
      no_sweep(species_choice(16, 40), {{1.1}, {}}),
      "species.yaml: --mobility: holds 1.1; must be between 0 and 1, the sum of the rates, which is kept");
  EXPECT_EQ(no_sweep(life_choice(16, 40), {{0.1}, {}}),
            "life.yaml: model: is automaton; --mobility and --species are of model: interaction");
  EXPECT_EQ(no_sweep(species_choice(16, 40,
                                    {"interaction.preys={red: [blue]}",
                                     "interaction.rates.predation={red: "
                                     "0.1, blue: 0, yellow: 0}"}),
                     {{0.1}, {}}),
            "--set interaction.preys={red: [blue]}: interaction.preys: must be cyclic, so that it means the "
            "same for "
            "any number of species\n"
            "--set interaction.rates.predation={red: 0.1, blue: 0, yellow: 0}: interaction.rates.predation: "
            "is not a "
            "single number, which --mobility and --species need; give all species the same rate");
  EXPECT_EQ(
      no_sweep(species_choice(16, 40, {"interaction.rates={mobility: 0.5, reproduction: 0, predation: 0}"}),
               {{0.1}, {}}),
      "species.yaml: --mobility: changes what reproduction and predation share, and both are 0; make one "
      "larger");
}

}  // namespace
}  // namespace morula::test
