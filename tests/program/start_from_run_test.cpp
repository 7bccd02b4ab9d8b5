// `initial: {run: DIR}` if the two runs do not record the same data besides their states.
#include <gtest/gtest.h>

#include "tests/program/workplace.h"

namespace morula::test {
namespace {

class StartFromRun : public ::testing::Test {
 protected:
  void SetUp() override {
    place_.write("species.yaml", R"(model: interaction
steps: 6
lattice: {size: [16, 12]}
interaction: {species: 4, preys: cyclic, rates: {mobility: 0.5, reproduction: 0.25, predation: 0.25}}
initial: {species_1: 0.4, species_2: 0.3, species_3: 0.2}
output: {series: {every: 2}}
)");
  }
  Finished run(const std::string& out, const Words& settings) {
    Words words{"run", "species.yaml", "--out", out, "--backend", "cpu"};
    for (const std::string& setting : settings) words = words + Words{"--set", setting};
    return place_.morula(words);
  }
  std::string series_of(const std::string& out) { return contents(place_ / (out + "/series.csv")); }

  const Workplace place_;
  const std::string extinction_ = "interaction.observe=[extinction]";
};

// Times of extinction belong to a run, not to its state: a run that starts from the state need not have them.
TEST_F(StartFromRun, ThatKeptMore) {
  ASSERT_EQ(run("plain", {}).code, 0);
  ASSERT_EQ(run("watched", {extinction_}).code, 0);
  ASSERT_EQ(run("from plain", {"initial={run: plain}"}).code, 0);
  const Finished finished = run("from watched", {"initial={run: watched}"});
  EXPECT_EQ(finished.code, 0) << finished.err;
  EXPECT_EQ(hash_of(place_ / "from watched"), hash_of(place_ / "from plain"));
}

TEST_F(StartFromRun, ThatKeptLess) {
  ASSERT_EQ(run("plain", {}).code, 0);
  ASSERT_EQ(run("watched", {extinction_}).code, 0);
  ASSERT_EQ(run("from watched", {extinction_, "initial={run: watched}"}).code, 0);
  const Finished finished = run("from plain", {extinction_, "initial={run: plain}"});
  EXPECT_EQ(finished.code, 0) << finished.err;
  EXPECT_EQ(hash_of(place_ / "from plain"), hash_of(place_ / "from watched"));
  EXPECT_EQ(series_of("from plain"), series_of("from watched"));
  EXPECT_NE(series_of("from plain").find("\n0,"), std::string::npos);
  EXPECT_NE(series_of("from plain").find(",,,,0\n2,"), std::string::npos)
      << "a species that is absent from the start dies out at step 0";
}

TEST_F(StartFromRun, WithoutFeedbackIntoFeedback) {
  ASSERT_EQ(run("plain", {}).code, 0);
  const Finished finished = run(
      "fed back",
      {"initial={run: plain}",
       "interaction.feedback={rate: mobility, every: 4, at_zero_entropy: 0.1, at_greatest_entropy: 0.5}"});
  EXPECT_EQ(finished.code, 0) << finished.err;
}

TEST_F(StartFromRun, WithMoreSpeciesIsRefusedWithItsPlace) {
  ASSERT_EQ(run("four", {}).code, 0);
  const Finished refused = run("two", {"interaction.species=2", "initial={run: four}"});
  EXPECT_EQ(refused.code, 2);
  EXPECT_EQ(refused.err,
            "--set initial={run: four}: initial.run: " + (place_ / "four/checkpoint.h5").string() +
                ": holds 'species_3', which this model does not have; it has empty, species_1, species_2\n");
  EXPECT_FALSE(std::filesystem::exists(place_ / "two"));
}

// A field may start from that of another run, named by its run directory or by a file; the new run directory
// keeps a copy.
TEST(FieldOfRun, IsKeptWithTheRunThatStartsFromIt) {
  const Workplace place;
  const std::string start = "model: potts\nsteps: 5\nlattice: {size: [20, 14]}\npotts:\n  types: [medium]\n";
  place.write("first.yaml", start + "  fields: {c: {diffusion: 0.5, initial: \"x * uniform()\"}}\n");
  place.write("second.yaml", start +
                                 "  fields: {c: {diffusion: 0.2, initial: {run: first}}, d: {file: "
                                 "first/checkpoint.h5, dataset: c, factor: 0.5}}\n");
  place.must({"run", "first.yaml", "--out", "first"});
  place.must({"run", "second.yaml", "--out", "second"});
  const std::string kept = contents(place / "second/model.yaml");
  EXPECT_NE(kept.find("initial: {run: inputs/"), std::string::npos) << kept;
  std::filesystem::remove_all(place / "first");
  place.must({"run", "second/model.yaml", "--out", "third"});
  EXPECT_EQ(hash_of(place / "third"), hash_of(place / "second"));
  place.must({"resume", "second", "--steps", "9"});
  place.must({"run", "second/model.yaml", "--out", "fourth", "--steps", "9"});
  EXPECT_EQ(hash_of(place / "fourth"), hash_of(place / "second"));
}

}  // namespace
}  // namespace morula::test
