// Batches of replicas, and runs that end when a species dies out.
#include <algorithm>

#include "io/hdf5_file.h"
#include "tests/program/processors.h"

namespace morula::test {
namespace {

class Batch : public OnBackend {
 protected:
  // The lattice is small and mobility high, so that a species soon dies out in each replica.
  static constexpr const char* replicas = R"(model: interaction
seed: 9
steps: 4000
replicas: 6
lattice: {size: [12, 11]}
interaction: {species: 3, preys: cyclic, rates: {mobility: 0.75, reproduction: 0.125, predation: 0.125},
              observe: [extinction], until: extinction}
initial: {fractions: equal}
output: {series: {every: 50}}
checkpoint: {every: 40}
)";
  void SetUp() override {
    OnBackend::SetUp();
    place_.write("batch.yaml", replicas);
  }
  void run(const std::string& out, const Words& extra = {}) {
    place_.must(Words{"run", "batch.yaml", "--quiet", "--out", out} + options() + extra);
  }
};

TEST_P(Batch, EndsWhenEveryReplicaHasLostASpecies) {
  run("all");
  EXPECT_EQ(manifest_of(place_ / "all").at("status"), "halted");
  EXPECT_LT(step_of(place_ / "all"), 4000u);
  EXPECT_GT(step_of(place_ / "all"), 10u);
}

TEST_P(Batch, HasTheReplicasThatRunAlone) {
  run("all");
  const auto hashes = manifest_of(place_ / "all").at("replica_hashes");
  ASSERT_EQ(hashes.size(), 6u);
  std::uint64_t last = 0;
  for (const std::size_t replica : {std::size_t{0}, std::size_t{3}, std::size_t{5}}) {
    const std::string out = "alone" + std::to_string(replica);
    run(out, {"--replica", std::to_string(replica)});
    EXPECT_EQ(hash_of(place_ / out), hashes.at(replica).get<std::string>());
    EXPECT_EQ(manifest_of(place_ / out).at("status"), "halted");
    last = std::max(last, step_of(place_ / out));
  }
  EXPECT_LE(last, step_of(place_ / "all"));
}

TEST_P(Batch, CanBeAPartOfALargerOne) {
  run("all");
  run("part", {"--set", "replicas=2", "--set", "first_replica=3"});
  const auto batch_hashes = manifest_of(place_ / "all").at("replica_hashes"),
             part = manifest_of(place_ / "part").at("replica_hashes");
  ASSERT_EQ(part.size(), 2u);
  EXPECT_EQ(part.at(0), batch_hashes.at(3));
  EXPECT_EQ(part.at(1), batch_hashes.at(4));
}

TEST_P(Batch, GoesOnElsewhere) {
  run("all");
  run("begun", {"--steps", "50"});
  place_.must({"resume", "begun", "--quiet", "--backend", "cpu", "--steps", "4000"});
  EXPECT_EQ(hash_of(place_ / "begun"), hash_of(place_ / "all"));
  EXPECT_EQ(manifest_of(place_ / "begun").at("status"), "halted");
  place_.must(
      {"run", "batch.yaml", "--quiet", "--out", "begun on the CPU", "--steps", "50", "--backend", "cpu"});
  place_.must(Words{"resume", "begun on the CPU", "--quiet", "--steps", "4000"} + options());
  EXPECT_TRUE(same_files(place_ / "begun on the CPU", place_ / "begun"));
}

// With feedback, every replica has a table of rates, whatever the size of its lattice.
TEST_P(Batch, WhoseRatesDoNotFitIsRefusedBeforehand) {
  const Finished refused = place_.morula(
      Words{
          "run", "batch.yaml", "--out", "out", "--set", "interaction.species=255", "--set", "replicas=1e6",
          "--set",
          "interaction.feedback={rate: mobility, every: 2, at_zero_entropy: 0.1, at_greatest_entropy: 0.5}"} +
      options());
  EXPECT_EQ(refused.code, 2);
  EXPECT_NE(refused.err.find("batch.yaml:5:17: lattice.size: needs 1.4 TiB of memory"), std::string::npos)
      << refused.err;
  EXPECT_TRUE(refused.err.ends_with("; make it smaller, or take fewer replicas\n")) << refused.err;
  EXPECT_FALSE(std::filesystem::exists(place_ / "out"));
}

// A picture shows one replica, and says which; a state contains all of them.
TEST_P(Batch, FramesSayWhichReplicaTheyShowAndStatesHaveAnAxisOfReplicas) {
  run("all", {"--steps", "4", "--set", "output={frames: {every: 4}, state: {every: 4}}"});
  EXPECT_NE(contents(place_ / "all/frames/legend.svg").find("state, first of 6 replicas"), std::string::npos);
  const auto sites = io::Hdf5Reader(place_ / "all/state/000000004.h5").field("state");
  ASSERT_TRUE(sites);
  EXPECT_EQ(sites->replicas, 6u);
  EXPECT_EQ(sites->extent, (Extent{12, 11, 1}));
}

INSTANTIATE_TEST_SUITE_P(On, Batch, every_backend(), name_of);

}  // namespace
}  // namespace morula::test
