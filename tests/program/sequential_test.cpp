// The sequential order, which devices do not have.
#include <gtest/gtest.h>

#include "tests/program/workplace.h"

namespace morula::test {
namespace {

class SequentialOrder : public ::testing::Test {
 protected:
  void SetUp() override {
    place_.write("species.yaml", R"(model: interaction
steps: 4
lattice: {size: [16, 12]}
interaction:
  species: 3
  preys: cyclic
  order: sequential
  rates: {mobility: 0.5, reproduction: 0.25, predation: 0.25}
initial: {fractions: equal}
)");
  }
  const Workplace place_;
};

TEST_F(SequentialOrder, IsRefusedOnADeviceBeforeAnythingIsMade) {
  const Finished finished = place_.morula({"run", "species.yaml", "--out", "made", "--backend", "opencl"});
  EXPECT_EQ(finished.code, 2);
  EXPECT_EQ(finished.err,
            "species.yaml:7:10: interaction.order: is sequential, which runs only on the CPU; choose "
            "--backend cpu, or "
            "order: parallel\n");
  EXPECT_FALSE(std::filesystem::exists(place_ / "made"));
}

TEST_F(SequentialOrder, RunsAndGoesOnOnTheCpuWhereNobodyAsksForAnother) {
  place_.must({"run", "species.yaml", "--out", "made", "--quiet"});
  place_.must({"resume", "made", "--steps", "6", "--quiet"});
  EXPECT_EQ(manifest_of(place_ / "made").at("backend"), "cpu");
  place_.must({"run", "species.yaml", "--steps", "6", "--out", "whole", "--quiet"});
  EXPECT_EQ(hash_of(place_ / "made"), hash_of(place_ / "whole"));
}

}  // namespace
}  // namespace morula::test
