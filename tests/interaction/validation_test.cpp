// The parallel order is statistically equivalent to the sequential one. This file has small ensembles;
// docs/validation/interaction.md has the large ones. Seeds are fixed, so a result that is within four
// standard errors today always will be.
#include <gtest/gtest.h>

#include <cmath>

#include "tests/validation/processes.h"
#include "tests/validation/quantities.h"

namespace morula::validation {
namespace {

constexpr double too_far = 4;  // standard errors

Backend all_threads() {
  return {BackendKind::Cpu, std::make_shared<ThreadPool>(hardware_threads()), nullptr};
}

// Patterns begin to form, every state is near its mean, and all sites count, so a few short runs show most.
// Later, averages would have to be taken over whole spirals.
Trial early(u64 seed, u64 slower) {
  return {
      .seed = seed, .runs = 24, .transient = 10, .generations = 20, .between_pictures = 5, .slower = slower};
}

std::vector<Comparison> compare_early(const Named& process, const Named& second_process) {
  return compare(
      measure(in_order(process.spec, UpdateOrder::Sequential), early(1, process.slower), all_threads()),
      measure(second_process.spec, early(2, second_process.slower), all_threads()));
}

void expect_alike(const std::vector<Comparison>& comparisons) {
  EXPECT_FALSE(comparisons.empty());
  for (const Comparison& comparison : comparisons)
    EXPECT_LT(std::abs(comparison.z()), too_far) << comparison.name << '\n'
                                                 << table_of({comparison}, "sequential", "parallel");
}

class OfProcess : public testing::TestWithParam<Named> {};

TEST_P(OfProcess, ParallelIsLikeSequential) { expect_alike(compare_early(GetParam(), GetParam())); }

const auto name_of_process = [](const testing::TestParamInfo<Named>& of) {
  std::string name = of.param.name;
  for (char& c : name)
    if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
  return name;
};
INSTANTIATE_TEST_SUITE_P(Validation, OfProcess, testing::ValuesIn(processes(96)), name_of_process);

// The comparisons above would fail if the process were different.
TEST(Validation, ThreePercentLessPredationShows) {
  const Named moore = processes(96).front(), weaker_predation{"other", with_predation(moore.spec, 0.97)};
  const auto compared = compare_early(moore, weaker_predation);
  EXPECT_GT(greatest_z(compared), too_far) << table_of(compared, "sequential", "another process");
}

// If predators replace their prey, phases are too long a time (docs/validation/interaction.md). Ensembles of
// this size show the difference, but not at a quarter of the rates.
TEST(Validation, LotkaVolterraNeedsShorterPhases) {
  const Named process = lotka_volterra(96);
  const auto compared = compare_early(process, process);
  EXPECT_GT(greatest_z(compared), too_far) << table_of(compared, "sequential", "parallel");
  expect_alike(compare_early(process, slower(process, 4)));
}

class OfShortLived : public testing::TestWithParam<Named> {};

TEST_P(OfShortLived, SpeciesDieOutAsSoon) {
  const InteractionSpec& spec = GetParam().spec;
  const Samples sequential =
      measure_extinction(in_order(spec, UpdateOrder::Sequential), {1, 150}, all_threads());
  expect_alike(compare(sequential, measure_extinction(spec, {2, 150}, all_threads())));
}

INSTANTIATE_TEST_SUITE_P(Validation, OfShortLived, testing::ValuesIn(short_lived()), name_of_process);

TEST(Validation, HalfThePredationEndsLater) {
  const InteractionSpec spec = short_lived().front().spec;
  const auto compared = compare(measure_extinction(spec, {1, 150}, all_threads()),
                                measure_extinction(with_predation(spec, 0.5), {2, 150}, all_threads()));
  EXPECT_GT(greatest_z(compared), too_far) << table_of(compared, "as it is", "another process");
}

// Means, errors and z computed by hand.
TEST(Comparison, IsTheTextbooks) {
  const Samples first = {{"a", {1, 2, 3, 4}}, {"alone", {1, 1}}}, second = {{"a", {2, 4, 6, 8}}};
  const auto compared = compare(first, second);
  ASSERT_EQ(compared.size(), 1u);
  EXPECT_DOUBLE_EQ(compared[0].first, 2.5);
  EXPECT_DOUBLE_EQ(compared[0].first_error, std::sqrt(5.0 / 3 / 4));
  EXPECT_DOUBLE_EQ(compared[0].z(), 2.5 / std::sqrt(5.0 / 3 / 4 + 20.0 / 3 / 4));
  EXPECT_DOUBLE_EQ(compared[0].percent(), 100);
}

}  // namespace
}  // namespace morula::validation
