#include "models/picture/picture_foot.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "fake_model.h"
#include "models/picture/canvas.h"
#include "models/picture/picture.h"

namespace morula::test {
namespace {

TEST(PictureFoot, HasBarsOfRoundLengths) {
  for (const auto& [longest, length] : std::vector<std::pair<double, double>>{
           {1, 1}, {1.9, 1}, {2, 2}, {4.9, 2}, {5, 5}, {9.9, 5}, {10, 10}, {137, 100}, {0.3, 0.2}})
    EXPECT_DOUBLE_EQ(round_length(longest), length) << longest;
}

// The length of the longest run of dark pixels in a row.
std::uint32_t longest_line(io::Image image, std::uint32_t from_row) {
  std::uint32_t longest = 0;
  for (std::uint32_t y = from_row; y < image.height; ++y)
    for (std::uint32_t x = 0, run = 0; x < image.width; ++x) {
      run = image.at(x, y).red < 100 ? run + 1 : 0;
      longest = std::max(longest, run);
    }
  return longest;
}

// 40 sites of 10 pixels: a quarter of the picture is 10 sites, which are 20 µm.
TEST(PictureFoot, HasABarOfTheLengthThatItSays) {
  FakeModel model = model_2d(40, 3);
  FramesSpec frames;
  frames.scale = 10;
  const io::Image plain = picture(model, frames);
  frames.scale_bar = ScaleBar{"µm", 2, std::nullopt};
  const io::Image with_bar = picture(model, frames);
  EXPECT_EQ(with_bar.width, plain.width);
  EXPECT_GT(with_bar.height, plain.height);
  EXPECT_TRUE(std::equal(plain.pixels.begin(), plain.pixels.end(), with_bar.pixels.begin()))
      << "nothing is written on the picture";
  EXPECT_NEAR(longest_line(with_bar, plain.height), 100, 3);
  frames.scale_bar->length = 50;
  EXPECT_NEAR(longest_line(picture(model, frames), plain.height), 250, 3);
}

// Views without numbers have no scale; views with numbers have one in every frame, so that all frames of a
// film have the same size.
TEST(PictureFoot, IsThereForNumbers) {
  FakeModel model = model_2d(200, 20);
  model.view.classes = 100;
  model.view.graded = true;
  const io::Image plain = picture(model, {});
  model.view.quantity = "age";
  const io::Image with_numbers = picture(model, {});
  EXPECT_EQ(plain.height, 20u);
  EXPECT_GT(with_numbers.height, plain.height);
}

TEST(PictureFoot, IsWiderThanANarrowPicture) {
  FakeModel model = model_2d(20, 20);
  FramesSpec frames;
  frames.scale_bar = ScaleBar{"micrometres", 0.25, 5};
  EXPECT_GT(picture(model, frames).width, 100u);
}

TEST(Canvas, HasTheLettersOfUnits) {
  for (const char* text :
       {"20 µm", "1.5 mm", "100 nm", "0.2 cm", "sites", "step of activation: 12", "ABC (xyz)"})
    EXPECT_TRUE(undrawable(text).empty()) << undrawable(text);
  EXPECT_EQ(undrawable("20 Å"), "Å");
  EXPECT_LT(text_width("iii", 10), text_width("www", 10));
}

}  // namespace
}  // namespace morula::test
