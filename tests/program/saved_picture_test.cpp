// morula picture, and morula movie --orbit: pictures of a run that has ended.
#include <gtest/gtest.h>

#include "io/image.h"
#include "tests/program/workplace.h"

namespace morula::test {
namespace {

namespace fs = std::filesystem;

class SavedPictures : public testing::Test {
 protected:
  SavedPictures() {
    place_.write("solid.yaml",
                 "model: automaton\nseed: 1\nsteps: 6\nlattice: {size: [20, 14, 10]}\n"
                 "automaton: {rule: \"B5/S4,5\"}\ninitial: {random: {density: 0.2}}\n"
                 "output: {frames: {every: 3, view: volume, size: [120, 90]}, state: {every: 3}}\n");
    place_.must({"run", "solid.yaml", "--out", "out", "--quiet", "--backend", "cpu"});
  }
  Workplace place_;
};

// The pictures drawn during the run are drawn again, byte for byte.
TEST_F(SavedPictures, AreThoseOfTheRun) {
  for (const std::string step : {"0", "3", "6"}) {
    place_.must({"picture", "out", "--step", step, "--out", step + ".png", "--backend", "cpu"});
    EXPECT_EQ(contents(place_ / (step + ".png")), contents(place_ / ("out/frames/00000000" + step + ".png")));
  }
}

TEST_F(SavedPictures, AreOfTheLastStateUnlessSaid) {
  place_.must({"picture", "out", "--backend", "cpu"});
  EXPECT_EQ(contents(place_ / "out/picture-000000006.png"), contents(place_ / "out/frames/000000006.png"));
  EXPECT_EQ(place_.morula({"picture", "out", "--backend", "cpu"}).err,
            "out/picture-000000006.png: exists already; choose another --out, or --force\n");
}

TEST_F(SavedPictures, AreDrawnFromAnotherSide) {
  place_.must({"picture", "out", "--camera", "-1,0.5,2", "--set", "output.frames.cut={z: [0, 4]}", "--out",
               "a.png", "--backend", "cpu"});
  const io::Image image = io::read_image(place_ / "a.png");
  EXPECT_EQ(image.width, 120u);
  EXPECT_NE(contents(place_ / "a.png"), contents(place_ / "out/frames/000000006.png"));
}

TEST_F(SavedPictures, OfASliceBecomeAVolumeWithACamera) {
  place_.must({"run", "solid.yaml", "--set", "output.frames={every: 3, view: slice, scale: 4}", "--out",
               "flat", "--quiet", "--backend", "cpu"});
  place_.must({"picture", "flat", "--out", "slice.png", "--backend", "cpu"});
  EXPECT_EQ(io::read_image(place_ / "slice.png").width, 80u);
  place_.must({"picture", "flat", "--camera", "1,1,1", "--out", "solid.png", "--backend", "cpu"});
  EXPECT_EQ(io::read_image(place_ / "solid.png").width, 800u);
}

TEST_F(SavedPictures, OfARunWithADamagedManifestNameIt) {
  place_.write("out/manifest.json", "{\"version\": ");
  const Finished refused = place_.morula({"picture", "out", "--backend", "cpu"});
  EXPECT_EQ(refused.code, 1);
  EXPECT_EQ(
      refused.err,
      "morula: out/manifest.json: is damaged: not valid JSON at line 1, column 13; put back a copy of it, "
      "or run its model again: morula run out/model.yaml --out DIR\n");
  fs::remove(place_ / "out/manifest.json");
  EXPECT_EQ(place_.morula({"picture", "out", "--backend", "cpu"}).err,
            "out: is not a run directory: it has no manifest.json\n");
}

// The report of a solid shows its frames, and its last state from eight directions.
TEST_F(SavedPictures, AreInTheReportFromAllSides) {
  const auto labels = [&](const std::string& run) {
    place_.must({"report", run});
    const std::string page = contents(place_ / run / "report.html");
    return std::pair(page.find("\"label\":\"step 6\"") != std::string::npos,
                     page.find("\"label\":\"315°\"") != std::string::npos);
  };
  EXPECT_EQ(labels("out"), std::pair(true, true));
  place_.must({"run", "solid.yaml", "--set", "output.frames={every: 3, view: slice}", "--out", "flat",
               "--quiet", "--backend", "cpu"});
  EXPECT_EQ(labels("flat"), std::pair(true, false));
}

TEST_F(SavedPictures, AreRefusedWhereNothingWasSaved) {
  EXPECT_EQ(place_.morula({"picture", "out", "--step", "4"}).err,
            "out: has no state of step 4; its checkpoint is of step 6, and it has 0, 3, 6\n");
  EXPECT_EQ(place_.morula({"picture", "nowhere"}).err,
            "nowhere: is not a run directory: it has no manifest.json\n");
  const Finished wrong = place_.morula({"picture", "out", "--camera", "0,0,1"});
  EXPECT_EQ(wrong.code, 2);
  EXPECT_NE(wrong.err.find("lies along 'up'"), std::string::npos) << wrong.err;
}

TEST_F(SavedPictures, GoRoundTheLattice) {
  place_.must(
      {"movie", "out", "--orbit", "360", "--orbit-frames", "4", "--out", "a.gif", "--backend", "cpu"});
  const std::string film = contents(place_ / "a.gif");
  EXPECT_TRUE(film.starts_with("GIF89a"));
  std::size_t frames = 0;
  for (std::size_t at = film.find("\x21\xF9\x04"); at != std::string::npos;
       at = film.find("\x21\xF9\x04", at + 1))
    ++frames;
  EXPECT_GE(frames, 4u);
}

}  // namespace
}  // namespace morula::test
