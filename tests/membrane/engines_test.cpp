// Compares every configuration of the engines with the reference, step by step.
#include <gtest/gtest.h>

#include <algorithm>

#include "models/membrane/membrane_engine.h"
#include "models/membrane/read/print.h"
#include "tests/membrane/reference.h"
#include "tests/membrane/systems.h"

namespace morula::membrane::test {
namespace {

std::shared_ptr<const Plan> plan_of(const std::string& text) {
  return std::make_shared<Plan>(read(text).system);
}
std::shared_ptr<ThreadPool> threads(unsigned number) { return std::make_shared<ThreadPool>(number); }

std::string to_string(const System& system, const Configuration& configuration) {
  std::string text;
  for (const Membrane& m : configuration.membranes)
    text += bracket_of(Charge(m.charge)) + membrane::to_string(system, m.contents) + "]'" +
            system.labels[m.label] + " in " + std::to_string(int(m.parent)) + "\n";
  return text + membrane::to_string(system, configuration.environment) + "\n";
}

// Counts how often each kind of rule and shape occurs: without these, the test would pass without testing
// anything.
struct Seen {
  u64 steps = 0, grew = 0, shrank = 0, halted = 0, deepest = 0;
};

void expect_same_steps(u64 number, Modes modes, unsigned thread_count, Seen& seen) {
  const auto plan = std::make_shared<Plan>(RandomSystem(number).make());
  Reference reference(plan->system, modes);
  const auto engine = make_membrane_threads(plan, modes, threads(thread_count));
  for (int step = 0; step < 12 && engine->membranes() < 300; ++step) {
    const Configuration before = reference.configuration();
    const bool stepped = reference.step();
    ASSERT_EQ(engine->step(1), stepped) << number << " step " << step;
    const Configuration expected = reference.configuration(), found = unpacked(engine->packed());
    ASSERT_EQ(found, expected) << "system " << number << ", step " << step << ", random " << modes.random
                               << "\n"
                               << print_plingua(plan->system) << "\nbefore:\n"
                               << to_string(plan->system, before) << "\nexpected:\n"
                               << to_string(plan->system, expected) << "\nfound:\n"
                               << to_string(plan->system, found);
    ASSERT_EQ(engine->hash(), hash_of(expected, plan->objects()));
    ASSERT_EQ(engine->applications(), reference.applications);
    seen.steps += stepped;
    seen.grew += expected.membranes.size() > before.membranes.size();
    seen.shrank += expected.membranes.size() < before.membranes.size();
    if (!stepped) {
      ++seen.halted;
      break;
    }
  }
}

TEST(MembraneEngines, AgreeWithTheReferenceOnAThousandRandomSystems) {
  Seen seen;
  for (u64 number = 0; number < 1000; ++number)
    for (const bool random : {false, true})
      for (const bool once : {false, true})
        ASSERT_NO_FATAL_FAILURE(
            expect_same_steps(number, {once, random, number % 7}, number % 3 == 0 ? 3 : 1, seen));
  EXPECT_GT(seen.steps, 10000u);
  EXPECT_GT(seen.grew, 1000u);
  EXPECT_GT(seen.shrank, 500u);
  EXPECT_GT(seen.halted, 500u);
}

TEST(MembraneEngines, WhatHasHaltedStaysAsItIs) {
  for (u64 number = 0; number < 100; ++number) {
    const auto plan = std::make_shared<Plan>(RandomSystem(number).make());
    const auto engine = make_membrane_threads(plan, {true, false, number}, threads(1));
    for (int step = 0; step < 6 && engine->membranes() < 100; ++step) {
      if (engine->step(1) > 0) continue;
      const Configuration end = unpacked(engine->packed());
      for (int again = 0; again < 3; ++again) {
        ASSERT_EQ(engine->step(2), 0u) << number;
        ASSERT_EQ(unpacked(engine->packed()), end) << number;
      }
      break;
    }
  }
}

TEST(MembraneEngines, TheKnownFormulaIsSatisfiableAfter41Steps) {
  for (const bool random : {false, true}) {
    const auto plan = plan_of(sat_plingua(known_formula));
    const auto engine = make_membrane_threads(plan, {false, random, 5}, threads(2));
    EXPECT_EQ(engine->step(1000), 41u);
    EXPECT_EQ(engine->step(1000), 0u);
    EXPECT_EQ(engine->time(), 41u);
    const Configuration end = unpacked(engine->packed());
    EXPECT_EQ(membrane::to_string(plan->system, end.environment), "t, Yes");
    EXPECT_EQ(engine->membranes(), 65u);
  }
}

bool satisfiable(const Formula& formula) {
  for (u64 assignment = 0; assignment < u64{1} << formula.variables; ++assignment) {
    const bool satisfied = std::ranges::all_of(formula.clauses, [&](const std::vector<int>& clause) {
      return std::ranges::any_of(clause, [&](int literal) {
        const bool value = assignment >> (std::abs(literal) - 1) & 1u;
        return value == (literal > 0);
      });
    });
    if (satisfied) return true;
  }
  return false;
}

TEST(MembraneEngines, SatisfiabilityIsThatOfBruteForce) {
  int yes = 0, no = 0;
  for (u32 number = 0; number < 36; ++number) {
    u32 which = 0;
    const auto below = [&](u32 n) { return draw({number, 99}, 0, 0, which++).x % n; };
    Formula formula;
    formula.variables = 1 + number % 12;
    const u32 clauses = formula.variables * 5 + 1;
    for (u32 i = 0; i < clauses; ++i) {
      std::vector<int> clause;
      for (int j = 0; j < 3; ++j) {
        const int variable = int(1 + below(formula.variables));
        clause.push_back(below(2) ? variable : -variable);
      }
      formula.clauses.push_back(clause);
    }
    const auto plan = plan_of(sat_plingua(formula));
    const auto engine = make_membrane_threads(plan, {}, threads(1));
    engine->step(100000);
    std::string answer;
    for (const Term& term : unpacked(engine->packed()).environment)
      answer += plan->system.objects[term.object] + " ";
    EXPECT_EQ(answer, satisfiable(formula) ? "t Yes " : "No ") << number;
    EXPECT_EQ(engine->membranes(), 1 + (u64{1} << formula.variables));
    (satisfiable(formula) ? yes : no) += 1;
  }
  EXPECT_GT(yes, 5);
  EXPECT_GT(no, 5);
}

TEST(MembraneEngines, CountsAreExactTo64Bits) {
  const auto plan = plan_of("def main() { @mu = [[]'c]'s; @ms(c) = a, b; [a --> a*2]'c; [b --> b*3]'s; }");
  const auto engine = make_membrane_threads(plan, {}, threads(1));
  EXPECT_EQ(engine->step(63), 63u);
  EXPECT_EQ(unpacked(engine->packed()).membranes[1].contents[0].count, u64{1} << 63);
  const Hash before = engine->hash();
  try {
    engine->step(5);
    FAIL() << "the step did not throw";
  } catch (const Overflow& overflow) {
    EXPECT_STREQ(overflow.what(),
                 "step 64 would make more than 18446744073709551615 of 'a' in membrane 1 (label 'c')");
  }
  EXPECT_EQ(engine->time(), 63u);
  EXPECT_EQ(engine->hash(), before);
}

TEST(MembraneEngines, AnOverflowNamesTheLowestMembraneAfterTheStepAndItsFirstObject) {
  // The two inner membranes dissolve into their parent, which then has too many of both objects.
  const auto plan = plan_of(
      "def main() { @mu = [[]'x [[]'d []'d]'p]'s; @ms(x) = g; @ms(d) = k, b*2^62, a*2^62, b*2^62, a*2^62;"
      "[g]'x --> ; [k]'d --> ; }");
  const auto engine = make_membrane_threads(plan, {}, threads(1));
  try {
    engine->step(1);
    FAIL() << "the step did not throw";
  } catch (const Overflow& overflow) {
    EXPECT_STREQ(overflow.what(),
                 "step 1 would make more than 18446744073709551615 of 'b' in membrane 1 (label 'p')");
  }
}

TEST(MembraneEngines, AConfigurationIsTakenOver) {
  const auto plan = plan_of(sat_plingua(known_formula));
  const auto whole = make_membrane_threads(plan, {false, true, 3}, threads(1));
  const auto first = make_membrane_threads(plan, {false, true, 3}, threads(2));
  first->step(17);
  const auto second = make_membrane_threads(plan, {false, true, 3}, threads(1));
  second->set_packed(first->packed());
  second->set_time(first->time());
  second->set_applications(first->applications());
  whole->step(1000);
  second->step(1000);
  EXPECT_EQ(second->hash(), whole->hash());
  EXPECT_EQ(second->applications(), whole->applications());
}

}  // namespace
}  // namespace morula::membrane::test
