// P systems from the user's side: the same files from every processor, how runs end, and what is refused.
#include <fmt/format.h>
#include <sys/resource.h>

#include "tests/program/processors.h"

namespace morula::test {
namespace {

namespace fs = std::filesystem;

const std::string formula = "p cnf 4 3\n1 -2 0\n-1 3 4 0\n2 -4 0\n";

// Cells that eat, divide, age and die; random draws decide which of them get food.
const std::string dish =
    "def main()\n{\n  @mu = [[]'cell []'cell]'dish;\n  @ms(dish) = sun;\n  @ms(cell) = age{1};\n"
    "  [sun --> sun, food*3]'dish;\n  food []'cell --> +[meal];\n  +[meal]'cell --> [young] [];\n"
    "  [age{k} --> age{k+1}]'cell : 1 <= k < 9;\n  [young, age{k} --> age{1}]'cell : 1 <= k <= 9;\n"
    "  [age{9}]'cell --> rest;\n  [rest --> #]'dish;\n}\n";

class Membranes : public testing::Test {
 protected:
  void SetUp() override {
    place_.write("formula.cnf", formula);
    place_.write("sat.pli", place_.must({"membrane", "sat", "formula.cnf"}).out);
    place_.write("sat.yaml",
                 "model: membrane\nseed: 3\nmembrane: {file: sat.pli}\noutput:\n"
                 "  series: {every: 3, objects: [Yes, No, \"x{2,3}\"], by_charge: true}\n"
                 "  trace: {every: 4}\n  tree: {every: 9}\n  state: {every: 10}\ncheckpoint: {every: 5}\n");
    place_.write("dish.pli", dish);
    place_.write("dish.yaml",
                 "model: membrane\nseed: 3\nsteps: 60\nmembrane: {file: dish.pli}\noutput:\n"
                 "  series: {every: 3, objects: [food, young]}\n  trace: {every: 4}\n  tree: {every: 9}\n"
                 "  state: {every: 10}\ncheckpoint: {every: 5}\n");
  }
  void run(const std::string& model, const std::string& out, const Words& extra = {}) const {
    place_.must(Words{"run", model + ".yaml", "--out", out, "--quiet", "--backend", "cpu"} + extra);
  }
  Finished resume(const std::string& out, const Words& extra = {}) const {
    return place_.morula(Words{"resume", out, "--quiet", "--backend", "cpu"} + extra);
  }
  Workplace place_;
};

TEST_F(Membranes, EveryProcessorLeavesTheSameFiles) {
  const std::vector<Processor> processors = every_processor();
  for (const std::string model : {"sat", "dish"}) {
    for (const Processor& processor : processors) {
      const std::string out = model + processor.name, first = model + processors.front().name;
      place_.must(Words{"run", model + ".yaml", "--quiet", "--out", out} + processor.options);
      EXPECT_EQ(hash_of(place_ / out), hash_of(place_ / first)) << out;
      EXPECT_EQ(manifest_of(place_ / out).at("updates"), manifest_of(place_ / first).at("updates"));
      EXPECT_TRUE(same_files(place_ / out, place_ / first));
    }
    for (const char* name : {"series.csv", "trace.txt", "trace.jsonl", "tree/000000009.svg"})
      EXPECT_TRUE(fs::exists(place_ / (model + processors.front().name) / name)) << name;
  }
}

TEST_F(Membranes, ARunHaltsWhenNothingApplies) {
  const std::string summary = place_.must({"run", "sat.yaml", "--out", "out", "--backend", "cpu"}).out;
  EXPECT_TRUE(summary.starts_with("halted at step 29 in ")) << summary << "5 · 4 + 2 · 3 + 3";
  EXPECT_EQ(manifest_of(place_ / "out").at("status"), "halted");
  EXPECT_EQ(manifest_of(place_ / "out").at("steps"), 29);
  EXPECT_EQ(manifest_of(place_ / "out").at("unit"), "rules");
  const std::string series = contents(place_ / "out/series.csv");
  EXPECT_TRUE(
      series.starts_with("step,membranes,applications,membranes_1,membranes_1+,membranes_1-,"
                         "membranes_2,membranes_2+,membranes_2-,Yes,environment_Yes,No,"
                         "environment_No,\"x{2,3}\",\"environment_x{2,3}\"\n0,2,0,1,0,0,1,0,0,0,0,0,0,1,0\n"))
      << series.substr(0, 300);
  EXPECT_NE(series.find("\n29,17,"), std::string::npos) << series;
  EXPECT_TRUE(series.ends_with(",1,1,0,0,0,0\n")) << series;
  const std::string trace = contents(place_ / "out/trace.txt");
  EXPECT_NE(trace.find("\nstep 29\n"), std::string::npos);
  EXPECT_TRUE(trace.ends_with("  environment t, Yes\n")) << trace.substr(trace.size() - 100);
  const auto before = files_of(place_ / "out");
  EXPECT_EQ(resume("out").code, 0);
  EXPECT_EQ(files_of(place_ / "out"), before);
  EXPECT_EQ(manifest_of(place_ / "out").at("status"), "halted");
}

TEST_F(Membranes, TheFigureHasAPanelOfMembranesOneOfObjectsAndOneOfRules) {
  run("sat", "out");
  const std::string figure = contents(place_ / "out/series.svg");
  for (const std::string text :
       {"membranes", "objects", "rules applied", "label 2, charge +", "Yes, environment", "time (steps)"})
    EXPECT_NE(figure.find(">" + text + "</text>"), std::string::npos) << text;
}

TEST_F(Membranes, ARunIsExtended) {
  for (const std::string model : {"sat", "dish"}) {
    run(model, model + "-short", {"--steps", "7"});
    EXPECT_EQ(manifest_of(place_ / (model + "-short")).at("status"), "done");
    EXPECT_EQ(resume(model + "-short", {"--steps", "13"}).code, 0);
    EXPECT_EQ(resume(model + "-short", {"--steps", "60"}).code, 0);
    run(model, model + "-whole", {"--steps", "60"});
    EXPECT_EQ(hash_of(place_ / (model + "-short")), hash_of(place_ / (model + "-whole")));
    EXPECT_TRUE(same_files(place_ / (model + "-short"), place_ / (model + "-whole")));
  }
}

TEST_F(Membranes, ARunIsHandedFromProcessorToProcessor) {
  const std::vector<Processor> processors = every_processor();
  place_.must(Words{"run", "dish.yaml", "--quiet", "--out", "relay", "--steps", "5"} +
              processors.front().options);
  std::uint64_t steps = 5;
  for (const Processor& processor : processors)
    place_.must(Words{"resume", "relay", "--quiet", "--steps", std::to_string(steps += 8)} +
                processor.options);
  run("dish", "whole", {"--steps", std::to_string(steps)});
  EXPECT_EQ(hash_of(place_ / "relay"), hash_of(place_ / "whole"));
  EXPECT_TRUE(same_files(place_ / "relay", place_ / "whole"));
}

TEST_F(Membranes, AreNotGoneOnWithFromAnotherSystem) {
  place_.write("with.pli", "@include \"more.pli\"\ndef main() { @mu = []'h; @ms(h) = a; call More(); }\n");
  place_.write("more.pli", "def More() { [a --> a, b]'h; }\n");
  place_.write("with.yaml", "model: membrane\nsteps: 9\nmembrane: {file: with.pli}\n");
  run("with", "out");
  const std::string changed = "has changed since the run began; put it back, or start a new run with it\n";
  for (const char* file : {"out/inputs/with.pli", "out/inputs/more.pli"}) {
    const std::string before = contents(place_ / file);
    place_.write(file, before + "\n");
    const Finished refused = resume("out", {"--steps", "12"});
    EXPECT_EQ(refused.code, 2);
    EXPECT_EQ(refused.err, "out/model.yaml:3:18: membrane.file: " + changed);
    place_.write(file, before);
  }
  EXPECT_EQ(resume("out", {"--steps", "12"}).code, 0);
}

TEST_F(Membranes, ATraceThatIsGoneIsMissed) {
  run("dish", "out", {"--steps", "20"});
  fs::remove(place_ / "out/trace.jsonl");
  const Finished refused = resume("out", {"--steps", "40"});
  EXPECT_EQ(refused.code, 1);
  EXPECT_EQ(refused.err,
            "morula: out/trace.jsonl: is missing and cannot be made again; put it back, or start "
            "a new run\n");
}

TEST_F(Membranes, ACountBeyond64BitsEndsTheRun) {
  place_.write("double.yaml",
               "model: membrane\nmembrane: {rules: \"def main() { @mu = [[]'c]'s; @ms(c) = a; [a --> "
               "a*2]'c; }\"}\ncheckpoint: {every: 10}\n");
  for (const Processor& processor : every_processor()) {
    const Words words = Words{"run", "double.yaml", "--out", processor.name} + processor.options;
    for (int time = 0; time < 2; ++time) {
      const Finished ended =
          place_.morula(time == 0 ? words : Words{"resume", processor.name} + processor.options);
      EXPECT_EQ(ended.code, 1);
      EXPECT_EQ(ended.err,
                "morula: step 64 would make more than 18446744073709551615 of 'a' in membrane 1 (label "
                "'c')\n");
      EXPECT_EQ(step_of(place_ / processor.name), 60u);
    }
  }
}

TEST_F(Membranes, MoreMembranesThanFitEndTheRun) {
  place_.write("divide.yaml",
               "model: membrane\nmembrane: {rules: \"def main() { @mu = [[]'c]'s; @ms(c) = a; [a]'c --> [a] "
               "[a]; }\"}\ncheckpoint: {every: 10}\n");
  Command command =
      place_.command({"run", "divide.yaml", "--out", "out", "--backend", "cpu", "--threads", "1"});
  command.before_exec = [] {
    const rlimit limit{1u << 29, 1u << 29};
    setrlimit(RLIMIT_AS, &limit);
  };
  const Finished ended = Process(command).wait();
  EXPECT_EQ(ended.code, 1);
  EXPECT_TRUE(ended.err.starts_with("morula: step ") &&
              ended.err.find(" membranes, which need ") != std::string::npos)
      << ended.err;
  EXPECT_EQ(step_of(place_ / "out") % 10, 0u);
  EXPECT_GE(step_of(place_ / "out"), 10u);
}

TEST_F(Membranes, SystemsAreExpandedAndMade) {
  place_.write("small.pli",
               "n = 2;\ndef main() { @mu = [[]'2]'1; @ms(2) = a*n; [a{i} --> #]'2 : 1<=i<=n; [a]'2 --> [] "
               "a{1}; }\n");
  const Finished said = place_.must({"membrane", "expand", "small.pli"});
  EXPECT_EQ(said.out,
            "/* small.pli: labels 2, objects 3, rules 3, membranes 2 */\n@model<membrane_division>\n\n"
            "def main()\n{\n  @mu = [[]'2]'1;\n  @ms(2) = a*2;\n  [a{1} --> #]'2;\n  [a{2} --> #]'2;\n"
            "  [a]'2 --> [] a{1};\n}\n");
  EXPECT_EQ(said.err, "small.pli:2:44: none of these 2 rules can ever apply\n");
  place_.write("again.pli", said.out);
  EXPECT_EQ(place_.must({"membrane", "expand", "again.pli"}).out.substr(3 + 9), said.out.substr(3 + 9));
}

TEST_F(Membranes, FilesThatCannotBeReadAreRefused) {
  place_.write("bad.cnf", "p cnf 2 1\n1 3 0\n");
  const Finished wrong = place_.morula({"membrane", "sat", "bad.cnf"});
  EXPECT_EQ(wrong.code, 2);
  EXPECT_EQ(wrong.err, "bad.cnf:2:3: variable 3 is beyond the 2 announced\n");
  const Finished missing = place_.morula({"membrane", "expand", "nowhere.pli"});
  EXPECT_EQ(missing.code, 2);
  EXPECT_EQ(missing.err, "nowhere.pli: No such file or directory\n");
  place_.write("bad.pli", "def main() { @mu = []'1; [a --> b }\n");
  const Finished bad = place_.morula({"membrane", "expand", "bad.pli"});
  EXPECT_EQ(bad.code, 2);
  EXPECT_TRUE(bad.err.starts_with("bad.pli:1:")) << bad.err;
}

}  // namespace
}  // namespace morula::test
