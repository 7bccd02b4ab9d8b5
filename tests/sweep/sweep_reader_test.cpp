// Errors in a sweep file are reported with their places before anything runs.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>

#include "core/error.h"
#include "sweep/plan.h"
#include "sweep/remarks.h"
#include "sweep/tasks.h"
#include "tests/io/temporary_folder.h"

namespace morula::sweep {
namespace {

constexpr const char* model = R"(model: interaction
steps: 20
lattice: {size: [16, 16]}
interaction: {species: [red, blue], preys: cyclic, rates: {mobility: 0.5, reproduction: 0.25, predation: 0.25}}
initial: {fractions: equal}
)";

class Reader : public testing::Test {
 protected:
  Plan plan(const std::string& yaml) const {
    std::ofstream(folder_ / "m.yaml") << model;
    return make_plan(PointModels(read_sweep(io::parse_document(yaml, "s.yaml"), folder_.path())));
  }
  std::string wrong(const std::string& over, const std::string& more = "") const {
    return io::message_of<SpecError>(
        [&] { plan("sweep:\n  model: m.yaml\n  over:\n    " + over + '\n' + more); });
  }
  io::TemporaryFolder folder_;
};

TEST_F(Reader, ReadsEverything) {
  const Plan made = plan(
      "sweep: {model: m.yaml, seed: 5, over: {lattice.size: [[16, 16], [32, 32]], "
      "interaction.rates.mobility: {from: 0.1, to: 0.4, count: 4}}, replicas: 3, measure: {from: 10}, "
      "keep: [series, state]}");
  EXPECT_EQ(made.points.size(), 8u);
  EXPECT_EQ(made.runs(), 24u);
  EXPECT_EQ(made.points[3].settings, (std::vector<std::string>{"[16, 16]", "0.4"}));
  EXPECT_EQ(as_json(plan_from(as_json(made))), as_json(made));
}

// Rates are divided by their sum, which grows with the mobility, so that the same number of steps is less and
// less time.
class NormalisedRates : public Reader {
 protected:
  std::vector<std::string> remarks(const std::string& ends, const std::string& more) const {
    std::ofstream(folder_ / "n.yaml")
        << "model: interaction\n"
        << (ends.starts_with("steps") ? ends + '\n' : "")
        << "lattice: {size: [16, 16]}\ninteraction: {species: [red, blue], preys: cyclic, normalise: true, "
           "rates: {mobility: 1, reproduction: 1, predation: 1}"
        << (ends.starts_with("until") ? ", " + ends : "") << "}\ninitial: {fractions: equal}\n";
    const std::string yaml = "sweep: {model: n.yaml, over: {" + more + "}}";
    const Plan made = make_plan(PointModels(read_sweep(io::parse_document(yaml, "s.yaml"), folder_.path())));
    EXPECT_EQ(as_json(plan_from(as_json(made))), as_json(made));
    return remarks_of(made);
  }
  const std::string mobilities_ = "interaction.rates.mobility: [0.5, 8]";
};

TEST_F(NormalisedRates, AreToldOfWithTheTimesThatAreCompared) {
  EXPECT_EQ(
      remarks("steps: 200", mobilities_),
      (std::vector<std::string>{
          "rates are normalised: they are divided by 2.5 (point 1) to 10 (point 2), so that a unit of "
          "time is as many steps",
          "points are compared at different times: their steps end at time 20 (point 2) to 80 (point "
          "1); to end all of them at the same time, give 'interaction.until.time' in place of 'steps', as "
          "20"}));
  EXPECT_EQ(remarks("until: {time: 20}", mobilities_).size(), 1u) << "the divisors alone";
  EXPECT_EQ(
      remarks("steps: 200", "steps: [100, 200]"),
      (std::vector<std::string>{"rates are normalised: they are divided by 3, so that a unit of time is "
                                "3 steps at every point"}));
  EXPECT_EQ(remarks("steps: 200", mobilities_ + ", steps: [100, 200]").size(), 2u);
  EXPECT_EQ(remarks("until: {time: 20}", mobilities_ + ", steps: [10, 2000]").size(), 2u)
      << "where steps come first";
}

TEST_F(NormalisedRates, AMeasureBeginsAtDifferentTimes) {
  const std::vector<std::string> found = remarks("until: {time: 20}", mobilities_ + "}, measure: {from: 10");
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found.back(), "means are measured from step 10 on, which is time 1 (point 2) to 4 (point 1)");
}

