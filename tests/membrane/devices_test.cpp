// One body, every backend: the configurations of the engine on threads, step by step.
#include <gtest/gtest.h>

#include "models/membrane/membrane_engine.h"
#include "tests/membrane/systems.h"
#include "tests/support/backends.h"

namespace morula::membrane::test {
namespace {

void expect_same(const morula::test::NamedBackend& named, std::shared_ptr<const Plan> plan,
                 const Modes& modes, u64 steps, const std::string& what) {
  const auto threads = std::make_shared<ThreadPool>(1);
  const auto expected = make_membrane_threads(plan, modes, threads);
  const auto engine = make_membrane_device(plan, modes, named.backend.device, threads);
  ASSERT_EQ(engine->hash(), expected->hash()) << what;
  for (u64 step = 0; step < steps && expected->membranes() < 500; ++step) {
    const u64 done = expected->step(1);
    ASSERT_EQ(engine->step(1), done) << what << ", step " << step;
    ASSERT_EQ(engine->hash(), expected->hash()) << what << ", step " << step << ", on " << named.name;
    ASSERT_EQ(engine->applications(), expected->applications()) << what << ", step " << step;
    if (done == 0) break;
  }
  EXPECT_EQ(engine->configuration(), expected->configuration()) << what;
  EXPECT_EQ(engine->totals(), expected->totals()) << what;
}

TEST(MembraneDevices, DoWhatTheThreadsDo) {
  for (const auto& named : morula::test::available_backends()) {
    if (!named.backend.device) continue;
    const u64 systems = morula::test::is_slow(named) ? 6 : 200;
    for (u64 number = 0; number < systems; ++number) {
      System system = RandomSystem(number).make();
      while (system.objects.size() < 6)
        system.objects.push_back("more" + std::to_string(system.objects.size()));
      const auto plan = std::make_shared<Plan>(system);
      for (const bool random : {false, true})
        ASSERT_NO_FATAL_FAILURE(expect_same(named, plan, {number % 4 == 0, random, number}, 8,
                                            "system " + std::to_string(number) + (random ? " random" : "")));
    }
  }
}

TEST(MembraneDevices, SolveTheKnownFormula) {
  const auto plan = std::make_shared<Plan>(read(sat_plingua(known_formula)).system);
  for (const auto& named : morula::test::available_backends())
    if (named.backend.device)
      for (const bool random : {false, true}) expect_same(named, plan, {false, random, 9}, 100, "SAT");
}

TEST(MembraneDevices, WidenCountsAndSayWhatOverflows) {
  const auto plan = std::make_shared<Plan>(
      read("def main() { @mu = [[]'c]'s; @ms(c) = a, b; [a --> a*2]'c; [b --> b*3]'s; }").system);
  for (const auto& named : morula::test::available_backends()) {
    if (!named.backend.device) continue;
    const auto engine = make_membrane_device(plan, {}, named.backend.device, std::make_shared<ThreadPool>(1));
    EXPECT_EQ(engine->step(63), 63u);
    try {
      engine->step(5);
      FAIL() << "it went on";
    } catch (const Overflow& overflow) {
      EXPECT_STREQ(overflow.what(),
                   "step 64 would make more than 18446744073709551615 of 'a' in membrane 1 (label 'c')");
    }
    EXPECT_EQ(engine->time(), 63u);
  }
}

}  // namespace
}  // namespace morula::membrane::test
