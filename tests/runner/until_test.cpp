// `until.when`: a run ends at the first row of the series that fulfils its condition.
#include <gtest/gtest.h>

#include "io/document.h"
#include "models/catalogue.h"
#include "runner/checkpoint.h"
#include "runner/stepping.h"
#include "tests/io/temporary_folder.h"

namespace morula::test {
namespace {

Spec until_spec(const std::string& yaml) {
  return read_spec(io::parse_document(yaml, "until.yaml"), MORULA_SOURCE_DIR);
}

Backend until_backend(unsigned threads = 1) {
  return {BackendKind::Cpu, std::make_shared<ThreadPool>(threads), nullptr};
}

// No tree grows: the number of trees only decreases, by chance.
const std::string burning =
    "model: automaton\nseed: 7\nsteps: 500\nlattice: {size: [20, 20]}\n"
    "automaton: {states: [empty, tree], neighbourhood: moore, "
    "transitions: [{from: tree, to: empty, when: \"chance(0.02)\"}]}\n"
    "initial: {random: {fractions: {tree: 0.5}}}\noutput: {series: {every: 10}}\n";

std::uint64_t trees_in(Model& model, std::size_t replica = 0) {
  const Row row = observe(model)[replica];
  return std::get<std::uint64_t>(row[row.size() - 1]);
}

// With the same model without the condition, finds the first multiple of ten steps with fewer trees than the
// limit.
std::uint64_t first_row_below(std::uint64_t trees) {
  const auto model = make_model(until_spec(burning), until_backend());
  while (trees_in(*model) >= trees) model->step(10);
  return model->time();
}

TEST(Until, EndsAtTheFirstRowThatFulfilsIt) {
  for (const std::uint64_t trees : {150u, 40u, 3u}) {
    const Spec spec = until_spec(burning + "until: {when: \"tree < " + std::to_string(trees) + "\"}\n");
    const auto model = make_model(spec, until_backend());
    const std::uint64_t end = first_row_below(trees);
    std::uint64_t done = 0;
    while (const std::uint64_t steps = model->step(7)) done += steps;  // so that rows lie within batches
    EXPECT_EQ(done, end);
    EXPECT_EQ(model->time(), end);
    EXPECT_EQ(model->step(1), 0u);
  }
}

TEST(Until, LooksAtStepZero) {
  const auto model = make_model(until_spec(burning + "until: {when: \"tree > 0\"}\n"), until_backend());
  EXPECT_EQ(model->step(100), 0u);
}

TEST(Until, RowsOfAnotherIntervalAreStillPassedOn) {
  const Spec spec = until_spec(burning + "until: {when: \"step >= 40\"}\n");
  const auto model = make_model(spec, until_backend());
  std::vector<std::uint64_t> times;
  EXPECT_EQ(model->step_summing(500, 4, [&](std::uint64_t time, const Sums&) { times.push_back(time); }),
            40u);
  EXPECT_EQ(times, (std::vector<std::uint64_t>{4, 8, 12, 16, 20, 24, 28, 32, 36, 40}));
}

TEST(Until, EachReplicaEndsByItselfAndAsAlone) {
  const std::string text = burning + "until: {when: \"tree < 40\"}\n";
  for (const unsigned threads : {1u, 2u}) {
    const auto batch =
        make_model(until_spec(text + "replicas: 5\nfirst_replica: 1\n"), until_backend(threads));
    while (batch->step(33) > 0) {
    }
    const auto ends = batch->replica_ends();
    const std::vector<Hash> hashes = batch->replica_hashes();
    ASSERT_EQ(ends.size(), 5u);
    EXPECT_NE(std::ranges::min(ends), std::ranges::max(ends));
    for (std::uint64_t i = 0; i < 5; ++i) {
      const auto alone = make_model(
          until_spec(text + "replicas: 9\nreplica: " + std::to_string(i + 1) + "\n"), until_backend());
      alone->step(500);
      EXPECT_EQ(alone->time(), ends[i]);
      EXPECT_EQ(alone->hash(), hashes[i]);
    }
  }
}

TEST(Until, AnEndedReplicaIsRestoredAsItEnded) {
  const Spec spec = until_spec(burning + "until: {when: \"tree < 33 and step < 100\"}\nreplicas: 5\n");
  const io::TemporaryFolder folder;
  const auto whole = make_model(spec, until_backend());
  whole->step(105);
  ASSERT_TRUE(std::ranges::any_of(whole->replica_ends(), [](const auto& end) { return end.has_value(); }));
  ASSERT_TRUE(std::ranges::any_of(whole->replica_ends(), [](const auto& end) { return !end; }));
  save_state(*whole, folder.path() / "a.h5");
  const auto restored = make_model(spec, until_backend(), Start::Blank);
  load_state(*restored, folder.path() / "a.h5");
  EXPECT_EQ(restored->replica_ends(), whole->replica_ends());
  EXPECT_EQ(restored->step(60), whole->step(60));
  EXPECT_EQ(restored->replica_hashes(), whole->replica_hashes());
}

// Replicas of species share an engine, which goes on with those that have not ended.
const std::string chasing =
    "model: interaction\nseed: 3\nsteps: 400\nlattice: {size: [24, 18]}\n"
    "interaction: {species: [fox, hare], preys: {fox: [hare]}, rates: {mobility: 0.5, reproduction: 0.25, "
    "predation: 0.25}}\ninitial: {fractions: equal}\n"
    "output: {series: {every: 3, columns: {pairs: \"sum(state == fox and count(hare) > 0)\"}}}\n"
    "until: {when: \"pairs < 60 or step > 60\"}\n";

TEST(Until, ABatchOfSpeciesEndsReplicaByReplica) {
  const Spec spec = until_spec(chasing + "replicas: 6\nfirst_replica: 2\n");
  const auto batch = make_model(spec, until_backend(2));
  const io::TemporaryFolder folder;
  batch->step(8);
  save_state(*batch, folder.path() / "a.h5");
  const auto restored = make_model(spec, until_backend(), Start::Blank);
  load_state(*restored, folder.path() / "a.h5");
  batch->step(400);
  restored->step(400);
  const auto ends = batch->replica_ends();
  EXPECT_EQ(restored->replica_ends(), ends);
  EXPECT_EQ(restored->replica_hashes(), batch->replica_hashes());
  EXPECT_NE(std::ranges::min(ends), std::ranges::max(ends));
  const std::vector<Row> rows = observe(*batch);
  for (std::uint64_t i = 0; i < 6; ++i) {
    const auto alone = make_model(
        until_spec(chasing + "replicas: 9\nreplica: " + std::to_string(i + 2) + "\n"), until_backend());
    alone->step(400);
    EXPECT_EQ(alone->time(), ends[i]);
    EXPECT_EQ(alone->hash(), batch->replica_hashes()[i]);
    EXPECT_EQ(observe(*alone).front().back(), rows[i].back());
  }
}

TEST(Until, NoAnswerEndsTheRunWithTheFormulaAndItsValues) {
  const auto model =
      make_model(until_spec(burning + "until: {when: \"7 // (tree // 100) > 100\"}\n"), until_backend());
  try {
    model->step(500);
    FAIL();
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("until.when, column 3: division by zero"), std::string::npos)
        << error.what();
  }
}

std::string complaint_of(const std::string& text) {
  try {
    until_spec(text);
  } catch (const SpecError& error) {
    return error.what();
  }
  return "";
}

TEST(Until, WrongConditionsAreRefused) {
  const auto expect = [](const std::string& text, const std::string& words) {
    EXPECT_NE(complaint_of(text).find(words), std::string::npos) << complaint_of(text);
  };
  expect(burning + "until: {when: \"tee == 0\"}\n", "did you mean 'tree'?");
  expect(burning + "until: {when: \"tree\"}\n", "'when' needs a truth value");
  expect(burning + "until: {if: \"tree == 0\"}\n", "until.when");
  expect(burning.substr(0, burning.find("output")) + "until: {when: \"tree == 0\"}\n",
         "looks at the rows of the series, and there are none");
}

}  // namespace
}  // namespace morula::test
