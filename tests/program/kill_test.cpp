// A run that is killed or interrupted at random moments and resumed ends as if nothing had happened.
#include <signal.h>

#include "tests/program/interruptions.h"

namespace morula::test {
namespace {

// Compares with the same model, run without an interruption on the CPU.
void expect_as_uninterrupted(const Workplace& place, const std::string& model, const std::string& out) {
  place.must({"run", model, "--out", "whole", "--backend", "cpu", "--quiet"});
  EXPECT_EQ(hash_of(place / out), hash_of(place / "whole"));
  EXPECT_EQ(manifest_of(place / out).at("status"), "done");
  EXPECT_EQ(manifest_of(place / out).at("steps"), manifest_of(place / "whole").at("steps"));
  EXPECT_TRUE(same_files(place / out, place / "whole"));
}

class Interrupted : public OnBackend {
 protected:
  // A fast processor gets more work, since a run must last longer than its interruptions.
  std::string size() const { return GetParam() == "cpu" ? "[600, 400]" : "[240, 160]"; }

  void expect_unharmed(const std::function<std::string(const Interruptions&)>& text,
                       const Interruptions& plan) {
    run_interrupted(place_, text, "busy.yaml", "broken", plan);
    expect_as_uninterrupted(place_, "busy.yaml", "broken");
  }
  void expect_life_unharmed(const Interruptions& plan) {
    expect_unharmed([&](const auto& of) { return busy_life(size(), of); }, plan);
  }
  void expect_species_unharmed(const std::string& on, const Interruptions& plan) {
    expect_unharmed([&](const auto& of) { return busy_species(on, of); }, plan);
  }
  void expect_cells_unharmed(const Interruptions& plan) {
    expect_unharmed([&](const auto& of) { return busy_cells(GetParam() == "cpu" ? 60 : 30, of); }, plan);
  }
  void expect_membranes_unharmed(const Interruptions& plan) {
    expect_unharmed([&](const auto& of) { return busy_membranes(GetParam() == "cpu" ? 60 : 4, of); }, plan);
  }
};

TEST_P(Interrupted, KilledAt30RandomMoments) {
  const Interruptions plan{.count = 30, .signal = SIGKILL, .processors = {options()}};
  expect_life_unharmed(plan);
}

TEST_P(Interrupted, BySigintSixTimes) {
  const Interruptions plan{.count = 6, .signal = SIGINT, .processors = {options()}, .steps = 1200};
  expect_life_unharmed(plan);
}

TEST_P(Interrupted, SpeciesKilledAtRandomMoments) {
  const Interruptions plan{.count = 6, .signal = SIGKILL, .processors = {options()}, .steps = 1500};
  expect_species_unharmed("[99, 64]", plan);
}

TEST_P(Interrupted, SpeciesBySigint) {
  const Interruptions plan{.count = 3, .signal = SIGINT, .processors = {options()}, .steps = 1500};
  expect_species_unharmed("[98, 64]", plan);
}

TEST_P(Interrupted, DividingCellsKilledAtRandomMoments) {
  const Interruptions plan{.count = 6, .signal = SIGKILL, .processors = {options()}, .steps = 1500};
  expect_cells_unharmed(plan);
}

TEST_P(Interrupted, DividingCellsBySigint) {
  const Interruptions plan{.count = 3, .signal = SIGINT, .processors = {options()}, .steps = 1500};
  expect_cells_unharmed(plan);
}

TEST_P(Interrupted, MembranesKilledAtRandomMoments) {
  const Interruptions plan{.count = 6, .signal = SIGKILL, .processors = {options()}, .steps = 1500};
  expect_membranes_unharmed(plan);
}

TEST_P(Interrupted, MembranesBySigint) {
  const Interruptions plan{.count = 3, .signal = SIGINT, .processors = {options()}, .steps = 1500};
  expect_membranes_unharmed(plan);
}

INSTANTIATE_TEST_SUITE_P(On, Interrupted, every_backend(), name_of);

// Threads compute ahead of the requested step. Their number may differ between the run and each resume.
class MeansInterrupted : public testing::TestWithParam<int> {};

TEST_P(MeansInterrupted, AtRandomMoments) {
  const Workplace place;
  const Interruptions plan{
      .count = 4,
      .signal = GetParam(),
      .processors = {{"--backend", "cpu", "--threads", "1"}, {"--backend", "cpu", "--threads", "3"}},
      .every = 9,
      .steps = 180};
  run_interrupted(place, busy_means, "busy.yaml", "broken", plan);
  expect_as_uninterrupted(place, "busy.yaml", "broken");
}

INSTANTIATE_TEST_SUITE_P(By, MeansInterrupted, testing::Values(SIGKILL, SIGINT),
                         [](const auto& of) { return of.param == SIGINT ? "SIGINT" : "SIGKILL"; });

class InterruptedAcross : public testing::TestWithParam<std::string> {};

TEST_P(InterruptedAcross, AllProcessorsInTurn) {
  const Workplace place;
  std::vector<Words> processors;
  for (const Processor& processor : every_processor()) processors.push_back(processor.options);
  if (processors.size() <= 2) GTEST_SKIP() << "no device: " << why_missing("opencl");
  const bool life = GetParam() == "life";
  const Interruptions plan{
      .count = life ? 9 : 4, .signal = SIGKILL, .processors = processors, .steps = life ? 1500u : 600u};
  const auto text = [&](const Interruptions& of) {
    return life                        ? busy_life("[240, 160]", of)
           : GetParam() == "species"   ? busy_species("[98, 64]", of)
           : GetParam() == "membranes" ? busy_membranes(20, of)
                                       : busy_cells(40, of);
  };
  run_interrupted(place, text, "busy.yaml", "broken", plan);
  expect_as_uninterrupted(place, "busy.yaml", "broken");
}

// Every kill happens during a wave of divisions and deaths.
TEST(InterruptedTissue, AcrossProcessorsWhileCellsDivide) {
  const Workplace place;
  std::vector<Words> processors;
  for (const Processor& processor : every_processor()) processors.push_back(processor.options);
  const Interruptions plan{
      .count = 3, .signal = SIGKILL, .processors = processors, .every = 20, .steps = 300};
  run_interrupted(place, busy_tissue, "busy.yaml", "broken", plan);
  expect_as_uninterrupted(place, "busy.yaml", "broken");
}

INSTANTIATE_TEST_SUITE_P(Of, InterruptedAcross, testing::Values("life", "species", "cells", "membranes"),
                         name_of);

}  // namespace
}  // namespace morula::test
