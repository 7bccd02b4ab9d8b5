// The meaning of the keys in model files: each key is read, and omitted keys have the documented defaults.
#include <gtest/gtest.h>

#include <cmath>

#include "io/durable_file.h"
#include "models/catalogue.h"
#include "models/proliferation/proliferation_spec.h"
#include "tests/io/temporary_folder.h"
#include "tests/proliferation/fcs_writer.h"

namespace morula::test {
namespace {

const ProliferationSpec& cells_of(const Spec& spec) {
  return dynamic_cast<const ProliferationSpec&>(*spec.section);
}

class ProliferationFile : public testing::Test {
 protected:
  // A model file with the required keys and further ones.
  Spec read(const std::string& keys, const std::string& tail = "",
            const std::string& population = "[[100, 20], [200, 31]]") const {
    return read_all("model: proliferation\nproliferation:\n  population: " + population +
                    "\n  until: 48\n  minimum_fluorescence: 5\n" + keys + tail);
  }
  Spec read_all(const std::string& text) const {
    return read_spec(io::parse_document(text, "m.yaml"), folder_.path());
  }
  // The only type of a model, with these keys in addition to its name and proportion.
  CellType type(const std::string& keys) const {
    return cells_of(read("  types: [{name: a, proportion: 1, " + keys + "}]\n")).types.at(0);
  }

