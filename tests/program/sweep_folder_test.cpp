// The folder of a sweep: a larger sweep continues in it, a different one is refused.
#include <sys/resource.h>

#include <algorithm>

#include "tests/program/sweeps.h"

namespace morula::test {
namespace {

namespace fs = std::filesystem;

TEST_F(Sweep, CanBeExtended) {
  place_.must(few("grown"));
  const std::string before = contents(place_ / "grown/runs.csv");
  const Words larger = {
      "sweep",   "species.yaml", "--over", "lattice.size=[14,14],[16,16],[18,18]", "--replicas", "3",
      "--steps", "40",           "--quiet"};
  place_.must(larger + Words{"--out", "grown"});
  place_.must(larger + Words{"--out", "fresh"});
  EXPECT_TRUE(same_results(place_ / "grown", place_ / "fresh"));
  std::istringstream rows(before);
  const std::string after = contents(place_ / "grown/runs.csv");
  for (std::string row; std::getline(rows, row);)
    EXPECT_NE(after.find(row.substr(row.find(','))), std::string::npos) << row;
}

TEST_F(Sweep, OverFilesCanBeExtendedUntilOneOfThemChanges) {
  place_.write("glider.rle", "x = 3, y = 3\nbo$2bo$3o!\n");
  place_.write("block.rle", "x = 2, y = 2\n2o$2o!\n");
  place_.write("life.yaml",
               "model: automaton\nsteps: 8\nlattice: {size: [20, 20]}\nautomaton: {rule: B3/S23}\n"
               "initial: {pattern: {file: glider.rle, at: [5, 5]}}\n");
  const auto over = [](const std::string& files) {
    return Words{"sweep", "life.yaml", "--over", "initial.pattern.file=" + files, "--quiet"};
  };
  place_.must(over("glider.rle"));
  place_.must(over("glider.rle,block.rle"));
  place_.write("block.rle", "x = 3, y = 1\n3o!\n");
  const Finished changed = place_.morula(over("glider.rle,block.rle"));
  EXPECT_EQ(changed.code, 2);
  EXPECT_NE(changed.err.find("a file that the model names has changed"), std::string::npos) << changed.err;
}

TEST_F(Sweep, ADamagedPlanCanBeReplaced) {
  place_.must(few("damaged"));
  const std::string plan = contents(place_ / "damaged/plan.json");
  for (const std::string& text : {std::string("{"), plan.substr(0, plan.size() / 2), std::string("[]")}) {
    place_.write("damaged/plan.json", text);
    const Finished refused = place_.morula(few("damaged"));
    EXPECT_EQ(refused.code, 1);
    EXPECT_NE(refused.err.find("damaged/plan.json: is damaged; replace the sweep with --force"),
              std::string::npos)
        << refused.err;
  }
  place_.must(few("damaged", {"--force"}));
  EXPECT_EQ(contents(place_ / "damaged/plan.json"), plan);
}

TEST_F(Sweep, IsStillThereWhenItsReplacementCannotBeWritten) {
  place_.must(few("grown", {"--keep", "series"}));
  const auto before = files_of(place_ / "grown");
  Command limited = place_.command(few("grown", {"--seed", "9", "--force"}));
  limited.before_exec = [] {
    const rlimit limit{300, 300};  // bytes, also for what the program prints
    setrlimit(RLIMIT_FSIZE, &limit);
  };
  const Finished failed = Process(limited).wait();
  EXPECT_EQ(failed.code, 1);
  EXPECT_TRUE(failed.err.ends_with(": File too large; grown still holds the previous sweep\n")) << failed.err;
  EXPECT_EQ(files_of(place_ / "grown"), before);
}

TEST_F(Sweep, LeavesTheFoldersOfOthersAloneEvenByForce) {
  fs::create_directory(place_ / "project");
  place_.write("project/thesis.tex", "mine");
  for (const char* plan : {R"({"version": "1", "model": "T"})", "no JSON", "[]"}) {
    place_.write("project/plan.json", plan);
    const Finished refused = place_.morula(few("project", {"--force"}));
    EXPECT_EQ(refused.code, 2);
    EXPECT_EQ(refused.err,
              "project: exists already and is not the folder of a sweep; choose another --out\n");
    EXPECT_EQ(contents(place_ / "project/plan.json"), plan);
    EXPECT_EQ(contents(place_ / "project/thesis.tex"), "mine");
  }
}

TEST_F(Sweep, KeepsTheUsersFilesWhenItIsReplacedOrExtended) {
  place_.must(few("mine", {"--keep", "series,state"}));
  place_.must({"report", "mine"});
  const std::map<std::string, std::string> files = {{"notes.txt", "1"}, {"figures/best.svg", "2"}};
  for (const auto& [name, text] : files) place_.write("mine/" + name, text);
  Words extended = few("mine", {"--keep", "series,state"});
  *(std::ranges::find(extended, "--replicas") + 1) = "4";
  place_.must(extended);
  for (const auto& [name, text] : files) EXPECT_EQ(contents(place_ / ("mine/" + name)), text);
  Words replaced = few("mine", {"--seed", "9", "--force"});
  std::erase(replaced, "--quiet");
  EXPECT_EQ(place_.must(replaced).err,
            "mine: keeps figures/best.svg, notes.txt, which Morula did not write\n");
  for (const auto& [name, text] : files) {
    EXPECT_EQ(contents(place_ / ("mine/" + name)), text);
    fs::remove(place_ / ("mine/" + name));
  }
  place_.must(few("fresh", {"--seed", "9"}));
  EXPECT_TRUE(same_results(place_ / "mine", place_ / "fresh"));
}

TEST_F(Sweep, TooLargeForTheMachineLeavesNoFolder) {
  const Finished refused =
      place_.morula({"sweep", "species.yaml", "--over", "lattice.size=[16,16],[10000000,10000000]"});
  EXPECT_EQ(refused.code, 2);
  EXPECT_FALSE(fs::exists(place_ / "sweeps"));
}

TEST_F(Sweep, RefusesFoldersOfOthers) {
  place_.must(few("mine"));
  const auto refused = [&](const Words& arguments) {
    const Finished finished = place_.morula(arguments);
    EXPECT_EQ(finished.code, 2);
    return finished.err;
  };
  EXPECT_EQ(
      refused(few("mine", {"--seed", "9"})),
      "mine: is the folder of another sweep: its 'seed' is 1, not 9; choose another --out, or replace it "
      "with --force\n");
  EXPECT_EQ(
      refused(words("mine")),
      "mine: is the folder of another sweep: its model is another one; choose another --out, or replace it "
      "with --force\n");
  const std::string slice = refused(few("mine", {"--seed", "9", "--task", "1/2"}));
  EXPECT_EQ(
      slice,
      "mine: is the folder of another sweep: its 'seed' is 1, not 9; choose another --out, or replace it "
      "with --force and without --task\n");
  EXPECT_EQ(refused(few("mine", {"--seed", "9", "--task", "1/2", "--force"})), slice);
  EXPECT_FALSE(fs::exists(place_ / "mine/tasks"));
  place_.must(few("mine", {"--seed", "9", "--force"}));
  fs::create_directory(place_ / "other");
  place_.write("other/file", "text");
  EXPECT_EQ(refused(few("other")),
            "other: exists already and is not the folder of a sweep; choose another --out\n");
  EXPECT_EQ(refused(few("other", {"--task", "1/2", "--force"})), refused(few("other")));
  EXPECT_EQ(refused(few("new", {"--set", "seed=9"})),
            "--set seed=9: seed: cannot be set, since the seed of every run is drawn from the sweep's; give "
            "that with --seed\n");
  EXPECT_EQ(refused({"sweep", "species.yaml"}),
            "species.yaml: is not a sweep file: it has no key 'sweep'; with a model file, give --over "
            "key=a,b,c\n");
  EXPECT_EQ(refused({"sweep", "species.yaml", "--over", "lattice.sise=1"}),
            "--over lattice.sise=1: lattice.sise: unknown key; did you mean 'size'? (point 1: "
            "lattice.sise=1)\n");
}

}  // namespace
}  // namespace morula::test
