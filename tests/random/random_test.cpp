// Random model files, made from the keys of every family, have the same answer however they are run.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <iterator>
#include <memory>
#include <ostream>

#include "models/catalogue.h"
#include "tests/random/random_changes.h"
#include "tests/random/same_answer.h"

namespace morula::test {
namespace {

constexpr u64 models_of_a_family = 16, models_in_full = 700;

// On devices on which PoCL takes seconds to compile a model, only this many models of each family are run.
// With MORULA_FULL, or if a seed is given, every model is.
constexpr u64 models_on_slow_devices = 4;

// Number of models of each family that change while they run; on slow devices, only the first of them are
// run.
constexpr u64 changed_models_of_a_family = 6, changed_models_on_slow_devices = 1;

struct Drawn {
  ModelGenerator generator;
  u64 seed = 0;
  friend std::ostream& operator<<(std::ostream& out, const Drawn& drawn) {
    return out << drawn.generator.family << ", seed " << drawn.seed;
  }
};

const char* chosen_seed() { return std::getenv("MORULA_RANDOM_SEED"); }

std::vector<Drawn> drawn_models(u64 models_drawn = models_of_a_family) {
  std::vector<Drawn> models;
  const u64 count = std::getenv("MORULA_FULL") ? models_in_full : models_drawn;
  const u64 first = chosen_seed() ? std::strtoull(chosen_seed(), nullptr, 10) : 0;
  for (const ModelGenerator& generator : model_generators())
    for (u64 i = 0; i < (chosen_seed() ? 1 : count); ++i) models.push_back({generator, first + i});
  return models;
}

std::vector<NamedBackend> backends_for(u64 seed, u64 on_slow_devices = models_on_slow_devices) {
  static const std::vector<NamedBackend> available = available_backends();
  if (chosen_seed() || std::getenv("MORULA_FULL") || seed < on_slow_devices) return available;
  std::vector<NamedBackend> quick;
  std::ranges::remove_copy_if(available, std::back_inserter(quick), is_slow);
  return quick;
}

// The model file, and the names of the files beside it.
std::string as_text(const RandomModel& model) {
  std::string text = model.text;
  for (const auto& [name, contents] : model.files) text += fmt::format("--- {}\n{}", name, contents);
  for (const auto& [name, volume] : model.pictures)
    text += fmt::format("--- {}, a picture of {}\n", name, to_string(volume.extent, 3));
  return text;
}

// Keeps the files of a model that was requested by its seed, so that the program can run it.
void keep(const RandomModel& model, const std::string& name) {
  const std::filesystem::path folder = std::filesystem::temp_directory_path() / ("random_" + name);
  std::filesystem::create_directories(folder);
  write_model(model, folder);
  fmt::print("written to {}\n{}", folder.string(), as_text(model));
}

class Random : public testing::TestWithParam<Drawn> {};

TEST_P(Random, ModelHasOneAnswer) {
  const auto& [generator, seed] = GetParam();
  Choices choose(seed, generator.family);
  const RandomModel model = generator.draw(choose);
  const std::string name = fmt::format("{}_{}", generator.family, seed);
  if (chosen_seed()) keep(model, name);
  const std::vector<std::string> wrong = differences(model, seed, backends_for(seed));
  EXPECT_TRUE(wrong.empty()) << fmt::format(
      "{}\nagain by: MORULA_RANDOM_SEED={} random_tests --gtest_filter='*{}'\n--- model.yaml\n{}",
      fmt::join(wrong, "\n"), seed, name, as_text(model));
}

INSTANTIATE_TEST_SUITE_P(Each, Random, testing::ValuesIn(drawn_models()), [](const auto& drawn) {
  return fmt::format("{}_{}", drawn.param.generator.family, drawn.param.seed);
});

class RandomChanges : public testing::TestWithParam<Drawn> {};

TEST_P(RandomChanges, ModelHasOneAnswer) {
  const auto& [generator, seed] = GetParam();
  Choices choose(seed, generator.family);
  const auto model = with_random_changes(generator.draw(choose), seed);
  if (!model) GTEST_SKIP() << "nothing of this model may change";
  const std::string name = fmt::format("{}_{}", generator.family, seed);
  if (chosen_seed()) keep(*model, name + "_changed");
  const auto wrong = differences(*model, seed, backends_for(seed, changed_models_on_slow_devices));
  EXPECT_TRUE(wrong.empty()) << fmt::format(
      "{}\nagain by: MORULA_RANDOM_SEED={} random_tests --gtest_filter='*Changes*{}'\n--- model.yaml\n{}",
      fmt::join(wrong, "\n"), seed, name, as_text(*model));
}

INSTANTIATE_TEST_SUITE_P(Each, RandomChanges, testing::ValuesIn(drawn_models(changed_models_of_a_family)),
                         [](const auto& drawn) {
                           return fmt::format("{}_{}", drawn.param.generator.family, drawn.param.seed);
                         });

TEST(RandomModels, EveryFamilyHasAGenerator) {
  for (const Family& family : families())
    EXPECT_EQ(std::ranges::count(model_generators(), family.name, &ModelGenerator::family), 1)
        << "tests/" << family.name << '/' << family.name << "_generator.cpp registers no generator";
}

RandomModel life(std::vector<Settings> engines) {
  RandomModel model;
  model.text =
      "model: automaton\nsteps: 9\nlattice: {size: [70, 20]}\nautomaton: {rule: B3/S23}\n"
      "initial: {random: {density: 0.4}}\n";
  model.engines = std::move(engines);
  return model;
}

// The test must be able to find differences if there are any.
TEST(RandomModels, DifferencesAreFound) {
  const std::vector<NamedBackend> backends = {
      {"cpu", {BackendKind::Cpu, std::make_shared<ThreadPool>(1), nullptr}}};
  EXPECT_EQ(differences(life({{}, {"automaton.engine=plain"}}), 1, backends), std::vector<std::string>());
  // Another seed is found at once: by its own run, in the relay, and over ranks if that setting is the one
  // that is run over ranks. Another rule is found after some steps; its part of the relay may be too short.
  EXPECT_GE(differences(life({{}, {"seed=2"}}), 1, backends).size(), 2u);
  EXPECT_GE(differences(life({{}, {"automaton.rule=B3/S234"}}), 1, backends).size(), 1u);
  RandomModel shorter = life({{}});
  shorter.other_steps = {{"steps=8"}};
  EXPECT_EQ(differences(shorter, 1, backends).size(), 1u);
  const auto refused = differences(life({{"automaton.rule=B9"}}), 1, backends);
  ASSERT_EQ(refused.size(), 1u);
  EXPECT_TRUE(refused.front().starts_with("the model file is refused")) << refused.front();
}

}  // namespace
}  // namespace morula::test
