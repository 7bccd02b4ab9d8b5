// One test body for every backend: compares its configurations with those of the engine on threads, step by
// step.
#include <gtest/gtest.h>

#include <numeric>

#include "gpu/forwarding_device.h"
#include "models/membrane/device/island_engine.h"
#include "models/membrane/membrane_engine.h"
#include "tests/membrane/reference.h"
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
    ASSERT_EQ(engine->membranes_by_class(), expected->membranes_by_class()) << what << ", step " << step;
    if (done == 0) {  // a halted system does not change
      EXPECT_EQ(engine->step(3) + engine->step(1), 0u) << what;
      break;
    }
  }
  EXPECT_EQ(unpacked(engine->packed()), unpacked(expected->packed())) << what;
  std::vector<u32> objects(plan->objects());
  std::iota(objects.begin(), objects.end(), 0u);
  EXPECT_EQ(engine->totals(objects), expected->totals(objects)) << what;
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

// More rounds of bids than a device serves by itself: all siblings bid for the same objects, in the same
// order.
TEST(MembraneDevices, ServeBidsInManyRounds) {
  const auto plan = std::make_shared<Plan>(
      read(
          "def main() { @mu = [[]'c []'c []'c []'c []'c []'c []'c [[]'c]'p]'s; @ms(s, p) = o{1}, o{2}, o{3}, "
          "o{4}, o{5}, seed; { o{i} []'c --> +[got{i}]; [got{i}]'c --> [] again{i}; +[got{i}]'c --> [] o{i}; "
          "[again{i} --> o{i}]'s; } : 1 <= i <= 5; [seed --> seed, o{2}]'s; }")
          .system);
  for (const auto& named : morula::test::available_backends())
    if (named.backend.device)
      for (const bool random : {false, true})
        expect_same(named, plan, {false, random, 4}, 12, random ? "random bids" : "bids");
}

// Systems that only react: see islands.h.
System random_reactions(u64 number) {
  u32 next = 0;
  const auto below = [&](u32 n) { return draw({u32(number), 78}, 0, 0, next++).x % n; };
  System system;
  system.labels = {"s", "h", "k"};
  const u32 islands = 1 + below(3), kinds = 1 + below(4);
  for (u32 i = 0; i < islands * kinds + 2; ++i) system.objects.push_back("o" + std::to_string(i));
  const u32 membranes = 1 + below(9);
  for (u32 m = 0; m < membranes; ++m) {
    InitialMembrane made{m == 0 ? 0 : below(3), Charge(below(3)), m == 0 ? no_membrane : below(m), {}};
    for (u32 object = 0; object < system.objects.size(); ++object)
      if (below(4)) made.contents.push_back({object, 1 + below(30)});
    system.membranes.push_back(made);
  }
  for (u32 rules = 2 + below(8); rules > 0; --rules) {
    Rule rule;
    const u32 first = below(islands) * kinds;
    rule.label = below(3);
    rule.charge = Charge(below(3));
    for (u32 k = 0; k < kinds; ++k) {
      if (below(2)) rule.left.push_back({first + k, 1 + below(3)});
      if (below(2)) rule.right.push_back({first + k, 1 + below(4)});
    }
    if (rule.left.empty()) rule.left = {{first, 1}};
    system.rules.push_back(rule);
  }
  return system;
}

std::unique_ptr<MembraneEngine> engine_on(const Backend& backend, const std::shared_ptr<const Plan>& plan,
                                          const Modes& modes) {
  return backend.device ? make_membrane_device(plan, modes, backend.device, backend.threads)
                        : make_membrane_threads(plan, modes, backend.threads);
}

TEST(MembraneDevices, ReactionsInIslandsDoWhatListsDo) {
  for (const auto& named : morula::test::available_backends()) {
    // Devices compile a program for each system, which takes a GPU a second and PoCL several. Modes repeat
    // after 6.
    const u64 systems = !named.backend.device ? 300 : morula::test::is_slow(named) ? 6 : 60;
    const auto threads = std::make_shared<ThreadPool>(1);
    for (u64 number = 0; number < systems; ++number) {
      const auto plan = std::make_shared<Plan>(random_reactions(number));
      ASSERT_TRUE(islands_of(*plan)) << number;
      const Modes modes{number % 3 == 1, number % 2 == 1, number};
      const auto expected = make_membrane_lists(plan, modes, threads);
      const auto engine = engine_on(named.backend, plan, modes);
      for (const u64 steps : {1, 2, 6, 1, 13, 30}) {
        u64 done = 0;
        bool too_much = false;
        try {
          done = expected->step(steps);
        } catch (const Overflow& overflow) {
          too_much = true;
          EXPECT_THROW(engine->step(steps), Overflow) << number;
        }
        if (!too_much) {
          ASSERT_EQ(engine->step(steps), done) << number;
        }
        ASSERT_EQ(engine->time(), expected->time()) << number;
        ASSERT_EQ(engine->hash(), expected->hash()) << number << " step " << expected->time();
        ASSERT_EQ(engine->applications(), expected->applications()) << number;
        ASSERT_EQ(engine->membranes_by_class(), expected->membranes_by_class());
        if (too_much || done < steps) break;
      }
      EXPECT_EQ(engine->packed(), expected->packed()) << number;
      const std::vector<u32> objects = {0, 1};
      EXPECT_EQ(engine->totals(objects), expected->totals(objects));
    }
  }
}

