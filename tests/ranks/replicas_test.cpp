// A batch of replicas, or of initial cells, over ranks writes the files that one process writes, byte for
// byte, and can be continued on any other number of ranks.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <regex>

#include "core/thread_ranks.h"
#include "models/catalogue.h"
#include "models/ranks/ranked_model.h"
#include "models/ranks/shared_replicas.h"
#include "runner/checkpoint.h"
#include "runner/run_ranks.h"
#include "runner/standard_observers.h"
#include "tests/io/temporary_folder.h"

namespace morula::test {
namespace {

namespace fs = std::filesystem;

Backend one_thread() { return {BackendKind::Cpu, std::make_shared<ThreadPool>(1), nullptr}; }

using BatchFiles = std::map<std::string, std::string>;

BatchFiles batch_files_in(const fs::path& folder) {
  BatchFiles files;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder)) {
    if (!entry.is_regular_file()) continue;
    std::ifstream file(entry.path(), std::ios::binary);
    files[fs::relative(entry.path(), folder)] = {std::istreambuf_iterator<char>(file), {}};
  }
  return files;
}

// Takes the model from its last saved state, or from its first one, to `steps`, with all output that its file
// asks for.
void run_batch(Model& model, const Spec& spec, const fs::path& folder, std::uint64_t steps) {
  if (fs::exists(folder / "checkpoint.h5")) load_state(model, folder / "checkpoint.h5");
  StepSchedule schedule{steps, spec.checkpoint_every, {}, make_observers(spec, folder, nullptr)};
  schedule.checkpoint = [&](Model& at) { save_state(at, folder / "checkpoint.h5"); };
  take_steps(model, schedule, {});
}

struct BatchResult {
  BatchFiles files;
  std::vector<Hash> hashes;
  std::vector<std::optional<std::uint64_t>> ends;
  std::uint64_t time = 0, updates = 0;
};

// Runs a part of the run on each of these numbers of ranks, which are threads of this process.
BatchResult run_over(const std::vector<int>& legs, const std::string& text) {
  const ModelSource source{{"batch.yaml", text}, {}, fs::current_path()};
  const Spec spec = read_model(source);
  const io::TemporaryFolder folder;
  BatchResult result;
  for (std::size_t leg = 0; leg < legs.size(); ++leg) {
    const Start start = leg == 0 ? Start::Initial : Start::Blank;
    const std::uint64_t steps = spec.end() * (leg + 1) / legs.size();
    run_thread_ranks(legs[leg], [&](Communicator& ranks) {
      const Spec part = part_of_rank(source, spec, ranks);
      const Backend backend = one_thread();
      if (ranks.rank() != 0) return serve_ranked_model(spec, part, backend, ranks);
      const auto model = make_ranked_model(spec, part, backend, ranks, start);
      run_batch(*model, spec, folder.path(), steps);
      result.hashes = model->replica_hashes();
      result.ends = model->replica_ends();
      result.time = model->time();
      result.updates = model->updates();
    });
  }
  result.files = batch_files_in(folder.path());
  return result;
}

void expect_same(const BatchResult& right, const BatchResult& result, const std::string& what) {
  EXPECT_EQ(result.hashes, right.hashes) << what;
  EXPECT_EQ(result.ends, right.ends) << what;
  EXPECT_EQ(result.time, right.time) << what;
  EXPECT_EQ(result.updates, right.updates) << what;
  for (const auto& [name, contents] : right.files) {
    ASSERT_TRUE(result.files.contains(name)) << name << ", " << what;
    EXPECT_TRUE(result.files.at(name) == contents) << name << ", " << what;
  }
  EXPECT_EQ(result.files.size(), right.files.size()) << what;
}

void expect_same_over_ranks(const std::string& text, const std::vector<std::string>& expected) {
  const BatchResult right = run_over({1}, text);
  for (const std::string& name : expected) ASSERT_TRUE(right.files.contains(name)) << name;
  for (const int ranks : {2, 3, 5, 8})
    expect_same(right, run_over({ranks}, text), std::to_string(ranks) + " ranks");
  expect_same(run_over({1, 1, 1}, text), run_over({3, 8, 2}, text), "3, 8 and 2 ranks, one after the other");
}

