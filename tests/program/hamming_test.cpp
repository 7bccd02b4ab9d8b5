// morula analyze hamming: the same files on every processor, and one-line messages for unusable input.
#include "io/json.h"
#include "tests/program/processors.h"

namespace morula::test {
namespace {

namespace fs = std::filesystem;

const std::string three_species =
    "model: interaction\nsteps: 40\nlattice: {size: [22, 18]}\n"
    "interaction: {species: 3, preys: cyclic, rates: {mobility: 0.5, reproduction: 0.25, predation: 0.25}}\n"
    "initial: {fractions: equal}\n";

TEST(AnalyzeHamming, EveryProcessorLeavesTheSameFiles) {
  const Workplace place;
  place.write("species.yaml", three_species);
  for (const Processor& processor : every_processor()) {
    const Finished done = place.must(Words{"analyze", "hamming", "species.yaml", "--ensemble", "3", "--sites",
                                           "2", "--members", "--out", processor.name} +
                                     processor.options);
    EXPECT_TRUE(
        done.out.ends_with("in " + processor.name + "/: frames hamming.csv hamming.svg summary.json\n"))
        << done.out;
    EXPECT_TRUE(same_files(place / processor.name, place / "cpu-1"));
  }
  EXPECT_TRUE(contents(place / "cpu-1/hamming.csv")
                  .starts_with("step,mean,deviation,pair_0,pair_1,pair_2\n"
                               "0,0.00505050505,0,0.00505050505,"))
      << "2 of 396";
  EXPECT_TRUE(fs::exists(place / "cpu-1/frames/000000000.png"));
  EXPECT_TRUE(fs::exists(place / "cpu-1/frames/000000040.png"));
  const Finished json = place.must({"analyze", "hamming", "species.yaml", "--ensemble", "3", "--sites", "2",
                                    "--json", "--backend", "cpu"});
  EXPECT_EQ(contents(place / "cpu-1/summary.json"), json.out);
}

TEST(AnalyzeHamming, SweepsMobilityAndSpecies) {
  const Workplace place;
  place.write("species.yaml", three_species);
  const Words words = {"analyze", "hamming", "species.yaml", "--mobility", "0.1,0.5", "--species",
                       "3,4",     "--out",   "sweep",        "--backend",  "cpu"};
  place.must(words);
  const auto runs = io::Json::parse(contents(place / "sweep/summary.json")).at("runs");
  ASSERT_EQ(runs.size(), 4u);
  EXPECT_EQ(runs.at(2).at("species"), 4);
  EXPECT_EQ(runs.at(2).at("mobility"), 0.1);
  EXPECT_EQ(runs.at(2).at("predation"), 0.45);
  place.must({"analyze", "hamming", "species.yaml", "--out", "one", "--backend", "cpu"});
  for (const std::string name : {"hamming.csv", "hamming.svg"})
    EXPECT_EQ(contents(place / "one" / name), contents(place / "sweep/species-3-mobility-0.5" / name))
        << "an unchanged model file is the run at 0.5";
  const Finished refused = place.morula(words);
  EXPECT_EQ(refused.code, 2);
  EXPECT_EQ(refused.err, "sweep/sweep.csv: exists already; choose another --out, or --force\n");
  place.must(words + Words{"--force"});
}

TEST(AnalyzeHamming, NotesTheCommandThatRepeatsIt) {
  const Workplace place;
  place.write("species.yaml", three_species);
  place.must({"analyze", "hamming", "species.yaml", "--seed", "7", "--steps", "30", "--mobility", "0.1,0.5",
              "--ensemble", "2", "--every", "5", "--out", "sweep", "--backend", "cpu"});
  for (const std::string folder : {"sweep", "sweep/species-3-mobility-0.1"}) {
    const std::string summary = contents(place / (folder + "/summary.json"));
    const auto json = io::Json::parse(summary);
    EXPECT_EQ(json.at("version").get<std::string>() + "\n", place.must({"--version"}).out);
    const auto command = json.at("command").get<std::string>();
    EXPECT_TRUE(command.starts_with("morula analyze hamming 'species.yaml' --seed 7 --set 'steps=30' "))
        << command;
    EXPECT_EQ(place.must_in_shell(command + " --json --backend cpu").out, summary);
  }
}

struct BadHamming {
  std::string name;
  Words words;
  std::string message;
};
void PrintTo(const BadHamming& of, std::ostream* out) { *out << of.name; }

class BadAnalyzeHamming : public testing::TestWithParam<BadHamming> {};

TEST_P(BadAnalyzeHamming, GetsOneClearLine) {
  const Workplace place;
  place.write("species.yaml", three_species);
  const Finished refused =
      place.morula(Words{"analyze", "hamming", "species.yaml", "--out", "out"} + GetParam().words);
  EXPECT_EQ(refused.code, 2);
  EXPECT_EQ(refused.err, GetParam().message + "\n");
  EXPECT_EQ(refused.out, "");
  EXPECT_FALSE(fs::exists(place / "out"));
}

const std::string see_help = "; see 'morula analyze hamming --help'";

INSTANTIATE_TEST_SUITE_P(
    Of, BadAnalyzeHamming,
    testing::Values(
        BadHamming{"NoSites",
                   {"--sites", "0"},
                   "morula analyze hamming: --sites: is '0'; must be a whole number between 1 and "
                   "281474976710655" +
                       see_help},
        BadHamming{"MoreSitesThanThereAre",
                   {"--sites", "397"},
                   "species.yaml: --sites: is 397; must be between 1 and the lattice's 396"},
        BadHamming{
            "NoPairs",
            {"--ensemble", "0"},
            "morula analyze hamming: --ensemble: is '0'; must be a whole number between 1 and 1048576" +
                see_help},
        BadHamming{"PlateauBeyondTheEnd",
                   {"--from", "41"},
                   "species.yaml: --from: is 41; must be at most the steps, 40"},
        BadHamming{"Until",
                   {"--set", "interaction.until=extinction"},
                   "--set interaction.until=extinction: interaction.until: would end the runs of a pair at "
                   "different steps; remove it"},
        BadHamming{
            "TooMuchMobility",
            {"--mobility", "0.5,1.5"},
            "species.yaml: --mobility: holds 1.5; must be between 0 and 1, the sum of the rates, which "
            "is kept"},
        BadHamming{
            "NoNumber",
            {"--mobility", "nan"},
            "species.yaml: --mobility: holds nan; must be between 0 and 1, the sum of the rates, which "
            "is kept"},
        BadHamming{
            "OneSpecies",
            {"--species", "3,1"},
            "morula analyze hamming: --species: is '1'; must be a whole number between 2 and 255" + see_help},
        BadHamming{
            "ABadModel",
            {"--set", "interaction.rates.mobility=-1"},
            "--set interaction.rates.mobility=-1: interaction.rates.mobility: is -1; must be between 0 "
            "and 1"}),
    [](const auto& of) { return of.param.name; });

}  // namespace
}  // namespace morula::test
