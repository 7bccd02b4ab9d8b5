// The parallel order has the same statistics as the sequential one. These tests use small ensembles;
// docs/validation/potts.md has large ones. Seeds are fixed, so the results never change.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tests/validation/fidelity.h"

namespace morula::validation {
namespace {

Backend all_threads() {
  return {BackendKind::Cpu, std::make_shared<ThreadPool>(hardware_threads()), nullptr};
}

struct SmallEnsemble {
  const char* tissue;
  std::uint64_t steps;
};

// The difference of a statistic, in percent, that is allowed beyond its 99.9 % interval.
double allowed(const std::string& name) { return name.starts_with("volume") ? 2 : 1; }

class OfTissueType : public testing::TestWithParam<SmallEnsemble> {};

TEST_P(OfTissueType, ParallelIsLikeSequential) {
  const EnsembleRequest request{.seed = 1, .replicas = 16, .steps = GetParam().steps};
  const Fidelity fidelity = fidelity_of(tissue_called(GetParam().tissue), request, all_threads());
  ASSERT_GE(fidelity.statistics.size(), 8u);
  EXPECT_TRUE(fidelity.left_out.empty());
  for (const PairedComparison& statistic : fidelity.statistics)
    EXPECT_LT(std::abs(statistic.difference), allowed(statistic.name) + statistic.within_999)
        << statistic.name << '\n'
        << fidelity.rows();
  ASSERT_GT(std::min(fidelity.sequential.waits.count(), fidelity.parallel.waits.count()), 100000u);
  EXPECT_LT(fidelity.waits, 0.01);
}

std::string name_of(const testing::TestParamInfo<SmallEnsemble>& of) {
  std::string name = of.param.tissue;
  std::erase(name, '-');
  return name;
}
INSTANTIATE_TEST_SUITE_P(Validation, OfTissueType,
                         testing::Values(SmallEnsemble{"2d-v64-j8", 100}, SmallEnsemble{"2d-sorting", 40},
                                         SmallEnsemble{"3d-sorting", 20}, SmallEnsemble{"2d-sensing", 60}),
                         name_of);

// The order of edges is the same process, so that the two differ only by chance.
TEST(Validation, EdgesAreLikeSequential) {
  const EnsembleRequest request{.seed = 2, .replicas = 16, .steps = 40};
  const Fidelity fidelity =
      fidelity_of(tissue_called("2d-sorting"), request, all_threads(), potts::UpdateOrder::Edges);
  ASSERT_GE(fidelity.statistics.size(), 8u);
  for (const PairedComparison& statistic : fidelity.statistics)
    EXPECT_LT(std::abs(statistic.difference), 0.5 + statistic.within_999) << statistic.name << '\n'
                                                                          << fidelity.rows();
  EXPECT_LT(fidelity.waits, 0.01);
}

// The comparison above would find a difference if cells were 1.5 times as stiff.
TEST(Validation, ShowsStifferCells) {
  const ComparedTissue tissue = tissue_called("2d-v64-j8");
  EnsembleRequest request{.seed = 1, .replicas = 16, .steps = 100};
  const TissueEnsemble soft = measure_tissue(tissue, potts::UpdateOrder::Sequential, request, all_threads());
  request.overrides = {"potts.volume.cell.strength=1.5"};
  const TissueEnsemble stiff = measure_tissue(tissue, potts::UpdateOrder::Sequential, request, all_threads());
  const auto statistics = compare_pairs(soft.samples, stiff.samples);
  const auto sd = std::ranges::find(statistics, "volume_sd_cell", &PairedComparison::name);
  ASSERT_NE(sd, statistics.end());
  EXPECT_TRUE(sd->is_biased()) << sd->difference << " ± " << sd->within_999;
  EXPECT_NEAR(sd->difference, 100 * (1 / std::sqrt(1.5) - 1), 5);  // sd² is T / 2λ
}

// At T 0 no step of either order raises the energy, and copies happen in every replica.
TEST(Validation, TheEnergyNeverRisesAtZeroTemperature) {
  const ComparedTissue cold = tissue_called("cold");
  const EnsembleRequest request{.seed = 1, .replicas = 8, .steps = 10};
  for (const potts::UpdateOrder order : {potts::UpdateOrder::Sequential, potts::UpdateOrder::Parallel}) {
    const TissueEnsemble ensemble = measure_tissue(cold, order, request, all_threads());
    EXPECT_EQ(ensemble.rises, 0u);
    const auto acceptance = std::ranges::find(ensemble.samples, "acceptance", &Sample::name);
    ASSERT_NE(acceptance, ensemble.samples.end());
    EXPECT_GT(std::ranges::min(acceptance->values), 0.001);
  }
}

}  // namespace
}  // namespace morula::validation