const std::string batch_of_species =
    "model: interaction\nseed: 9\nreplicas: 8\nfirst_replica: 3\nlattice: {size: [12, 11]}\n";

TEST(SharedReplicas, OfSpecies) {
  expect_same_over_ranks(
      batch_of_species +
          "steps: 60\ninteraction: {species: 3, preys: cyclic, rates: {mobility: 0.5, "
          "reproduction: 0.25, predation: 0.25}, observe: [densities, extinction, entropy, "
          "interface, correlation], feedback: {rate: mobility, every: 10, at_zero_entropy: 0.1, "
          "at_greatest_entropy: 0.5}}\ninitial: {fractions: equal}\noutput: {series: {every: 3}, "
          "frames: {every: 20}, state: {every: 30}}\ncheckpoint: {every: 7}\n",
      {"series.csv", "frames/000000020.png", "state/000000030.h5", "checkpoint.h5"});
}

// Ranks whose replicas have all ended wait for the others.
TEST(SharedReplicas, ThatEndByThemselves) {
  const std::string text =
      batch_of_species +
      "steps: 4000\ninteraction: {species: 3, preys: cyclic, rates: {mobility: 0.75, "
      "reproduction: 0.125, predation: 0.125}, observe: [extinction], until: extinction}\n"
      "initial: {fractions: equal}\noutput: {series: {every: 50}}\ncheckpoint: {every: 400}\n";
  const BatchResult right = run_over({1}, text);
  EXPECT_LT(right.time, 4000u);
  expect_same_over_ranks(text, {"series.csv"});
}

// Each replica ends at the row that fulfils the condition, whatever its rank.
TEST(SharedReplicas, ThatEndByAFormula) {
  const std::string text =
      batch_of_species +
      "steps: 400\ninteraction: {species: [red, green, blue], preys: cyclic, rates: {mobility: 0.75, "
      "reproduction: 0.125, predation: 0.125}}\ninitial: {fractions: equal}\n"
      "until: {when: \"red < 25 or red > 80\"}\noutput: {series: {every: 4}}\ncheckpoint: {every: 11}\n";
  const BatchResult right = run_over({1}, text);
  EXPECT_LT(right.time, 400u);
  expect_same_over_ranks(text, {"series.csv"});
}

TEST(SharedReplicas, OfAutomata) {
  expect_same_over_ranks(
      "model: automaton\nseed: 5\nreplicas: 8\nfirst_replica: 2\nsteps: 300\nlattice: {size: [21, 13]}\n"
      "automaton: {states: [empty, tree, fire], neighbourhood: moore, transitions: [{from: fire, to: empty}, "
      "{from: tree, to: fire, when: \"count(fire) > 0 or chance(0.01)\"}]}\n"
      "initial: {random: {fractions: {tree: 0.4}}}\nuntil: {when: \"tree <= 3\"}\n"
      "output: {series: {every: 5, columns: {front: \"sum(state == tree and count(fire) > 0)\"}}, "
      "frames: {every: 50}}\ncheckpoint: {every: 7}\n",
      {"series.csv", "frames/000000050.png"});
}

// A single lattice whose columns and end are formulas.
TEST(SharedReplicas, NoneButOneLattice) {
  expect_same_over_ranks(
      "model: automaton\nseed: 5\nsteps: 300\nlattice: {size: [21, 43]}\n"
      "automaton: {states: [empty, tree, fire], neighbourhood: moore, transitions: [{from: fire, to: empty}, "
      "{from: tree, to: fire, when: \"count(fire) > 0 or chance(0.01)\"}]}\n"
      "initial: {random: {fractions: {tree: 0.4}}}\nuntil: {when: \"tree <= 3\"}\n"
      "output: {series: {every: 5, columns: {front: \"sum(state == tree and count(fire) > 0)\", "
      "low: \"max(if state == tree then y else -1)\", high: \"min(if at(2, -8) == tree then y * 0.5 - x else "
      "99)\", steep: \"mean(at(0, 5) * 0.1 - count(tree))\", all: \"sum(x * y - 7)\"}}}\n"
      "checkpoint: {every: 7}\n",
      {"series.csv"});
}

