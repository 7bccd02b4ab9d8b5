// The shipped examples give known results, and users get them complete.
#include "runner/run_files.h"
#include "tests/program/processors.h"

namespace morula::test {
namespace {

namespace fs = std::filesystem;

const fs::path examples = fs::path(MORULA_SOURCE_DIR) / "examples";

class Known : public OnBackend {};

// Conway's R-pentomino settles at generation 1103 with 116 live cells.
TEST_P(Known, RPentominoHas116LiveCellsAtStep1103) {
  place_.must(Words{"run", (examples / "r-pentomino.yaml").string(), "--out", "r", "--quiet"} + options());
  const std::string series = contents(place_ / "r/series.csv");
  EXPECT_TRUE(series.starts_with("step,count_0,count_1\n0,313595,5\n")) << series.substr(0, 80);
  EXPECT_TRUE(series.ends_with("\n1103,313484,116\n")) << series.substr(series.size() - 80);
}

TEST_P(Known, GliderReturnsToItsPlaceAfter160Steps) {
  for (const std::string steps : {"0", "80", "160"})
    place_.must(
        Words{"run", (examples / "glider.yaml").string(), "--steps", steps, "--out", steps, "--quiet"} +
        options());
  EXPECT_EQ(hash_of(place_ / "160"), hash_of(place_ / "0"));
  EXPECT_NE(hash_of(place_ / "80"), hash_of(place_ / "0"));
}

INSTANTIATE_TEST_SUITE_P(On, Known, every_backend(), name_of);

std::vector<std::string> names() {
  std::vector<std::string> found;
  for (const auto& entry : fs::directory_iterator(examples))
    if (entry.path().extension() == ".yaml") found.push_back(entry.path().stem().string());
  return found;
}

TEST(Examples, PassCheck) {
  for (const std::string& name : names()) {
    const Finished checked = Workplace().must({"check", (examples / (name + ".yaml")).string()});
    EXPECT_EQ(checked.err, "");
    EXPECT_NE(checked.out.find("steps"), std::string::npos);
  }
}

TEST(Examples, AreListedByName) {
  const Finished listed = Workplace().must({"examples"});
  for (const std::string& name : names()) EXPECT_NE(listed.out.find(name + " "), std::string::npos) << name;
}

TEST(Examples, AreWrittenAndRun) {
  for (const std::string& name : names()) {
    const Workplace place;
    const std::string model = name + ".yaml";
    const Finished written = place.must({"examples", name});
    EXPECT_TRUE(written.out.ends_with("run it with: morula run " + model + "\n")) << written.out;
    EXPECT_EQ(contents(place / model), contents(examples / model));
    place.must({"run", model, "--steps", "1", "--set", "changes=[]", "--quiet", "--backend", "cpu"});
    const auto manifest = manifest_of(place / ("runs/" + name));
    // Dividing cells have as many steps as there are batches of them, so that a run of one step is not done.
    EXPECT_EQ(manifest.at("status"), manifest.at("model") == "proliferation" ? "stopped" : "done");
    EXPECT_EQ(users_files(place / ("runs/" + name)), std::vector<std::string>()) << "--force must know them";
  }
}

TEST(Examples, ASweepIsWrittenWithItsModel) {
  const Workplace place;
  EXPECT_EQ(place.must({"examples", "extinction"}).out,
            "wrote extinction.yaml\nwrote cyclic.yaml\nrun it with: morula sweep extinction.yaml\n");
  EXPECT_EQ(place.must({"check", "extinction.yaml"}).out,
            "extinction.yaml: a sweep of cyclic.yaml, design grid, 18 points, 1800 runs\n");
  const Finished listed = place.must({"examples"});
  EXPECT_NE(listed.out.find("\nextinction "), std::string::npos) << listed.out;
  EXPECT_NE(listed.out.find("\ncyclic "), std::string::npos) << listed.out;
}

TEST(Examples, OverwriteNothing) {
  const Workplace place;
  place.write("r-pentomino.rle", "mine");
  const Finished refused = place.morula({"examples", "r-pentomino"});
  EXPECT_EQ(refused.code, 2);
  EXPECT_EQ(refused.err, "r-pentomino.rle: exists already; examples overwrite nothing\n");
  EXPECT_EQ(contents(place / "r-pentomino.rle"), "mine");
  EXPECT_FALSE(fs::exists(place / "r-pentomino.yaml"));
}

}  // namespace
}  // namespace morula::test
