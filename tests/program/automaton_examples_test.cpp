// The examples of the automaton show what their descriptions claim, on every backend.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <sstream>

#include "tests/program/processors.h"

namespace morula::test {
namespace {

class AutomatonExample : public OnBackend {
 protected:
  // Runs an example as it is shipped, except for the arguments `extra`, and returns the run directory.
  std::filesystem::path run(const std::string& name, const Words& extra = {}) {
    const std::string out = std::to_string(++runs_);
    place_.must(Words{"run", MORULA_SOURCE_DIR "/examples/" + name + ".yaml", "--quiet", "--out", out} +
                options() + extra);
    return place_ / out;
  }
  // Pictures of volumes take longer than the steps between them.
  std::filesystem::path run_with_few_frames(const std::string& name, const Words& extra = {}) {
    return run(name, extra + Words{"--set", "output.frames.every=450"});
  }

 private:
  int runs_ = 0;
};

std::vector<std::string> split(const std::string& text, char at) {
  std::vector<std::string> parts;
  std::istringstream stream(text);
  for (std::string part; std::getline(stream, part, at);) parts.push_back(part);
  return parts;
}

std::vector<double> column(const std::filesystem::path& run, const std::string& name) {
  const std::vector<std::string> lines = split(contents(run / "series.csv"), '\n');
  const std::vector<std::string> names = split(lines.at(0), ',');
  const auto found = std::find(names.begin(), names.end(), name);
  EXPECT_NE(found, names.end()) << "there is no column " << name;
  const auto which = static_cast<std::size_t>(found - names.begin());
  std::vector<double> values;
  for (std::size_t i = 1; i < lines.size(); ++i) {
    const std::vector<std::string> cells = split(lines[i], ',');
    const bool is_empty = which >= cells.size() || cells[which].empty();
    values.push_back(is_empty ? std::numeric_limits<double>::quiet_NaN() : std::stod(cells[which]));
  }
  return values;
}

// The rows of a pattern in RLE, with one character per cell: `3C2.B$` is CCC..B.
std::vector<std::string> rows_of_rle(const std::string& text) {
  std::vector<std::string> rows(1);
  std::size_t count = 0;
  for (const char c : text.substr(text.find('\n', text.find("x = ")) + 1)) {
    if (c >= '0' && c <= '9') {
      count = 10 * count + static_cast<std::size_t>(c - '0');
      continue;
    }
    if (c == '!') break;
    if (c == '\n') continue;
    const std::size_t times = std::max<std::size_t>(count, 1);
    if (c == '$')
      rows.resize(rows.size() + times);
    else
      rows.back().append(times, c);
    count = 0;
  }
  return rows;
}

// Gosper's gun has period 30, and 36 cells without its gliders of 5 cells.
TEST_P(AutomatonExample, GunHasFiveMoreLiveCellsEvery30Steps) {
  const std::vector<double> live = column(run("glider-gun"), "count_1");
  ASSERT_EQ(live.size(), 17u);
  for (std::size_t shots = 0; shots < live.size(); ++shots)
    EXPECT_EQ(live[shots], 36. + 5. * static_cast<double>(shots));
}

TEST_P(AutomatonExample, GlidersIn3DReturnToTheirPlaces) {
  const auto start = run_with_few_frames("gliders-3d", {"--steps", "0"}),
             halfway = run_with_few_frames("gliders-3d", {"--steps", "80"}),
             end = run_with_few_frames("gliders-3d");
  EXPECT_EQ(hash_of(end), hash_of(start));
  EXPECT_NE(hash_of(halfway), hash_of(start));
  for (const double live : column(end, "count_1")) EXPECT_EQ(live, 60);
}

TEST_P(AutomatonExample, BriansBrainGoesOn) {
  const std::filesystem::path brain = run("brians-brain");
  EXPECT_GT(column(brain, "count_1").back(), 500);
  EXPECT_GT(column(brain, "count_2").back(), 500);
}

TEST_P(AutomatonExample, LifeByTransitionsIsLife) {
  EXPECT_EQ(hash_of(run("life-by-transitions")),
            hash_of(run("life-by-transitions", {"--set", "automaton={rule: B3/S23}"})));
}

// On average as many trees grow as burn: growth times the number of empty sites is the number of sites on
// fire.
TEST_P(AutomatonExample, ForestFiresBurnWhatGrows) {
  const std::filesystem::path forest = run("forest-fire", {"--set", "lattice.size=[256, 256]"});
  const std::vector<double> empty = column(forest, "empty"), fire = column(forest, "fire");
  double grown = 0, burnt = 0;
  for (std::size_t i = empty.size() / 2; i < empty.size(); ++i) grown += 0.02 * empty[i], burnt += fire[i];
  EXPECT_NEAR(burnt / grown, 1, 0.05);
}

// The final size z of an epidemic solves 1 - z = (1 - i) exp(-R0 z), where i is the fraction infected at the
// beginning.
TEST_P(AutomatonExample, EpidemicHasTheFinalSizeOfItsEquation) {
  const std::filesystem::path epidemic = run("epidemic");
  const double infected = column(epidemic, "infected").front() / 65536;
  double size = 0.8;
  for (int i = 0; i < 100; ++i) size = 1 - (1 - infected) * std::exp(-2 * size);
  EXPECT_EQ(column(epidemic, "infected").back(), 0);
  EXPECT_NEAR(column(epidemic, "recovered").back() / 65536, size, 0.02);
}

// Grains are lost only at the edge, and in the end no site topples.
TEST_P(AutomatonExample, SandpileComesToRest) {
  const std::filesystem::path pile = run("sandpile");
  for (const char* height : {"h4", "h5", "h6", "h7"}) EXPECT_EQ(column(pile, height).back(), 0) << height;
}

TEST_P(AutomatonExample, SpiralTurnsLongAfterTheLastStimulus) {
  const std::filesystem::path spiral = run("spiral-wave");
  const std::vector<double> step = column(spiral, "step"), reentry = column(spiral, "reentry");
  for (std::size_t i = 0; i < step.size(); ++i) EXPECT_EQ(reentry[i], step[i] > 70 + 256) << step[i];
  const std::vector<double> velocity = column(spiral, "velocity");
  EXPECT_TRUE(std::isnan(velocity.front())) << "no wave has reached the second site yet";
  EXPECT_EQ(velocity.back(), 2);
}

TEST_P(AutomatonExample, SpiralNeedsTheSecondStimulus) {
  const auto wave =
      run("spiral-wave", {"--set", "automaton.tissue.stimuli=[{box: {from: [0, 0], to: [3, 255]}}]"});
  EXPECT_GT(column(wave, "activated")[1], 0);
  EXPECT_EQ(column(wave, "activated").back(), 0);
  EXPECT_EQ(column(wave, "reentry").back(), 0);
}

TEST_P(AutomatonExample, WaveCirclesTheScarForEver) {
  const std::filesystem::path scar = run_with_few_frames("scar-reentry");
  const std::vector<double> step = column(scar, "step"), reentry = column(scar, "reentry");
  for (std::size_t i = 0; i < step.size(); ++i) EXPECT_EQ(reentry[i], step[i] > 32 + 96) << step[i];
  EXPECT_GT(column(scar, "activated").back(), 1000);
}

TEST_P(AutomatonExample, WaveDiesOutWithoutTheScar) {
  const auto without_scar = run("scar-reentry", {"--set",
                                                 "automaton.tissue.regions=[{name: slow, refractory: 90, "
                                                 "box: {from: [44, 0, 0], to: [51, 28, 23]}}]",
                                                 // There is no scar to make transparent.
                                                 "--set", "output.frames={every: 450}"});
  EXPECT_GT(column(without_scar, "activated")[1], 0);
  EXPECT_EQ(column(without_scar, "activated").back(), 0);
  EXPECT_EQ(column(without_scar, "reentry").back(), 0);
}

// Four pulses start ten cells apart, the first in front; the output is on the wire after 54 steps.
TEST_P(AutomatonExample, PulseLeavesTheGateIffExactlyOneCameIn) {
  const std::filesystem::path gate = run("wireworld-xor");
  const auto before = rows_of_rle(contents(gate / "patterns/000000000.rle"));
  const auto after = rows_of_rle(contents(gate / "patterns/000000054.rle"));
  std::set<std::pair<bool, bool>> cases;
  for (std::size_t moment = 0; moment < 4; ++moment) {
    const std::size_t in = 39 - 10 * moment, out = 93 - 10 * moment;
    const bool upper = before.at(2).at(in) == 'A', lower = before.at(8).at(in) == 'A';
    EXPECT_EQ(after.at(5).at(out) == 'A', upper != lower) << "moment " << moment;
    cases.insert({upper, lower});
  }
  EXPECT_EQ(cases.size(), 4u);
  EXPECT_EQ(std::count(after.at(5).begin(), after.at(5).end(), 'A'), 2);
}

INSTANTIATE_TEST_SUITE_P(On, AutomatonExample, every_backend(), name_of);

}  // namespace
}  // namespace morula::test