TEST(SharedReplicas, OfCells) {
  expect_same_over_ranks(
      "model: potts\nseed: 4\nsteps: 12\nreplicas: 8\nlattice: {size: [24, 20]}\npotts: {temperature: 10, "
      "types: "
      "[medium, light, dark], contact: {order: 2}, adhesion: {dark-dark: 2, light-dark: 11, light-light: 14, "
      "medium-light: 16, medium-dark: 16}, volume: {light: {target: 20, strength: 1}, dark: {target: 20, "
      "strength: "
      "1}}}\ninitial: {cells: {box: {from: [2, 2], to: [21, 16]}, width: 5, types: {light: 0.5, dark: "
      "0.5}}}\n"
      "output: {series: {every: 2}, frames: {every: 6}, state: {every: 6}, cells: {every: 4}}\n"
      "checkpoint: {every: 5}\n",
      {"series.csv", "frames/000000006.png", "cells/000000004.csv", "checkpoint.h5"});
}

// Replicas whose numbers of cells become different, so that ranks hold tables of different lengths.
TEST(SharedReplicas, OfCellsThatDivideAndDie) {
  expect_same_over_ranks(
      "model: potts\nseed: 4\nsteps: 40\nreplicas: 8\nlattice: {size: [40, 36]}\npotts: {temperature: 8, "
      "types: "
      "[medium, stem, dead], adhesion: {medium-stem: 8, stem-stem: 6, medium-dead: 8, stem-dead: 7, "
      "dead-dead: 6}, volume: {stem: {target: 12, strength: 2}, dead: {target: 12, strength: 2}}, life: "
      "{stem: "
      "{target: {volume: {next: \"target_volume + 1\", most: 30}}, divide: {when: \"volume >= 16 and "
      "chance(0.1)\"}, become: {dead: \"chance(0.02)\"}}, dead: {die: {when: \"chance(0.2)\", at_once: "
      "true}}}}\ninitial: {cells: {box: {from: [18, 16], to: [21, 18]}, type: stem}}\n"
      "output: {series: {every: 5}, state: {every: 20}, cells: {every: 20}, tracks: {every: 10}, lineage: "
      "{every: 20}}\ncheckpoint: {every: 15}\n",
      {"series.csv", "cells/000000040.csv", "tracks.csv", "lineage.csv", "checkpoint.h5"});
}

// A cell that shrinks below half of a side, and one that grows beyond it. Centroids and displacements are
// empty in some tables, and also in checkpoints.
TEST(SharedReplicas, OfCellsWithoutCentroids) {
  const std::string text =
      "model: potts\nseed: 4\nsteps: 24\nreplicas: 8\nlattice: {size: [24, 20]}\npotts: {order: sequential, "
      "temperature: 10, types: [medium, light, dark], adhesion: {medium-light: 1, medium-dark: 1, "
      "light-light: "
      "1, light-dark: 1, dark-dark: 1}, volume: {light: {target: 20, strength: 1}, dark: {target: 200, "
      "strength: 1}}}\ninitial: {cells: [{box: {from: [0, 0], to: [14, 6]}, type: light}, {box: {from: [6, "
      "12], to: [9, 15]}, type: dark}]}\noutput: {series: {every: 2}, cells: {every: 2}}\n"
      "checkpoint: {every: 5}\n";
  const BatchFiles files = run_over({1, 1}, text).files;
  EXPECT_NE(files.at("cells/000000000.csv").find("0,1,1,105,44,,,,,"), std::string::npos)
      << "the light cell is wide at first\n"
      << files.at("cells/000000000.csv");
  EXPECT_NE(files.at("cells/000000000.csv").find("0,2,2,16,16,7.5,13.5,0,0,"), std::string::npos);
  const auto has_line_with = [&](const std::string& pattern) {
    const std::regex line("\n" + pattern);
    return std::ranges::any_of(files, [&](const auto& file) {
      return file.first.starts_with("cells/") && std::regex_search(file.second, line);
    });
  };
  EXPECT_TRUE(has_line_with("\\d,1,1,\\d+,\\d+,[\\d.]+,[\\d.]+,,,")) << "the first table with its centroid";
  EXPECT_TRUE(has_line_with("\\d,1,1,\\d+,\\d+,[\\d.]+,[\\d.]+,-?[\\d.]+,")) << "the second one";
  EXPECT_TRUE(has_line_with("\\d,2,2,\\d+,\\d+,,,,,")) << "the dark cell becomes wide";
  expect_same_over_ranks(text, {"series.csv", "cells/000000010.csv", "checkpoint.h5"});
}

