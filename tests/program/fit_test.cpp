// morula fit: the same files on every processor, a model file that runs, and one-line messages for unusable
// input.
#include <signal.h>
#include <sys/resource.h>

#include <thread>

#include "io/json.h"
#include "tests/program/processors.h"

namespace morula::test {
namespace {

namespace fs = std::filesystem;

const std::string two_types =
    "model: proliferation\nseed: 3\nproliferation:\n  population: [[400, 60], [480, 110], [600, 90], [710, "
    "40]]\n"
    "  until: 100\n  minimum_fluorescence: 8\n  start: synchronous\n  types:\n"
    "    - {name: still, proportion: 0.3}\n"
    "    - {name: fast, proportion: 0.7, division: {mean: 30, sd: 6}}\n"
    "output: {histogram: true}\n";
const std::string measured =
    "# fluorescence count\n30 40\n37 61\n45 80\n50 45\n60 75\n75 160\n88 120\n120 60\n150 31\n400 20\n600 "
    "30\n";

class FitCommand : public testing::Test {
 protected:
  FitCommand() {
    place_.write("model.yaml", two_types);
    place_.write("data.txt", measured);
  }
  io::Json fit_in(const std::string& folder) const {
    io::Json json = io::Json::parse(contents(place_ / (folder + "/fit.json")));
    for (const char* key : {"backend", "device", "seconds"}) json.erase(key);
    return json;
  }
  Workplace place_;
  const Words quick_ = {"fit",          "model.yaml", "--target",  "data.txt", "--particles", "8",
                        "--iterations", "6",          "--repeats", "2",        "--bootstrap", "40"};
};

TEST_F(FitCommand, EveryProcessorFindsTheSame) {
  for (const std::string method : {"expectation", "simulate"})
    for (const Processor& processor : every_processor()) {
      const std::string out = method + "-" + processor.name, first = method + "-cpu-1";
      const Finished done = place_.must(quick_ + Words{"--method", method, "--out", out} + processor.options);
      EXPECT_TRUE(done.out.ends_with(
          "in " + out +
          "/: fitted.yaml convergence.csv convergence.svg histogram.csv histogram.svg fit.json\n"))
          << done.out;
      EXPECT_EQ(fit_in(out), fit_in(first));
      for (const char* name :
           {"fitted.yaml", "convergence.csv", "convergence.svg", "histogram.csv", "histogram.svg"})
        EXPECT_EQ(contents(place_ / out / name), contents(place_ / first / name)) << name;
    }
  EXPECT_EQ(fit_in("expectation-cpu-1").at("parameters").size(), 4u);
  EXPECT_TRUE(
      contents(place_ / "simulate-cpu-1/convergence.csv").starts_with("iteration,repeat_0,repeat_1\n1,"));
}

TEST_F(FitCommand, LeavesAModelFileThatRuns) {
  fs::create_directory(place_ / "models");
  fs::rename(place_ / "model.yaml", place_ / "models/model.yaml");
  place_.must({"fit", "models/model.yaml", "--target", "data.txt", "--particles", "8", "--iterations", "6",
               "--bootstrap", "0", "--out", "there/deeper", "--seed", "9", "--backend", "cpu"});
  place_.must({"run", "there/deeper/fitted.yaml", "--out", "run", "--backend", "cpu"});
  const auto score = io::Json::parse(contents(place_ / "run/score.json"));
  const auto fit = fit_in("there/deeper");
  EXPECT_EQ(score.at("hellinger"), fit.at("hellinger_simulated"));
  EXPECT_EQ(fit.at("seed"), 9);
  EXPECT_TRUE(fit.at("parameters").at(0).at("interval").is_null());
  place_.must(
      {"run", "there/deeper/fitted.yaml", "--out", "means", "--set", "proliferation.method=expectation"});
  EXPECT_NEAR(io::Json::parse(contents(place_ / "means/score.json")).at("hellinger").get<double>(),
              fit.at("hellinger").get<double>(), 1e-12);
}

TEST_F(FitCommand, IsTriedOnAnotherTime) {
  const Finished done = place_.must(
      quick_ + Words{"--validate", "data.txt", "--until", "100", "--out", "a", "--backend", "cpu"});
  EXPECT_NE(done.out.find("\nvalidation: "), std::string::npos) << done.out;
  const auto fit = fit_in("a");
  EXPECT_EQ(fit.at("validation").at("hellinger"), fit.at("hellinger"))
      << "at the same time and with the same data, the distance is the same";
  EXPECT_TRUE(fs::exists(place_ / "a/validation.svg"));
  EXPECT_TRUE(contents(place_ / "a/validation.csv").starts_with("from,to,measured,fitted\n"));
  place_.must(quick_ + Words{"--validate", "data.txt", "--until", "70", "--minimum", "20", "--out", "b",
                             "--backend", "cpu"});
  EXPECT_NE(fit_in("b").at("validation").at("hellinger"), fit.at("hellinger"));
  EXPECT_EQ(fit_in("b").at("parameters"), fit.at("parameters"));
}

TEST_F(FitCommand, ComparesModels) {
  std::string single_type = two_types;
  single_type.replace(single_type.find("    - {name: still, proportion: 0.3}\n"), 37, "");
  single_type.replace(single_type.find("0.7"), 3, "1");
  place_.write("one.yaml", single_type);
  const Words words = {"fit",         "model.yaml", "one.yaml",     "--target",  "data.txt",
                       "--particles", "20",         "--iterations", "20",        "--bootstrap",
                       "0",           "--out",      "both",         "--backend", "cpu"};
  place_.must(words);
  const std::string table = contents(place_ / "both/models.csv");
  EXPECT_TRUE(table.starts_with("model,aic,free_parameters,log_likelihood,hellinger\nmodel,")) << table;
  EXPECT_NE(table.find("\none,"), std::string::npos) << table;
  EXPECT_LT(fit_in("both/model").at("aic").get<double>(), fit_in("both/one").at("aic").get<double>())
      << "two types must fit better, since some of the cells are bright";
  const Finished refused = place_.morula(words);
  EXPECT_EQ(refused.code, 2);
  EXPECT_EQ(refused.err, "both/model/fitted.yaml: exists already; choose another --out, or --force\n");
  place_.must(words + Words{"--force"});
}

// With fewer and wider bins, any model has a smaller AIC: fits can be compared only over the same bins of the
// same cells.
TEST_F(FitCommand, RefusesToCompareOverOtherBinsOrTargets) {
  std::string dimmer = two_types;
  dimmer.replace(dimmer.find("minimum_fluorescence: 8"), 23, "minimum_fluorescence: 80");
  place_.write("dimmer.yaml", dimmer);
  const Words words = {"--particles", "8",     "--iterations", "2",         "--bootstrap",
                       "0",           "--out", "both",         "--backend", "cpu"};
  const Finished bins =
      place_.morula(Words{"fit", "model.yaml", "dimmer.yaml", "--target", "data.txt"} + words);
  EXPECT_EQ(bins.code, 2);
  EXPECT_EQ(bins.err,
            "dimmer.yaml: proliferation.target: is counted in 100 bins from 10 to 1000, "
            "and in 100 bins from 1 to 1000 for model.yaml; AIC compares models only over the same bins: "
            "write the same 'bins', 'from' and 'to' below 'target' of both\n");
  EXPECT_FALSE(fs::exists(place_ / "both"));
  place_.must(Words{"fit", "model.yaml", "dimmer.yaml", "--target", "data.txt", "--set",
                    "proliferation.target.from=1"} +
              words);

  std::string fewer = two_types;
  fewer.replace(fewer.find("  until"), 7, "  target: [[30, 40], [600, 30]]\n  until");
  place_.write("fewer.yaml", fewer);
  std::string model_with_target = two_types;
  model_with_target.replace(model_with_target.find("  until"), 7, "  target: [[30, 40], [600, 31]]\n  until");
  place_.write("more.yaml", model_with_target);
  const Finished targets = place_.morula(Words{"fit", "fewer.yaml", "more.yaml"} + words + Words{"--force"});
  EXPECT_EQ(targets.code, 2);
  EXPECT_TRUE(targets.err.starts_with(
      "more.yaml:5:11: proliferation.target: is not the histogram that fewer.yaml is fitted to"))
      << targets.err;
}

TEST_F(FitCommand, ForceReplacesFitsAlone) {
  fs::create_directory(place_ / "mine");
  const Words forced = quick_ + Words{"--out", "mine", "--force"};
  for (const char* name : {"request.json", "fit.json", "histogram.csv", "fit.journal"}) {
    for (const std::string text : {"{\"x\": 1}", "{\"version\": \"2.1\"}", "[]", "", "not JSON"}) {
      place_.write(std::string("mine/") + name, text);
      const Finished refused = place_.morula(forced);
      EXPECT_EQ(refused.code, 2) << name;
      EXPECT_NE(refused.err.find("choose another --out"), std::string::npos) << refused.err;
      EXPECT_EQ(contents(place_ / "mine" / name), text) << name;
    }
    fs::remove(place_ / "mine" / name);
  }
  place_.write("mine/thesis.txt", "chapter 1");
  place_.must(quick_ + Words{"--out", "mine"});
  place_.must(forced);
  EXPECT_EQ(contents(place_ / "mine/thesis.txt"), "chapter 1");
}

TEST_F(FitCommand, ForceReplacesNoFilesBesideAnInterruptedFitOfAnotherModel) {
  for (const char* name : {"more.yaml", "less.yaml"}) place_.write(name, two_types);
  fs::create_directories(place_ / "out/more");
  place_.write("out/request.json", R"({"version": "0", "inputs": "", "files": ["model.yaml"]})");
  place_.write("out/more/histogram.csv", "mine");
  Words both = quick_ + Words{"--out", "out", "--force"};
  both[1] = "more.yaml";
  both.insert(both.begin() + 2, "less.yaml");
  const Finished refused = place_.morula(both);
  EXPECT_EQ(refused.code, 2);
  EXPECT_TRUE(refused.err.starts_with("out/more/histogram.csv: has no fit.json")) << refused.err;
  fs::remove(place_ / "out/more/histogram.csv");
  place_.write("out/models.csv", "mine");
  EXPECT_TRUE(place_.morula(both).err.starts_with("out/models.csv: has no folder of a fit"));
  EXPECT_EQ(contents(place_ / "out/models.csv"), "mine");
  fs::remove(place_ / "out/models.csv");
  place_.must(both);
  both[1] = "model.yaml";  // another comparison in the same folder
  place_.must(both);
}

TEST_F(FitCommand, TheRemedyForADamagedRequestWorks) {
  fs::create_directory(place_ / "out");
  for (const char* name : {"request.json", "fit.journal"}) place_.write(std::string("out/") + name, "{\"");
  const Finished damaged = place_.morula({"fit", "--resume", "out"});
  EXPECT_NE(damaged.err.find("is damaged; remove it and fit.journal, and start the fit again"),
            std::string::npos)
      << damaged.err;
  for (const char* name : {"request.json", "fit.journal"}) fs::remove(place_ / "out" / name);
  place_.must(quick_ + Words{"--out", "out"});
}

// A fit that is killed and interrupted continues from its files, and leaves the same files as a fit without
// interruptions.
TEST_F(FitCommand, GoesOnAfterInterruptions) {
  const Words longer = {"fit",         "model.yaml",   "--target",  "data.txt",  "--particles",
                        "30",          "--iterations", "60",        "--repeats", "3",
                        "--bootstrap", "200",          "--backend", "cpu"};
  place_.must(longer + Words{"--out", "whole"});
  const auto scores = [&] { return lines_in(place_ / "broken/fit.journal"); };
  int interrupted = 0;
  for (int i = 0; i < 5; ++i) {
    const bool goes_on = fs::exists(place_ / "broken/request.json");
    Process process(place_.command(goes_on ? Words{"fit", "--resume", "broken", "--backend", "cpu"}
                                           : longer + Words{"--out", "broken", "--force"}));
    const int signal = i % 2 == 0 ? SIGKILL : SIGINT;
    const auto enough = scores() + 20;
    while (process.running() && (scores() < enough || (signal == SIGINT && !process.handles(SIGINT))))
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    interrupted += process.running() ? 1 : 0;
    process.send(signal);
    const Finished stopped = process.wait();
    if (signal == SIGINT && stopped.code == 0 && fs::exists(place_ / "broken/request.json")) {
      EXPECT_EQ(stopped.out, "stopped; go on with: morula fit --resume broken\n");
    }
  }
  EXPECT_GE(interrupted, 2);
  if (fs::exists(place_ / "broken/request.json")) {
    EXPECT_NE(
        place_.morula({"fit", "--resume", "broken", "--seed", "4"}).err.find("with which the fit was begun"),
        std::string::npos);
    const Finished refused = place_.morula(longer + Words{"--out", "broken"});
    EXPECT_EQ(refused.code, 2);
    EXPECT_NE(refused.err.find("go on with 'morula fit --resume broken'"), std::string::npos) << refused.err;
    place_.must({"fit", "--resume", "broken", "--backend", "cpu", "--threads", "1"});
  }
  EXPECT_EQ(fit_in("broken"), fit_in("whole"));
  for (const char* name : {"fitted.yaml", "convergence.csv", "convergence.svg", "histogram.svg"})
    EXPECT_EQ(contents(place_ / "broken" / name), contents(place_ / "whole" / name)) << name;
  EXPECT_FALSE(fs::exists(place_ / "broken/fit.journal"));
  EXPECT_EQ(place_.morula({"fit", "--resume", "broken"}).err, "broken: holds a fit that is done\n");
}

TEST_F(FitCommand, LosesNoJournalWhenANewFitCannotBeWritten) {
  fs::create_directory(place_ / "out");
  const std::map<std::string, std::string> begun = {{"request.json", R"({"version": "0", "inputs": ""})"},
                                                    {"fit.journal", "begun"}};
  for (const auto& [name, text] : begun) place_.write("out/" + name, text);
  Command limited = place_.command(quick_ + Words{"--out", "out", "--force", "--backend", "cpu"});
  limited.before_exec = [] {
    const rlimit limit{10, 10};
    setrlimit(RLIMIT_FSIZE, &limit);
  };
  EXPECT_EQ(Process(limited).wait().code, 1);
  for (const auto& [name, text] : begun) EXPECT_EQ(contents(place_ / ("out/" + name)), text);
}

TEST_F(FitCommand, NamesTheOptionThatIsWrong) {
  const Finished missing = place_.morula({"fit", "model.yaml", "--target", "nowhere.txt"});
  EXPECT_EQ(missing.code, 2);
  EXPECT_TRUE(missing.err.starts_with("--target nowhere.txt: ")) << missing.err;
  const Finished channel = place_.morula({"fit", "model.yaml", "--target", "data.txt", "--channel", "\t"});
  EXPECT_EQ(channel.code, 2);
  EXPECT_EQ(channel.err.find("--set"), std::string::npos) << channel.err;
}

struct BadFit {
  std::string name;
  Words words;
  std::string message;
};
void PrintTo(const BadFit& of, std::ostream* out) { *out << of.name; }

class BadFitCommand : public FitCommand, public testing::WithParamInterface<BadFit> {};

TEST_P(BadFitCommand, GetsOneClearLine) {
  place_.write("life.yaml",
               "model: automaton\nsteps: 1\nlattice: {size: [4, 4]}\nautomaton: {rule: B3/S23}\n"
               "initial: {random: {density: 0.5}}\n");
  const Finished refused = place_.morula(Words{"fit"} + GetParam().words + Words{"--out", "out"});
  EXPECT_EQ(refused.code, 2);
  EXPECT_EQ(refused.err, GetParam().message + "\n");
  EXPECT_EQ(refused.out, "");
  EXPECT_FALSE(fs::exists(place_ / "out"));
}

INSTANTIATE_TEST_SUITE_P(
    Of, BadFitCommand,
    testing::Values(
        BadFit{
            "NoTarget",
            {"model.yaml"},
            "model.yaml: proliferation.target: is missing, and there is nothing to fit to; add it, or give "
            "--target FILE"},
        BadFit{
            "NothingToFit",
            {"model.yaml", "--target", "data.txt", "--set", "proliferation.types=[{name: a, proportion: 1}]"},
            "model.yaml: proliferation.types: leave nothing to fit; add a type, a 'division', or wider "
            "ranges below 'fit'"},
        BadFit{"ValidationOfNoTime",
               {"model.yaml", "--target", "data.txt", "--validate", "data.txt"},
               "morula fit: --validate needs --until T, the time at which that file was measured"},
        BadFit{"TimeOfNoValidation",
               {"model.yaml", "--target", "data.txt", "--until", "5"},
               "morula fit: --until and --minimum belong to --validate FILE; add it, or use --set "
               "proliferation.until=…"},
        BadFit{"UpsideDown",
               {"model.yaml", "--target", "data.txt", "--set",
                "proliferation.types=[{name: a, proportion: 1, division: {mean: 30, sd: 5}, fit: {mean: [60, "
                "20]}}]"},
               "--set proliferation.types=[{name: a, proportion: 1, division: {mean: 30, sd: 5}, fit: {mean: "
               "[60, 20]}}]: proliferation.types[0].fit.mean: is [60, 20], upside down; write [20, 60]"},
        BadFit{
            "AnotherFamily",
            {"life.yaml"},
            "life.yaml:1:8: model: is 'automaton'; only models of the family 'proliferation' can be fitted"},
        BadFit{"FewSamples",
               {"model.yaml", "--target", "data.txt", "--bootstrap", "38"},
               "morula fit: --bootstrap is 38; must be 0, or at least 39: fewer samples have no 2.5 % at "
               "either end"},
        BadFit{
            "NoParticles",
            {"model.yaml", "--particles", "0"},
            "morula fit: --particles: is '0'; must be a whole number between 1 and 100000; see 'morula fit "
            "--help'"}),
    [](const auto& of) { return of.param.name; });

}  // namespace
}  // namespace morula::test