TEST(MembraneDevices, IslandsAreFound) {
  const auto found = [](const std::string& rules) {
    return islands_of(Plan(read("def main() { @mu = [[]'h]'s; " + rules + " }").system));
  };
  const auto groups =
      found("[a{i}, b{i}*2, c{i}*3 --> a{i}*2, b{i}*4, c{i}*6]'h : 1 <= i <= 5; [x --> y]'h;");
  ASSERT_TRUE(groups);
  ASSERT_EQ(groups->size(), 2u);
  EXPECT_EQ((*groups)[0].islands(), 5u);
  EXPECT_EQ((*groups)[0].shape.needs, (std::vector<u64>{1, 2, 3}));
  EXPECT_EQ((*groups)[0].shape.makes, (std::vector<u64>{2, 4, 6}));
  EXPECT_EQ((*groups)[1].shape.needs, (std::vector<u64>{1, 0}));
  EXPECT_FALSE(found("[a --> b]'h; [b]'h --> [] c;"));
  EXPECT_FALSE(found("[a{i} --> a{i+1}]'h : 1 <= i <= 20;")) << "too large for registers";
}

TEST(MembraneDevices, SolveTheKnownFormula) {
  const auto plan = std::make_shared<Plan>(read(sat_plingua(known_formula)).system);
  for (const auto& named : morula::test::available_backends())
    if (named.backend.device)
      for (const bool random : {false, true}) expect_same(named, plan, {false, random, 9}, 100, "SAT");
}

// Steps that are requested together must equal steps that are requested one by one.
TEST(MembraneDevices, TakeManyStepsWithoutBeingWatched) {
  const auto plan = std::make_shared<Plan>(read(sat_plingua(known_formula)).system);
  const auto threads = std::make_shared<ThreadPool>(1);
  for (const auto& named : morula::test::available_backends()) {
    if (!named.backend.device) continue;
    const auto expected = make_membrane_threads(plan, {false, true, 2}, threads);
    const auto engine = make_membrane_device(plan, {false, true, 2}, named.backend.device, threads);
    for (const u64 steps : {5, 1, 11, 17, 100}) {
      ASSERT_EQ(engine->step(steps), expected->step(steps));
      ASSERT_EQ(engine->hash(), expected->hash()) << expected->time();
      ASSERT_EQ(engine->applications(), expected->applications());
    }
  }
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
      FAIL() << "the step did not throw";
    } catch (const Overflow& overflow) {
      EXPECT_STREQ(overflow.what(),
                   "step 64 would make more than 18446744073709551615 of 'a' in membrane 1 (label 'c')");
    }
    EXPECT_EQ(engine->time(), 63u);
  }
}

// The same rules for several structures, since devices compile a program for the rules.
std::shared_ptr<const Plan> with_structure(const std::string& structure, const std::string& contents) {
  return std::make_shared<Plan>(
      read("def main() { [a]'h --> b; [a]'v --> +[b] -[c]; +[b]'v --> d; [e]'c --> [e] [e]; @mu = [" +
           structure + "]'s; " + contents + " }")
          .system);
}

std::string nested(int depth, const std::string& label) {
  std::string structure;
  for (int i = 0; i < depth; ++i) structure = "[" + structure + "]'" + label;
  return structure;
}

// In one step, a chain of membranes dissolves and nested membranes divide.
TEST(MembraneDevices, NestMembranesToAnyDepth) {
  const auto chain = with_structure(nested(300, "h"), "@ms(h) = a;");
  const auto shells = with_structure(nested(7, "v"), "@ms(v) = a;");
  for (const auto& named : morula::test::available_backends()) {
    const auto released = engine_on(named.backend, chain, {}), divided = engine_on(named.backend, shells, {});
    EXPECT_EQ(released->step(10), 1u) << named.name;
    const Configuration end = unpacked(released->packed());
    ASSERT_EQ(end.membranes.size(), 1u);
    EXPECT_EQ(end.membranes[0].contents, (Multiset{{1, 300}}));
    EXPECT_EQ(divided->step(1), 1u);
    EXPECT_EQ(divided->membranes(), 255u) << "1 + 2 + 4 + … + 128";
    Reference reference(shells->system, {});
    while (reference.step()) continue;
    divided->step(10);
    EXPECT_EQ(unpacked(divided->packed()), reference.configuration()) << named.name;
  }
}

// A device with little memory.
class SmallDevice final : public gpu::ForwardingDevice {
 public:
  SmallDevice(std::shared_ptr<gpu::Device> real, u64 memory)
      : gpu::ForwardingDevice(std::move(real)), memory_(memory) {}

  u64 free_memory() override { return memory_; }

 private:
  u64 memory_;
};

TEST(MembraneDevices, MembranesThatDoNotFitAreRefusedBeforeTheyDivide) {
  const auto plan = with_structure("[]'c", "@ms(c) = e;");
  for (const auto& named : morula::test::available_backends()) {
    if (!named.backend.device) continue;
    const auto device = std::make_shared<SmallDevice>(named.backend.device, 100'000);
    const auto engine = make_membrane_device(plan, {}, device, std::make_shared<ThreadPool>(1));
    try {
      engine->step(100);
      FAIL() << "the step did not throw";
    } catch (const Overflow& overflow) {
      const std::string what = overflow.what();
      EXPECT_TRUE(what.starts_with("step ") && what.find(" membranes, which need ") != std::string::npos)
          << what;
    }
    const u64 reached = engine->time();
    EXPECT_GT(reached, 3u);
    EXPECT_EQ(engine->membranes(), 1 + (u64{1} << reached)) << "the configuration before the step";
  }
}

}  // namespace
}  // namespace morula::membrane::test