// Dividing cells have no replicas: ranks share the initial cells of every step.
TEST(SharedCells, OfAPopulation) {
  expect_same_over_ranks(
      "model: proliferation\nseed: 5\nproliferation: {until: 60, minimum_fluorescence: 3, batch: 7, "
      "population: "
      "[[500, 77], [900, 130], [1500, 10]], types: [{name: resting, proportion: 0.1}, {name: busy, "
      "proportion: 0.9, "
      "division: {mean: 17, sd: 5}, death: {rate: 0.005}}], target: [[4, 100], [10, 200], [300, 50]]}\n"
      "output: {series: {every: 3}, state: {every: 10}, histogram: true, generations: {every: 9}}\n"
      "checkpoint: {every: 8}\n",
      {"series.csv", "histogram.csv", "state/000000010.h5", "checkpoint.h5"});
}

// A change makes the model again on every rank. The checkpoints after 3, 8 and 2 ranks hold the changes that
// were made.
TEST(SharedReplicas, ThatChange) {
  expect_same_over_ranks(
      batch_of_species +
          "steps: 60\ninteraction: {species: 3, preys: cyclic, rates: {mobility: 0.5, "
          "reproduction: 0.25, predation: 0.25}}\ninitial: {fractions: equal}\noutput: {series: {every: 3}}\n"
          "checkpoint: {every: 7}\nchanges: [{at: 0, set: {interaction.rates.mobility: 0.4}}, {at: 20, "
          "sites: "
          "{box: {from: [2, 3], to: [6, 8]}}, to: 1}, {at: 45, set: {interaction.rates.predation: 0.2}}]\n",
      {"series.csv", "checkpoint.h5"});
}

TEST(SharedReplicas, EveryRankHasConsecutiveOnes) {
  for (const std::uint64_t count : {1u, 7u, 8u, 100u})
    for (const int ranks : {1, 3, 8}) {
      std::uint64_t next = 5;
      for (int rank = 0; rank < ranks; ++rank) {
        const Replicas share = replicas_of_rank({count, 5}, rank, ranks);
        EXPECT_EQ(share.first, next);
        EXPECT_LE(share.count,
                  (count + static_cast<std::uint64_t>(ranks) - 1) / static_cast<std::uint64_t>(ranks));
        next += share.count;
      }
      EXPECT_EQ(next, 5 + count);
    }
}

TEST(SharedReplicas, TooFewAreRefusedByName) {
  const auto refusal = [](const std::string& text, int ranks) {
    try {
      check_ranks(read_model(ModelSource{{"m.yaml", text}, {}, fs::current_path()}), ranks);
    } catch (const SpecError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  const std::string model = batch_of_species +
                            "steps: 6\ninteraction: {species: 3, preys: cyclic, rates: {mobility: 0.5, "
                            "reproduction: 0.25, predation: 0.25}}\ninitial: {fractions: equal}\n";
  EXPECT_EQ(refusal(model, 8), "");
  EXPECT_NE(
      refusal("model: membrane\nsteps: 3\nmembrane: {rules: \"def main() { @mu = []'a; @ms(a) = b; [b --> "
              "c]'a; }\"}\n",
              2)
          .find("model: a single run of the family 'membrane' cannot be shared out"),
      std::string::npos);
  // Each rank holds a slab of every replica, except in the sequential order.
  EXPECT_EQ(refusal(model, 9), "");
  std::string sequential = model;
  sequential.replace(sequential.find("species: 3"), 10, "species: 3, order: sequential");
  EXPECT_NE(
      refusal(sequential, 9).find("replicas: are 8, which can be shared out among at most 8 ranks, not 9"),
      std::string::npos)
      << refusal(sequential, 9);
}

}  // namespace
}  // namespace morula::test
