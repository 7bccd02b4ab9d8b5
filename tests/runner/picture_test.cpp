// Pictures against ones made by hand. In grey, value 0 is white and 1 is black; in okabe-ito, value 1 is
// blue.
#include "runner/picture.h"

#include <gtest/gtest.h>

#include "fake_model.h"

namespace morula::test {
namespace {

// Rows of letters: '.' is white, '#' is black, anything else is wrong.
std::vector<std::string> drawn(const io::Image& image) {
  std::vector<std::string> rows(image.height);
  for (std::size_t i = 0; i < image.pixels.size(); ++i) {
    const io::Colour colour = image.pixels[i];
    rows[i / image.width] += colour == io::Colour{255, 255, 255} ? '.' : colour == io::Colour{} ? '#' : '?';
  }
  return rows;
}

using Rows = std::vector<std::string>;

FramesSpec grey() {
  FramesSpec frames;
  frames.palette = "grey";
  return frames;
}

FramesSpec slice(Axis axis, std::optional<std::uint64_t> at) {
  FramesSpec frames = grey();
  frames.view = FrameView::Slice;
  frames.axis = axis;
  frames.at = at;
  return frames;
}

TEST(Picture, OfAPlaneHasOnePixelPerSite) {
  FakeModel model = flat_model(3, 2, {1, 0, 0, 0, 1, 1});
  EXPECT_EQ(drawn(picture(model, grey())), (Rows{"#..", ".##"}));
}

TEST(Picture, IsMagnifiedByItsScale) {
  FakeModel model = flat_model(2, 2, {1, 0, 0, 1});
  FramesSpec frames = grey();
  frames.scale = 3;
  EXPECT_EQ(drawn(picture(model, frames)),
            (Rows{"###...", "###...", "###...", "...###", "...###", "...###"}));
}

// 3 wide, 2 high, 2 deep. Below, [x, y, z] is 1 at [0, 0, 0], [2, 1, 0], [1, 0, 1], [2, 1, 1].
FakeModel brick() {
  return solid_model({3, 2, 2}, {1, 0, 0, 0, 0, 1,  //
                                 0, 1, 0, 0, 0, 1});
}

TEST(Picture, OfASliceAcrossZShowsXAndY) {
  FakeModel model = brick();
  EXPECT_EQ(drawn(picture(model, slice(Axis::Z, 0))), (Rows{"#..", "..#"}));
  EXPECT_EQ(drawn(picture(model, slice(Axis::Z, 1))), (Rows{".#.", "..#"}));
}

TEST(Picture, OfASliceAcrossYShowsXAndZ) {
  FakeModel model = brick();
  EXPECT_EQ(drawn(picture(model, slice(Axis::Y, 0))), (Rows{"#..", ".#."}));
  EXPECT_EQ(drawn(picture(model, slice(Axis::Y, 1))), (Rows{"..#", "..#"}));
}

TEST(Picture, OfASliceAcrossXShowsYAndZ) {
  FakeModel model = brick();
  EXPECT_EQ(drawn(picture(model, slice(Axis::X, 0))), (Rows{"#.", ".."}));
  EXPECT_EQ(drawn(picture(model, slice(Axis::X, 1))), (Rows{"..", "#."}));
  EXPECT_EQ(drawn(picture(model, slice(Axis::X, 2))), (Rows{".#", ".#"}));
}

TEST(Picture, OfASliceIsInTheMiddleUnlessSaid) {
  FakeModel model = brick();
  EXPECT_EQ(drawn(picture(model, slice(Axis::X, std::nullopt))), drawn(picture(model, slice(Axis::X, 1))));
}

// Three sites deep: light falls to 172/256 at the second and to 88/256 at the third.
TEST(Picture, OfAProjectionShowsTheNearestSiteDarkerWithDepth) {
  FakeModel model = solid_model({4, 1, 3}, {1, 0, 0, 0,  //
                                            0, 1, 0, 0,  //
                                            1, 1, 1, 0});
  FramesSpec frames;
  frames.palette = "okabe-ito";
  const io::Image image = picture(model, frames);
  EXPECT_EQ(image.pixels,
            (std::vector<io::Colour>{{0, 114, 178}, {0, 76, 119}, {0, 39, 61}, {250, 250, 250}}));
}

TEST(Picture, OfAProjectionAlongOtherAxes) {
  FakeModel model = brick();
  FramesSpec frames;
  frames.palette = "okabe-ito";
  const io::Colour near{0, 114, 178}, far{0, 39, 61}, none{250, 250, 250};
  frames.axis = Axis::Y;  // x across, z down
  EXPECT_EQ(picture(model, frames).pixels, (std::vector<io::Colour>{near, none, far, none, near, far}));
  frames.axis = Axis::X;  // y across, z down; three deep
  EXPECT_EQ(picture(model, frames).pixels, (std::vector<io::Colour>{near, far, {0, 76, 119}, far}));
}

TEST(Picture, OfALatticeOneSiteDeepIsNotDarkened) {
  FakeModel model = solid_model({2, 1, 1}, {1, 0});
  FramesSpec frames;
  frames.palette = "okabe-ito";
  EXPECT_EQ(picture(model, frames).pixels, (std::vector<io::Colour>{{0, 114, 178}, {250, 250, 250}}));
}

// Cell numbers are larger than any palette: colours come in turn, and none is the background's.
TEST(Picture, OfLargeValuesTakesColoursInTurn) {
  FakeModel model({"cell", ValueType::U32, {4, 1, 1}, 2}, {0, 1, 4, 0x10000});
  model.shown_values = 4;
  FramesSpec frames;
  frames.palette = "okabe-ito";
  const io::Colour blue{0, 114, 178}, none{250, 250, 250};
  EXPECT_EQ(picture(model, frames).pixels, (std::vector<io::Colour>{none, blue, blue, blue}));
}

TEST(Picture, OfALargeLatticeIsReduced) {
  FakeModel model = flat_model(4096, 2);
  const io::Image image = picture(model, grey());
  EXPECT_EQ(image.width, 2048u);
  EXPECT_EQ(image.height, 1u);
}

}  // namespace
}  // namespace morula::test
