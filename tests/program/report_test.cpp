// morula report and morula movie from the user's side.
#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <tuple>

#include "tests/program/workplace.h"

namespace morula::test {
namespace {

namespace fs = std::filesystem;

class Report : public testing::Test {
 protected:
  void SetUp() override {
    place_.write("game.yaml",
                 "# A <small> game\nmodel: interaction\nseed: 3\nsteps: 60\nlattice: {size: [33, 47]}\n"
                 "interaction:\n  species: [red, blue, yellow]\n  preys: cyclic\n"
                 "  rates: {mobility: 0.5, reproduction: 0.25, predation: 0.25}\n"
                 "initial: {fractions: equal}\noutput: {series: {every: 5}, frames: {every: 20}}\n");
    place_.must({"run", "game.yaml", "--out", "out", "--quiet", "--backend", "cpu"});
  }
  Workplace place_;
};

TEST_F(Report, OfARunIsOnePageWithEverythingInIt) {
  const Finished done = place_.must({"report", "out"});
  EXPECT_TRUE(done.out.starts_with("wrote out/report.html (")) << done.out;
  const std::string page = contents(place_ / "out/report.html");
  for (const std::string part : {"<title>out</title>", "default-src 'none'", "data:image/png;base64,",
                                 ">red</text>", "\"name\":\"yellow\"", "A &lt;small&gt; game", "step 60",
                                 "morula run model.yaml", "download=\"series.csv\""})
    EXPECT_NE(page.find(part), std::string::npos) << part;
  EXPECT_NE(page.find(hash_of(place_ / "out")), std::string::npos);
  EXPECT_LT(page.size(), 5'000'000u);
  EXPECT_EQ(page.find("src=\"http"), std::string::npos);
  const Finished again = place_.morula({"report", "out"});
  EXPECT_EQ(again.code, 2);
  EXPECT_EQ(again.err, "out/report.html: exists already; choose another --out, or --force\n");
  place_.must({"report", "out", "--force"});
}

// The results of each family, and the keys of its model file, with links to their meaning.
TEST_F(Report, OfEachFamilyHasItsOwnResults) {
  const std::vector<std::tuple<std::string, std::string, std::vector<std::string>>> cases = {
      {"spiral-wave", "40", {"state/all.xdmf", "href=\"#key-automaton.tissue.stimuli\">stimuli</a>"}},
      {"five-species", "20", {">lizard</text>", "<dt id=\"key-interaction.preys\">"}},
      {"cell-sorting", "20", {"cells/000000020.csv, the last of 2", "<th>contact_medium</th>"}},
      {"dividing-cells", "20", {">simulated</text>", "procell_distance", "generations.csv"}},
      {"satisfiability", "100", {"tree/000000041.svg", "<a href=\"trace.txt\">", "It reads "}}};
  for (const auto& [name, steps, parts] : cases) {
    place_.must({"run", MORULA_SOURCE_DIR "/examples/" + name + ".yaml", "--steps", steps, "--out", name,
                 "--quiet", "--backend", "cpu"});
    place_.must({"report", name});
    const std::string page = contents(place_ / (name + "/report.html"));
    for (const std::string& part : parts)
      EXPECT_NE(page.find(part), std::string::npos) << name << ": " << part;
    EXPECT_LT(page.size(), 5'000'000u);
  }
}

TEST_F(Report, NeedsNoFileButThoseOfTheRun) {
  for (const char* name : {"dividing-cells.yaml", "dividing-cells.txt", "dividing-cells-later.txt"})
    fs::copy(fs::path(MORULA_SOURCE_DIR) / "examples" / name, place_ / name);
  place_.must({"run", "dividing-cells.yaml", "--out", "cells", "--quiet", "--backend", "cpu"});
  fs::remove(place_ / "dividing-cells.txt");
  fs::rename(place_ / "cells", place_ / "moved");
  place_.must({"report", "moved"});
  EXPECT_NE(contents(place_ / "moved/report.html").find(">quiescent</text>"), std::string::npos);
}

TEST_F(Report, OfManyFiguresLinksThoseThatDoNotFit) {
  fs::create_directory(place_ / "many");
  place_.write("many/summary.json", "{}");
  for (int i = 10; i < 40; ++i)
    place_.write(
        "many/figure-" + std::to_string(i) + ".svg",
        "<svg xmlns=\"http://www.w3.org/2000/svg\"><!--" + std::string(250'000, '-') + "--></svg>\n");
  place_.must({"report", "many"});
  const std::string page = contents(place_ / "many/report.html");
  EXPECT_LT(page.size(), 5'000'000u);
  EXPECT_NE(page.find("<a href=\"figure-39.svg\">figure-39.svg</a> (beside this page)"), std::string::npos);
}

// In a browser, if there is one: the security policy of the report lets its own script run, which marks the
// panels.
TEST_F(Report, ItsScriptRunsInABrowser) {
  if (std::system("chromium --version >/dev/null 2>&1") != 0) GTEST_SKIP() << "chromium is not installed";
  place_.must({"report", "out"});
  const std::string page = (place_ / "out/report.html").string(), shown = (place_ / "seen.html").string();
  ASSERT_EQ(std::system(("timeout 60 chromium --headless=new --no-sandbox --disable-gpu --dump-dom 'file://" +
                         page + "' > '" + shown + "' 2>/dev/null")
                            .c_str()),
            0);
  EXPECT_NE(contents(shown).find("stroke=\"#888888\""), std::string::npos);
}

// A script of the test acts in place of the reader's pointer. The policy, which would forbid it, is removed.
TEST_F(Report, ValuesAreShownUnderThePointer) {
  if (std::system("chromium --version >/dev/null 2>&1") != 0) GTEST_SKIP() << "chromium is not installed";
  place_.must({"report", "out"});
  std::string text = contents(place_ / "out/report.html");
  const std::string policy = "http-equiv=\"Content-Security-Policy\"";
  text.replace(text.find(policy), policy.size(), "name=\"policy\"");
  text.insert(text.find("</body>"),
              "<script>const p = document.querySelector('svg[data-from]'), b = p.viewBox.baseVal;"
              "p.ownerSVGElement.scrollIntoView();"
              "const at = new DOMPoint(b.x + b.width - 1, b.y + 3).matrixTransform("
              "p.ownerSVGElement.getScreenCTM());"
              "document.elementFromPoint(at.x, at.y).dispatchEvent(new PointerEvent('pointermove', "
              "{clientX: at.x, clientY: at.y, bubbles: true}));</script>");
  const std::string page = place_.write("page.html", text).string(), shown = (place_ / "seen.html").string();
  ASSERT_EQ(std::system(("timeout 60 chromium --headless=new --no-sandbox --disable-gpu --dump-dom 'file://" +
                         page + "' > '" + shown + "' 2>/dev/null")
                            .c_str()),
            0);
  EXPECT_NE(contents(shown).find("<p class=\"values\">time (generations) 60: red "), std::string::npos);
}

class FitReports : public Report {
 protected:
  void SetUp() override {
    for (const char* name : {"dividing-cells.yaml", "dividing-cells.txt", "dividing-cells-later.txt"})
      fs::copy(fs::path(MORULA_SOURCE_DIR) / "examples" / name, place_ / name);
  }
  void fit(const Words& models, const std::string& out, const std::string& bootstrap) {
    place_.must(Words{"fit"} + models +
                Words{"--iterations", "2", "--particles", "5", "--bootstrap", bootstrap, "--out", out,
                      "--backend", "cpu"});
  }
};

TEST_F(FitReports, OfAFitHasItsParametersAsATable) {
  fit({"dividing-cells.yaml"}, "fit", "0");
  place_.must({"report", "fit"});
  const std::string page = contents(place_ / "fit/report.html");
  for (const std::string part :
       {"<h3>parameters</h3>", "<td>slow.mean</td>", "morula fit", "fitted.yaml", "<th>version</th>",
        "download=\"histogram.csv\"", "href=\"#key-proliferation.types.division\"",
        "download=\"convergence.csv\""})
    EXPECT_NE(page.find(part), std::string::npos) << part;
}

TEST_F(FitReports, HaveTheShareOfEachTypeAndItsInterval) {
  fit({"dividing-cells.yaml"}, "fit", "39");
  place_.must({"report", "fit"});
  const std::string page = contents(place_ / "fit/report.html");
  EXPECT_NE(page.find("<th>share of the initial cells</th>"), std::string::npos);
  EXPECT_NE(page.find("95 % bootstrap intervals"), std::string::npos);
  const io::Json fitted = io::Json::parse(contents(place_ / "fit/fit.json"));
  const io::Json& share = fitted.at("parameters").at(0);
  ASSERT_EQ(share.at("name"), "quiescent.proportion");
  const std::string shown =
      fmt::format("{:.4g} ({:.4g} … {:.4g})", share.at("value").get<double>(),
                  share.at("interval").at(0).get<double>(), share.at("interval").at(1).get<double>());
  EXPECT_NE(page.find(shown), std::string::npos) << shown;
}

TEST_F(FitReports, OfAComparisonRanksTheModelsAndShowsEach) {
  std::string text = contents(place_ / "dividing-cells.yaml");
  place_.write("other.yaml", text);
  fit({"dividing-cells.yaml", "other.yaml"}, "fits", "0");
  place_.must({"report", "fits"});
  const std::string page = contents(place_ / "fits/report.html");
  for (const std::string part : {"<th>AIC above the lowest</th>", "<h2>dividing-cells</h2>", "<h2>other</h2>",
                                 "2 models, fitted", "<td>quiescent</td>", "download=\"models.csv\""})
    EXPECT_NE(page.find(part), std::string::npos) << part;
  fs::remove(place_ / "fits/other/fit.json");
  EXPECT_EQ(place_.morula({"report", "fits", "--force"}).err,
            "morula: fits/other/fit.json: is missing, though models.csv names this fit\n");
}

TEST_F(Report, OfAnotherFolderIsRefused) {
  fs::create_directory(place_ / "mine");
  const Finished refused = place_.morula({"report", "mine"});
  EXPECT_EQ(refused.code, 2);
  EXPECT_EQ(refused.err,
            "mine: is not a folder of results: it has no manifest.json, sweep.json, fit.json, models.csv or "
            "summary.json\n");
}

TEST_F(Report, OfDamagedResultsNamesTheFile) {
  for (const std::string name : {"sweep.json", "fit.json", "summary.json"}) {
    fs::remove_all(place_ / "results");
    fs::create_directory(place_ / "results");
    place_.write("results/" + name, "{\"keys\": [");
    const Finished refused = place_.morula({"report", "results"});
    EXPECT_EQ(refused.code, 1);
    EXPECT_TRUE(refused.err.starts_with("morula: results/" + name + ": is damaged: not valid JSON at line 1"))
        << refused.err;
  }
}

TEST_F(Report, DoesNotOverwriteAnotherFile) {
  place_.write("mine.html", "mine");
  EXPECT_EQ(place_.morula({"report", "out", "--out", "mine.html"}).code, 2);
  EXPECT_EQ(contents(place_ / "mine.html"), "mine");
  place_.must({"report", "out", "--out", "mine.html", "--force"});
}

using Movie = Report;

TEST_F(Movie, WithoutFfmpegSaysHowToGetIt) {
  Command command = place_.command({"movie", "out"});
  command.before_exec = [] { setenv("PATH", "/nowhere", 1); };
  const Finished refused = Process(command).wait();
  EXPECT_EQ(refused.code, 1);
  EXPECT_EQ(refused.err,
            "morula: ffmpeg is not installed, and .mp4 films need it: apt install ffmpeg, or brew install "
            "ffmpeg; a GIF needs none: --out movie.gif\n");
}

TEST_F(Movie, IsMadeOfTheFrames) {
  if (std::system("ffmpeg -version >/dev/null 2>&1") != 0) GTEST_SKIP() << "ffmpeg is not installed";
  for (const Words& words : {Words{"movie", "out"}, Words{"movie", "out", "--out", "a.webm", "--fps", "5"},
                             Words{"movie", "out", "--step", "--legend", "--out", "b.mp4"}})
    place_.must(words);
  for (const char* film : {"out/movie.mp4", "a.webm", "b.mp4"})
    EXPECT_GT(fs::file_size(place_ / film), 500u) << film;
  EXPECT_EQ(place_.morula({"movie", "out"}).err,
            "out/movie.mp4: exists already; choose another --out, or --force\n");
  place_.must({"movie", "out", "--force"});
}

// The output of ffprobe for a film: rate, frames and seconds.
std::string described(const fs::path& film) {
  const std::string command =
      "ffprobe -v error -count_frames -show_entries stream=r_frame_rate,nb_read_frames:format=duration "
      "-of csv=p=0 '" +
      film.string() + '\'';
  std::unique_ptr<FILE, int (*)(FILE*)> output(popen(command.c_str(), "r"), pclose);
  std::string text;
  for (int c = std::fgetc(output.get()); c != EOF; c = std::fgetc(output.get()))
    text += c == '\n' ? ' ' : static_cast<char>(c);
  return text;
}

TEST_F(Movie, HasNoPicturesOfTheUsers) {
  if (std::system("ffprobe -version >/dev/null 2>&1") != 0) GTEST_SKIP() << "ffprobe is not installed";
  fs::copy(place_ / "out/frames/000000060.png", place_ / "out/frames/mine.png");
  place_.must({"movie", "out", "--fps", "5"});
  place_.must({"movie", "out", "--fps", "5", "--out", "a.webm"});
  EXPECT_EQ(described(place_ / "out/movie.mp4"), "5/1,4 0.800000 ");
  EXPECT_EQ(described(place_ / "a.webm"), "5/1,4 0.800000 ");
}

TEST_F(Movie, OfARunWithoutFramesIsRefused) {
  fs::remove_all(place_ / "out/frames");
  const Finished refused = place_.morula({"movie", "out"});
  EXPECT_EQ(refused.code, 2);
  EXPECT_EQ(refused.err, "out: has no frames/*.png; run the model with output.frames: {every: …}\n");
}

// A GIF needs no external program.
TEST_F(Movie, IsAGifWithoutFfmpeg) {
  Command command = place_.command({"movie", "out", "--step", "--out", "a.gif"});
  command.before_exec = [] { setenv("PATH", "/nowhere", 1); };
  EXPECT_EQ(Process(command).wait().code, 0);
  EXPECT_TRUE(contents(place_ / "a.gif").starts_with("GIF89a"));
  EXPECT_EQ(place_.morula({"movie", "out", "--out", "b.avi"}).err,
            "b.avi: must end with .mp4, .webm or .gif\n");
}

TEST_F(Movie, OrbitsNothingFlat) {
  const Finished refused = place_.morula({"movie", "out", "--orbit", "90", "--out", "a.gif"});
  EXPECT_EQ(refused.code, 2);
  EXPECT_EQ(refused.err,
            "out: cannot be shown with --orbit, which needs a 3D lattice and view: volume; add --camera "
            "1.2,-2,1\n");
}

}  // namespace
}  // namespace morula::test
