// The tissues of the figures are what they are said to be.
#include "bench/potts/potts_cases.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>

#include "models/catalogue.h"
#include "models/potts/potts_spec.h"
#include "tests/potts/terms.h"

namespace morula::test {
namespace {

const Backend one_thread{BackendKind::Cpu, std::make_shared<ThreadPool>(1), nullptr};

TEST(PottsCases, AreFilledWithCellsOfTheirTargetVolume) {
  for (const PottsCase& potts_case : {PottsCase{2, 200, 10, 10, "sequential"}, PottsCase{3, 64, 8, 20},
                                      PottsCase{3, 64, 8, 20, "parallel", 2}}) {
    const Spec spec = spec_of(potts_case);
    const auto& potts = dynamic_cast<const potts::PottsSpec&>(*spec.section);
    EXPECT_EQ(potts.temperature, potts_case.temperature) << potts_case.name();
    EXPECT_EQ(potts.adhesion_of(1, 1), 8);
    EXPECT_EQ(volume_of(potts, 1)->target, static_cast<double>(potts_case.volume()));
    EXPECT_EQ(potts.copy.neighbours.size(), potts_case.dimensions == 2 ? 8u : 26u);
    EXPECT_EQ(potts.contact.neighbours.size(), potts_case.range == 2 ? 124u : potts.copy.neighbours.size());
    const auto model = make_model(spec, one_thread);
    const Row row = observe(*model).front();
    const auto column = [&](const std::string& name) {
      const auto names = model->columns();
      return row[static_cast<std::size_t>(std::ranges::find(names, name) - names.begin())];
    };
    EXPECT_EQ(std::get<std::uint64_t>(column("cells_cell")), potts_case.sites() / potts_case.volume())
        << potts_case.name();
    EXPECT_EQ(std::get<double>(column("volume_rms")), 0) << potts_case.name();
    EXPECT_EQ(std::get<std::uint64_t>(column("contact_medium_cell")), 0u) << "nothing is left over";
  }
}

TEST(PottsCases, SayWhatTheyAre) {
  EXPECT_EQ((PottsCase{2, 200, 10, 10, "sequential"}.name()), "200^2, cells of 10^2, T 10, sequential");
  EXPECT_EQ((PottsCase{3, 256, 8, 20, "parallel", 2}.name()), "256^3, cells of 8^3, T 20, range 2");
}

}  // namespace
}  // namespace morula::test
