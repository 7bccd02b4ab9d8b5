// The exact means as a model: its steps, one or several at once, on any number of threads, and after a
// resume.
#include "models/proliferation/expectation/expected_model.h"

#include <gtest/gtest.h>

#include "models/proliferation/expectation/expected_population.h"
#include "models/proliferation/observe/cell_output.h"
#include "models/proliferation/population_model.h"
#include "tests/proliferation/cases.h"
#include "tests/support/observation.h"

namespace morula::test {
namespace {

std::shared_ptr<const ProliferationSpec> means_over_time() {
  auto spec = std::make_shared<ProliferationSpec>(three_types());
  spec->method = Method::Expectation;
  spec->generations_every = 30;
  spec->writes_histogram = true;
  return spec;
}

std::unique_ptr<Model> model_on(unsigned threads) {
  return make_expected_model(means_over_time(), std::make_shared<ThreadPool>(threads));
}

std::vector<std::string> texts_of(Model& model, const ProliferationSpec& spec = *means_over_time()) {
  std::vector<std::string> texts;
  const auto numbers = dynamic_cast<PopulationModel&>(model).numbers();
  if (!numbers) return texts;
  for (const MakeCellFiles make : {histogram_file, generations_file})
    for (const CellFile& file : make(spec, *numbers)) texts.push_back(file.text);
  return texts;
}

double number_of(const Observed& observed) { return std::get<double>(observed.value); }

constexpr u64 all_steps = 3 * 5;  // three types at 0, 30, 60, 90 and 100

// Computing steps in advance on threads must not change the results.
TEST(ExpectedModel, IsTheSameAfterEachStepOnAnyThreads) {
  const auto sequential = model_on(1), parallel = model_on(4);
  for (u64 step = 1; step <= all_steps; ++step) {
    EXPECT_EQ(sequential->step(1), 1u);
    EXPECT_EQ(parallel->step(1), 1u);
    EXPECT_EQ(sequential->hash(), parallel->hash()) << step;
    EXPECT_EQ(texts_of(*sequential).empty(), step < all_steps);
  }
  const auto at_once = model_on(3);
  EXPECT_EQ(at_once->step(1000), all_steps) << "there are no further steps";
  EXPECT_EQ(at_once->hash(), sequential->hash());
  EXPECT_EQ(texts_of(*at_once), texts_of(*sequential));
  EXPECT_EQ(texts_of(*parallel), texts_of(*sequential));
}

TEST(ExpectedModel, ChangesWithEveryStep) {
  const auto model = model_on(4);
  for (u64 step = 0; step < all_steps; ++step) {
    const Hash before = model->hash();
    model->step(1);
    EXPECT_NE(model->hash(), before) << step;
  }
}

TEST(ExpectedModel, GoesOnFromWhatItHeld) {
  const auto whole = model_on(1);
  whole->step(all_steps);
  for (u64 stop = 0; stop <= all_steps; ++stop) {
    const auto stopped = model_on(4), resumed = model_on(2);
    stopped->step(stop);
    for (const Field& field : stopped->fields()) {
      std::vector<std::byte> values(field.bytes());
      stopped->read(field, {0, field.values()}, values);
      resumed->restore(field, {0, field.values()}, values);
    }
    resumed->end_restore(stop, 0);
    EXPECT_EQ(resumed->hash(), stopped->hash());
    EXPECT_EQ(resumed->step(all_steps), all_steps - stop);
    EXPECT_EQ(resumed->hash(), whole->hash());
    EXPECT_EQ(texts_of(*resumed), texts_of(*whole));
  }
}

TEST(ExpectedModel, ObservesTheEndOfEachTypeWhenItsStepIsDone) {
  const auto model = model_on(4);
  model->step(all_steps - 2);
  const Observation first = observe_first(*model);
  ASSERT_EQ(first.size(), 4u);
  EXPECT_GT(number_of(first[1]), 0);
  EXPECT_EQ(number_of(first[2]), 0);
  EXPECT_EQ(number_of(first[3]), 0);
  model->step(2);
  EXPECT_NEAR(number_of(observe_first(*model)[0]) / expected_population(*means_over_time()), 1, 1e-3);
}

std::uint64_t needed_by(const ProliferationSpec& spec) { return expected_footprint(spec).host_bytes; }

TEST(ExpectedModel, NeedsMemoryForItsMeansAndForTheTextThatItWrites) {
  ProliferationSpec spec = *means_over_time();
  spec.population.clear();
  for (int bin = 0; bin < 20000; ++bin) spec.population.push_back({100.1 + bin * 0.731, 1u + bin % 7});
  const auto model =
      make_expected_model(std::make_shared<ProliferationSpec>(spec), std::make_shared<ThreadPool>(1));
  model->step(all_steps);
  const std::size_t written = texts_of(*model, spec).front().size(), held = model->fields().back().bytes();
  ProliferationSpec untold = spec;
  untold.writes_histogram = false;
  const std::uint64_t for_text = needed_by(spec) - needed_by(untold);
  EXPECT_GT(for_text, written);
  EXPECT_LT(for_text, 2 * written);
  ProliferationSpec at_end = untold;
  at_end.generations_every.reset();
  EXPECT_GE(needed_by(untold) - needed_by(at_end), 3 * (held - held / 5)) << "held, read and saved";
}

// These bins would have twenty million numbers.
TEST(ExpectedModel, NeedsNoMemoryForNumbersThatFollowFromItsMeans) {
  ProliferationSpec spec = *means_over_time();
  spec.writes_histogram = false;
  const std::uint64_t few = needed_by(spec);
  spec.population.resize(1'000'000, {1000.5, 1});
  ASSERT_EQ(last_generation(spec), 6u);
  EXPECT_LT(needed_by(spec) - few, 5'000'000u);
}

}  // namespace
}  // namespace morula::test