  const std::string alone_ = "  types: [{name: a, proportion: 1, division: {mean: 20, sd: 5}}]\n";
  io::TemporaryFolder folder_;
};

TEST_F(ProliferationFile, EveryKeyIsRead) {
  const Spec spec = read_all(R"(model: proliferation
seed: 7
steps: 3
proliferation:
  population: [[-2, 4], [10.5, 0], [100, 20]]
  until: 240
  minimum_fluorescence: 11
  background: 3
  dye_share: 0.4
  start: aged
  siblings: 0.25
  batch: 5
  types:
    - {name: quiescent, proportion: 0.06}
    - name: slow
      proportion: 0.47
      division: {mean: 63.7, sd: 28.9}
      death: {rate: 0.01}
    - {name: fast, proportion: 0.47, division: {distribution: gamma, mean: 41.1, sd: 14.3},
       death: {distribution: log-normal, mean: 100, sd: 50}}
  target: [[50, 3], [60, 4]]
output: {histogram: true, generations: {every: 24}, series: {every: 2}, state: {every: 3}}
checkpoint: {every: 1}
)");
  EXPECT_EQ(spec.seed, 7u);
  EXPECT_EQ(spec.steps, 3u);
  EXPECT_EQ(spec.output.series_every, 2u);
  EXPECT_EQ(spec.output.state_every, 3u);
  EXPECT_EQ(spec.checkpoint_every, 1u);
  const ProliferationSpec& cells = cells_of(spec);
  EXPECT_EQ(cells.population, (Histogram{{-2, 4}, {100, 20}})) << "without the empty bin";
  EXPECT_EQ(cells.cells(), 24u);
  EXPECT_EQ(cells.steps(), 5u);
  EXPECT_EQ(cells.until, 240);
  EXPECT_EQ(cells.minimum, 11);
  EXPECT_EQ(cells.background, 3);
  EXPECT_EQ(cells.dye_share, 0.4);
  EXPECT_EQ(cells.start, CycleStart::Aged);
  EXPECT_EQ(cells.siblings, 0.25);
  EXPECT_EQ(cells.batch, 5u);
  ASSERT_EQ(cells.types.size(), 3u);
  EXPECT_EQ(cells.types[0].name, "quiescent");
  EXPECT_FALSE(cells.types[0].division || cells.types[0].death);
  EXPECT_EQ(cells.types[1].proportion, 0.47);
  EXPECT_EQ(cells.types[1].division->law, Law::Normal);
  EXPECT_EQ(cells.types[1].division->mean, 63.7);
  EXPECT_EQ(cells.types[1].division->sd, 28.9);
  EXPECT_EQ(cells.types[1].death->law, Law::Exponential);
  EXPECT_EQ(cells.types[1].death->mean, 100);
  EXPECT_EQ(cells.types[2].division->law, Law::Gamma);
  EXPECT_EQ(cells.types[2].death->law, Law::LogNormal);
  EXPECT_EQ(cells.types[2].death->sd, 50);
  EXPECT_EQ(cells.target->histogram, (Histogram{{50, 3}, {60, 4}}));
  EXPECT_TRUE(cells.writes_histogram);
  EXPECT_EQ(times_observed(cells).size(), 11u);
  EXPECT_EQ(times_observed(cells).back(), 240);
}

TEST_F(ProliferationFile, WhatIsLeftOutIsAsDocumented) {
  const Spec spec = read(alone_);
  EXPECT_EQ(spec.seed, 1u);
  EXPECT_EQ(spec.steps, 1u) << "all batches";
  EXPECT_FALSE(spec.cpu_only);
  const ProliferationSpec& cells = cells_of(spec);
  EXPECT_EQ(cells.background, 0);
  EXPECT_EQ(cells.dye_share, 0.5);
  EXPECT_EQ(cells.siblings, 0);
  EXPECT_EQ(cells.batch, 4096u);
  EXPECT_EQ(cells.start, CycleStart::Asynchronous);
  EXPECT_EQ(cells.method, Method::Simulate);
  EXPECT_FALSE(cells.target || cells.writes_histogram || cells.generations_every);
  EXPECT_TRUE(times_observed(cells).empty());
}

TEST_F(ProliferationFile, EveryChoiceIsItself) {
  EXPECT_EQ(cells_of(read(alone_ + "  start: synchronous\n")).start, CycleStart::Synchronous);
  EXPECT_EQ(cells_of(read(alone_ + "  start: asynchronous\n")).start, CycleStart::Asynchronous);
  EXPECT_EQ(cells_of(read(alone_ + "  method: simulate\n")).method, Method::Simulate);
  EXPECT_FALSE(cells_of(read(alone_, "output: {histogram: false}\n")).writes_histogram);
  const std::pair<const char*, Law> laws[] = {{"normal", Law::Normal},
                                              {"log-normal", Law::LogNormal},
                                              {"gamma", Law::Gamma},
                                              {"erlang", Law::Erlang}};
  for (const auto& [name, law] : laws)
    EXPECT_EQ(type(std::string("division: {mean: 20, sd: 5, distribution: ") + name + "}").division->law,
              law);
}

TEST_F(ProliferationFile, ExponentialTimesNeedNoSd) {
  for (const char* sd : {"", ", sd: 20"}) {
    const CellType read = type(std::string("division: {distribution: exponential, mean: 20") + sd + "}");
    EXPECT_EQ(read.division->law, Law::Exponential);
    EXPECT_EQ(read.division->sd, 20);
  }
}

// Each batch goes over every counter, and there are many counters: bins times generations.
TEST_F(ProliferationFile, WhereCountersAreManyABatchIsLarger) {
  std::string text;
  for (int i = 0; i < 65536; ++i) text += std::to_string(1000 + i) + " 1\n";
  io::write_file(folder_ / "bins.txt", text);
  const Spec spec = read_all(
      "model: proliferation\nproliferation: {population: bins.txt, until: 1, "
      "minimum_fluorescence: 0, types: [{name: a, proportion: 1, "
      "division: {mean: 20, sd: 5}}]}\n");
  EXPECT_EQ(cells_of(spec).batch, 65536u * 64 / 64);
  EXPECT_EQ(spec.steps, 1u);
}

TEST_F(ProliferationFile, ZeroHasNoSign) {
  EXPECT_FALSE(std::signbit(cells_of(read(alone_, "", "[[-0.0, 3]]")).population[0].fluorescence));
}

TEST_F(ProliferationFile, DyeLastsAsLongAsWhatACellShowsIsAboveTheMinimum) {
  ProliferationSpec cells;
  cells.minimum = 7;
  for (const double background : {0.0, 3.0, 50.0, 5000.0})
    for (const double share : {1e-9, 0.3, 0.5, 0.97, 0.999999})
      for (const double fluorescence : {-5.0, 0.0, 6.5, 7.0, 7.5, 14.0, 28.0, 1234.5}) {
        cells.background = background;
        cells.dye_share = share;
        unsigned divisions = 0;
        while (divisions < generation_limit &&
               fluorescence_after(cells, fluorescence, divisions + 1) > cells.minimum)
          ++divisions;
        EXPECT_EQ(last_generation(cells, fluorescence), divisions)
            << fluorescence << " " << share << " " << background;
      }
}

TEST_F(ProliferationFile, ExpectationIsAStepForEachTypeAtEachTimeOnTheCpu) {
  const Spec spec = read(alone_ + "  batch: 1\n  method: expectation\n");
  EXPECT_EQ(spec.steps, 1u);
  const Spec over_time =
      read("  types: [{name: a, proportion: 0.5}, {name: b, proportion: 0.5}]\n  method: expectation\n",
           "output: {generations: {every: 10}}\n");
  EXPECT_EQ(over_time.steps, 2u * 6) << "at 0, 10, 20, 30, 40 and 48";
  ASSERT_TRUE(spec.cpu_only);
  EXPECT_EQ(spec.cpu_only->place.line, 8);
}

// A simulation reports such a lineage only when it reaches it.
TEST_F(ProliferationFile, MeansOfLineagesBeyondGeneration63AreRefused) {
  const auto with = [&](const std::string& minimum, const std::string& until, const std::string& method) {
    return read_all("model: proliferation\nproliferation:\n  population: [[10, 2000]]\n  until: " + until +
                    "\n  minimum_fluorescence: " + minimum + "\n  method: " + method +
                    "\n  types: [{name: a, proportion: 1, division: {mean: 1, sd: 0.1}, death: {mean: 1, sd: "
                    "0.1}}]\n");
  };
  EXPECT_THROW(with("0", "100", "expectation"), SpecError);
  EXPECT_NO_THROW(with("0", "100", "simulate"));
  EXPECT_NO_THROW(with("1e-15", "100", "expectation")) << "the cells fade before that generation";
  EXPECT_NO_THROW(with("0", "40", "expectation")) << "no lineage reaches that generation";
}

TEST_F(ProliferationFile, HistogramsAreReadFromBesideTheModelFile) {
  io::write_file(folder_ / "cells.txt", "fluorescence count\n10 1\n20 0\n30 2\n");
  io::write_file(
      folder_ / "cells.fcs",
      FcsWriter{.channels = {{"FSC", "", 8}, {"GFP", "", 16}}, .events = {{1, 2}, {3, 4}}}.bytes());
  EXPECT_EQ(cells_of(read(alone_, "", "cells.txt")).population, (Histogram{{10, 1}, {30, 2}}));
  EXPECT_EQ(cells_of(read(alone_, "", "{file: cells.txt}")).population, (Histogram{{10, 1}, {30, 2}}));
  EXPECT_EQ(cells_of(read(alone_, "", "{file: cells.fcs, channel: GFP}")).population,
            (Histogram{{2, 1}, {4, 1}}));
  const Spec aimed = read(alone_ + "  target: {file: cells.fcs, channel: FSC}\n");
  EXPECT_EQ(cells_of(aimed).target->histogram, (Histogram{{1, 1}, {3, 1}}));
}

TEST_F(ProliferationFile, TheTargetIsScoredOverTheDecadesOfBoth) {
  const auto bins = [&](const std::string& target) {
    return cells_of(read(alone_ + "  target: " + target + "\n")).target->bins;
  };
  io::write_file(folder_ / "target.txt", "6 1\n3000 2\n");
  EXPECT_EQ(bins("target.txt").bins, 100u);
  EXPECT_EQ(bins("target.txt").from, 1) << "the decade of the minimum, 5";
  EXPECT_EQ(bins("target.txt").to, 10000);
  EXPECT_EQ(bins("[[6, 1]]").to, 1000) << "the population's 200";
  const ScoreBins given = bins("{file: target.txt, bins: 40, from: 10, to: 5000}");
  EXPECT_EQ(given.bins, 40u);
  EXPECT_EQ(given.from, 10);
  EXPECT_EQ(given.to, 5000);
}

// Without a minimum, the dimmest cells of the target decide where the bins begin. No value may exceed their
// end.
TEST_F(ProliferationFile, BinsOfAnyHistogramAreFinite) {
  const auto bins = [&](const std::string& histogram) {
    return cells_of(read_all("model: proliferation\nproliferation:\n  population: " + histogram +
                             "\n  until: 1\n  minimum_fluorescence: 0\n" + alone_ + "  target: " + histogram +
                             "\n"))
        .target->bins;
  };
  EXPECT_EQ(bins("[[0.03, 1], [7, 2]]").from, 0.01);
  EXPECT_EQ(bins("[[-3, 1]]").from, 10) << "no positive fluorescence is the dimmest";
  for (const char* histogram : {"[[1e-310, 1]]", "[[1.7e308, 1]]", "[[1e-310, 1], [1.7e308, 1]]"}) {
    EXPECT_GT(bins(histogram).from, 0) << histogram;
    EXPECT_LT(bins(histogram).to, 1e302) << histogram;
    EXPECT_LT(bins(histogram).from, bins(histogram).to) << histogram;
  }
}

}  // namespace
}  // namespace morula::test
