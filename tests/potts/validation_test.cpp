// The parallel order is statistically the sequential one. Small ensembles here; docs/validation/potts.md has
// the large ones. Seeds are fixed: what holds today holds for ever.
#include <gtest/gtest.h>

#include <cmath>

#include "tests/validation/tissue_ensemble.h"

namespace morula::validation {
namespace {

Backend all_threads() {
  return {BackendKind::Cpu, std::make_shared<ThreadPool>(hardware_threads()), nullptr};
}

TissueRecord measured(const NamedTissue& tissue, potts::Order order) {
  potts::PottsSpec spec = tissue.spec;
  spec.order = order;
  return measure_tissue(spec, tissue.trial, all_threads());
}

// How far apart, in percent, a quantity may be.
double allowed(const std::string& name) {
  if (name == "acceptance") return 1;
  if (name.starts_with("contact")) return 3;
  return name == "squared displacement" ? 5 : 2;
}

class OfTissueType : public testing::TestWithParam<NamedTissue> {};

TEST_P(OfTissueType, ParallelIsLikeSequential) {
  const TissueRecord sequential = measured(GetParam(), potts::Order::Sequential),
                     parallel = measured(GetParam(), potts::Order::Parallel);
  const std::vector<Comparison> all = compare(sequential.samples, parallel.samples);
  ASSERT_GE(all.size(), 4u);
  for (const Comparison& one : all)
    EXPECT_LT(std::abs(one.percent()), allowed(one.name)) << table_of({one}, "sequential", "parallel");
  ASSERT_GT(std::min(sequential.waits.count(), parallel.waits.count()), 100000u);
  EXPECT_LT(distance_between(sequential.waits, parallel.waits), 0.01);
  RecordProperty("table", table_of(all, "sequential", "parallel"));
}

std::string name_of(const testing::TestParamInfo<NamedTissue>& of) {
  std::string name = of.param.name;
  std::erase_if(name, [](char c) { return c == ',' || c == ' '; });
  return name;
}
INSTANTIATE_TEST_SUITE_P(Validation, OfTissueType, testing::ValuesIn(tissues(1)), name_of);

// What is held alike above would not be, were volumes stale: many attempts in each sub-step.
TEST(Validation, ManyAttemptsInASubStepShow) {
  NamedTissue tissue = tissues(1).front();
  const TissueRecord sequential = measured(tissue, potts::Order::Sequential);
  tissue.spec.regions = potts::RegionChoice{4, 16};
  const auto all = compare(sequential.samples, measured(tissue, potts::Order::Parallel).samples);
  const auto rms = std::ranges::find(all, "volume rms", &Comparison::name);
  ASSERT_NE(rms, all.end());
  EXPECT_GT(rms->percent(), 2) << table_of(all, "sequential", "16 attempts");
}

}  // namespace
}  // namespace morula::validation
