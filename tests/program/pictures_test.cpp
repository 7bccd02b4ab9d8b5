// The pictures that a new user sees first are not empty.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <tuple>

#include "io/image.h"
#include "tests/program/workplace.h"

namespace morula::test {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> pictures_of(const fs::path& page) {
  std::vector<fs::path> pictures;
  const std::string text = contents(page);
  for (std::size_t at = text.find("!["); at != std::string::npos; at = text.find("![", at + 1)) {
    const std::size_t begin = text.find("](", at) + 2;
    pictures.push_back(page.parent_path() / text.substr(begin, text.find(')', begin) - begin));
  }
  return pictures;
}

double share_of_the_commonest_colour(const io::Image& image) {
  std::map<std::tuple<int, int, int>, int> counts;
  int most = 0;
  for (const io::Colour& colour : image.pixels)
    most = std::max(most, ++counts[{colour.red, colour.green, colour.blue}]);
  return most / static_cast<double>(image.pixels.size());
}

TEST(Readme, FirstPicturesAreNotAFewPixelsOnABackground) {
  const std::vector<fs::path> pictures = pictures_of(fs::path(MORULA_SOURCE_DIR) / "README.md");
  ASSERT_GE(pictures.size(), 3u);
  for (const fs::path& picture : pictures) {
    ASSERT_TRUE(fs::exists(picture)) << picture;
    if (picture.extension() == ".png") {
      // Most of its box is empty, and so are the corners.
      const bool is_solid = picture.stem() == "scar-reentry";
      EXPECT_LT(share_of_the_commonest_colour(io::read_image(picture)), is_solid ? 0.85 : 0.5) << picture;
    }
  }
}

// As shipped, except for the number of steps: a wave, spirals and bodies appear within a few steps.
TEST(ExamplePictures, AreFilledByWhatTheyShow) {
  const Workplace place;
  for (const auto& [name, steps] : std::map<std::string, std::string>{{"rock-paper-scissors", "200"},
                                                                      {"five-species", "200"},
                                                                      {"spiral-wave", "300"},
                                                                      {"clouds-3d", "20"}}) {
    place.must({"run", MORULA_SOURCE_DIR "/examples/" + name + ".yaml", "--steps", steps, "--out", name,
                "--quiet", "--backend", "cpu"});
    std::string last = "000000000";
    last.replace(last.size() - steps.size(), steps.size(), steps);
    const io::Image image = io::read_image(place / (name + "/frames/" + last + ".png"));
    // A solid seen from an edge leaves the corners of the picture empty.
    const bool is_solid = name.ends_with("3d");
    EXPECT_LT(share_of_the_commonest_colour(image), is_solid ? 0.6 : 0.5) << name;
  }
}

}  // namespace
}  // namespace morula::test
