// Killed or interrupted at random moments and resumed, a run ends as if nothing had happened.
#include <signal.h>

#include "tests/program/interruptions.h"

namespace morula::test {
namespace {

// The same model without an interruption, on the CPU.
void expect_as_uninterrupted(const Workplace& place, const std::string& model, const std::string& out) {
  place.must({"run", model, "--out", "whole", "--backend", "cpu", "--quiet"});
  EXPECT_EQ(hash_of(place / out), hash_of(place / "whole"));
  EXPECT_EQ(manifest_of(place / out).at("status"), "done");
  EXPECT_EQ(manifest_of(place / out).at("steps"), manifest_of(place / "whole").at("steps"));
  EXPECT_TRUE(same_files(place / out, place / "whole"));
}

class Interrupted : public OnBackend {
 protected:
  // A processor that is quick at stepping gets more to do: a run must outlast its interruptions.
  std::string size() const { return GetParam() == "cpu" ? "[600, 400]" : "[240, 160]"; }

  void expect_unharmed(const Interruptions& plan) {
    place_.write("busy.yaml", busy_model(size(), plan));
    run_interrupted(place_, "busy.yaml", "broken", plan);
    expect_as_uninterrupted(place_, "busy.yaml", "broken");
  }
};

TEST_P(Interrupted, KilledAt30RandomMoments) {
  expect_unharmed({.count = 30, .signal = SIGKILL, .processors = {options()}});
}

TEST_P(Interrupted, BySigintSixTimes) {
  expect_unharmed({.count = 6, .signal = SIGINT, .processors = {options()}, .steps = 1200});
}

INSTANTIATE_TEST_SUITE_P(On, Interrupted, every_backend(), name_of);

TEST(InterruptedAcross, AllProcessorsInTurn) {
  const Workplace place;
  std::vector<Words> processors;
  for (const Processor& processor : every_processor()) processors.push_back(processor.options);
  if (processors.size() <= 2) GTEST_SKIP() << "no device: " << why_missing("opencl");
  const Interruptions plan{.count = 9, .signal = SIGKILL, .processors = processors, .steps = 1500};
  place.write("busy.yaml", busy_model("[240, 160]", plan));
  run_interrupted(place, "busy.yaml", "broken", plan);
  expect_as_uninterrupted(place, "busy.yaml", "broken");
}

}  // namespace
}  // namespace morula::test