TEST_F(Reader, AnUnknownKeyOfTheModelIsSaidAtTheSweepFile) {
  EXPECT_EQ(wrong("interaction.rates.mobilty: [0.1, 0.2]"),
            "s.yaml:4:5: interaction.rates.mobilty: unknown key; did you mean 'mobility'? (point 1: "
            "interaction.rates.mobilty=0.1)");
}

TEST_F(Reader, AnInvalidValueAtPointSevenIsSaidWithItsPlace) {
  EXPECT_EQ(wrong("interaction.rates.mobility: [0.1, 0.2, 0.3, 0.35, 0.4, 0.45, 1.5]"),
            "s.yaml:4:66: interaction.rates.mobility: is 1.5; must be between 0 and 1, or say normalise: "
            "true (point 7: "
            "interaction.rates.mobility=1.5)");
}

TEST_F(Reader, ZipNeedsEqualLengths) {
  EXPECT_EQ(
      wrong("steps: [1, 2, 3]\n    lattice.size: [[16, 16]]", "  design: zip\n"),
      "s.yaml:5:5: sweep.over.lattice.size: has 1 values and steps has 3; 'design: zip' takes one of each "
      "at a time, so all lists need the same length");
}

TEST_F(Reader, OtherMistakes) {
  EXPECT_EQ(wrong("seed: [1, 2]"),
            "s.yaml:4:5: sweep.over.seed: distinguishes the runs of a point and cannot be swept; ask for "
            "'replicas' instead");
  EXPECT_EQ(wrong("steps: [5, 10, 5.0]"),
            "s.yaml:4:20: sweep.over.steps: has 5.0 twice; remove one, or ask for more replicas");
  EXPECT_EQ(wrong("steps: [5, 10]", "  design: sobol\n  points: 4\n"),
            "s.yaml:4:12: sweep.over.steps: must be a range, as in {from: 0.1, to: 1}: the design is sobol");
  EXPECT_EQ(wrong("steps: {from: 1, to: 9}"),
            "s.yaml:4:12: sweep.over.steps: needs a 'count': how many values of the range are taken");
  EXPECT_EQ(wrong("steps: {from: 0, to: 9, count: 3, scale: log}"),
            "s.yaml:4:46: sweep.over.steps.scale: is log, which needs both ends above 0");
  EXPECT_EQ(
      wrong("steps: [5]", "  points: 4\n"),
      "s.yaml:5:11: sweep.points: is for sobol and latin-hypercube; the points of design grid are those of "
      "its values");
  EXPECT_EQ(
      wrong("interaction.rates: [{mobility: 0.1}]\n    interaction.rates.mobility: [1]"),
      "s.yaml:5:5: sweep.over.interaction.rates.mobility: lies within interaction.rates, which is swept "
      "too; write both as one key");
  EXPECT_TRUE(
      io::contains(wrong("steps: [5]", "  measure: {from: 100}\n"), "is 100, and the runs have 5 steps"));
  EXPECT_TRUE(io::contains(wrong("steps: [5]", "  keep: [frames]\n"), "the model file has no output.frames"));
  EXPECT_TRUE(
      io::contains(wrong("steps: [5]", "  keep: [curves]\n"), "must be a list of series, frames, state"));
  EXPECT_TRUE(io::contains(wrong("steps: [5]", "  designs: zip\n"), "did you mean 'design'?"));
}

TEST_F(Reader, AWrongRangeIsOneMistake) {
  EXPECT_EQ(wrong("steps: {from: 1, to: 9, count: 0}"),
            "s.yaml:4:36: sweep.over.steps.count: is '0'; must be a whole number between 1 and 10000000");
  EXPECT_EQ(wrong("steps: {from: 1, count: 3}"), "s.yaml:4:12: sweep.over.steps.to: is missing; add it");
  EXPECT_EQ(wrong("steps: {from: 2, to: 2, count: 3}"),
            "s.yaml:4:26: sweep.over.steps.to: is the same as 'from'; a range has two ends");
}

TEST_F(Reader, AZipMayRepeatAValueButNoPoint) {
  EXPECT_EQ(plan("sweep: {model: m.yaml, design: zip, over: {steps: [1, 1, 2], lattice.size: "
                 "[[16, 16], [18, 18], [16, 16]]}}")
                .points.size(),
            3u);
  EXPECT_EQ(wrong("steps: [1, 2, 1]\n    lattice.size: [[16, 16], [16, 16], [16, 16]]", "  design: zip\n"),
            "s.yaml:4:19: sweep.over: has the same values in places 1 and 3 of its lists; remove one, or ask "
            "for more replicas");
}

TEST_F(Reader, KeysAndFilesThatAreNotThere) {
  EXPECT_EQ(wrong("interaction.species.2: [green]"),
            "s.yaml:4:5: interaction.species.2: has no such item: interaction.species has 2, counted from 0");
  std::ofstream(folder_ / "inner.yaml") << "sweep: {model: m.yaml}\n";
  EXPECT_EQ(io::message_of<SpecError>([&] { plan("sweep: {model: inner.yaml, over: {steps: [1]}}"); }),
            "s.yaml:1:16: sweep.model: is a sweep file; must be a model file");
}

TEST_F(Reader, EventsAreThoseOfAllPoints) {
  const Plan made = plan(
      "sweep: {model: m.yaml, over: {interaction: ["
      "{species: [a, b], preys: cyclic, rates: {mobility: 0.5, reproduction: 0.25, predation: 0.25}}, "
      "{species: [a, b, c], preys: cyclic, rates: {mobility: 0.5, reproduction: 0.25, predation: 0.25}, "
      "observe: [extinction]}]}}");
  ASSERT_EQ(made.events.size(), 1u);
  EXPECT_EQ(made.events[0].columns, (std::vector<std::string>{"extinct_a", "extinct_b", "extinct_c"}));
}

TEST_F(Reader, ReplicasOfTheModelFileCountAsRuns) {
  std::ofstream(folder_ / "many.yaml") << model << "replicas: 1000000\n";
  EXPECT_TRUE(io::contains(io::message_of<SpecError>([&] {
                             plan("sweep: {model: many.yaml, over: {steps: {from: 1, to: 20, count: 20}}}");
                           }),
                           "makes more than 10000000 runs of 20 points"));
}

TEST_F(Reader, PointsKeepTheirSeedsWhenADesignIsExtended) {
  const auto made = [&](const std::string& over, const std::string& design) {
    return plan("sweep: {model: m.yaml, over: {" + over + "}, " + design + "}");
  };
  const Plan small = made("steps: [10, 20], lattice.size: [[16, 16]]", "design: grid"),
             large =
                 made("lattice.size: [[16, 16], [18, 18]], steps: [5, 10, 20]", "design: grid, replicas: 4");
  EXPECT_EQ(small.points[0].id, large.points[1].id);
  EXPECT_EQ(small.seed_of(1, 0), large.seed_of(2, 3));
  EXPECT_EQ(difference(small, large), "");
  EXPECT_NE(difference(large, small), "");
  const std::string range = "interaction.rates.mobility: {from: 0.1, to: 0.5}";
  EXPECT_EQ(difference(made(range, "design: sobol, points: 8"), made(range, "design: sobol, points: 16")),
            "");
  EXPECT_EQ(difference(made(range, "design: latin-hypercube, points: 8"),
                       made(range, "design: latin-hypercube, points: 16")),
            "a Latin hypercube cannot be extended, since each of its points depends on how many there are");
}

TEST_F(Reader, TasksShareAllRunsOut) {
  for (const char* replicas : {"1", "3", "20"}) {
    const Plan made = plan("sweep: {model: m.yaml, over: {steps: {from: 1, to: 7, count: 7}}, replicas: " +
                           std::string(replicas) + '}');
    for (const std::uint64_t tasks : {1u, 2u, 5u, 16u}) {
      std::vector<std::pair<std::size_t, std::uint64_t>> planned;
      std::size_t most = 0;
      for (std::uint64_t number = 1; number <= tasks; ++number) {
        const auto runs = runs_of(made, {number, tasks});
        most = std::max(most, runs.size());
        for (const PlannedRun& run : runs) planned.emplace_back(run.point, run.replica);
      }
      std::ranges::sort(planned);
      EXPECT_EQ(planned.size(), made.runs());
      EXPECT_TRUE(std::ranges::adjacent_find(planned) == planned.end());
      EXPECT_LE(most, made.runs() / tasks + made.runs() / (2 * tasks) + 1);
    }
  }
  EXPECT_EQ(to_string(parse_task("3/16")), "3/16");
  for (const char* words : {"0/4", "5/4", "3", "a/b", "3/"})
    EXPECT_THROW(parse_task(words), SpecError) << words;
}

}  // namespace
}  // namespace morula::sweep
