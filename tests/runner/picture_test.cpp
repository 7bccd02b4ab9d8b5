// Pictures compared with pictures made by hand. In grey, value 0 is white and 1 is black; in okabe-ito, value
// 1 is blue.
#include "models/picture/picture.h"

#include <gtest/gtest.h>

#include "fake_model.h"

namespace morula::test {
namespace {

// The picture as rows of letters: '.' is white, '#' is black, any other letter is an error.
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
  FakeModel model = model_2d(3, 2, {1, 0, 0, 0, 1, 1});
  EXPECT_EQ(drawn(picture(model, grey())), (Rows{"#..", ".##"}));
}

TEST(Picture, IsMagnifiedByItsScale) {
  FakeModel model = model_2d(2, 2, {1, 0, 0, 1});
  FramesSpec frames = grey();
  frames.scale = 3;
  EXPECT_EQ(drawn(picture(model, frames)),
            (Rows{"###...", "###...", "###...", "...###", "...###", "...###"}));
}

// A lattice 3 wide, 2 high and 2 deep. The value is 1 at [x, y, z] = [0, 0, 0], [2, 1, 0], [1, 0, 1], [2, 1,
// 1].
FakeModel brick() {
  return model_3d({3, 2, 2}, {1, 0, 0, 0, 0, 1,  //
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

FramesSpec projection(Axis axis) {
  FramesSpec frames;
  frames.palette = "okabe-ito";
  frames.axis = axis;
  return frames;
}

constexpr io::Colour none{250, 250, 250}, blue{0, 114, 178}, orange{230, 159, 0};
using Pixels = std::vector<io::Colour>;

TEST(Picture, OfAProjectionShowsTheNearestSite) {
  FakeModel model = model_3d({2, 1, 3}, {1, 0,  //
                                         2, 0,  //
                                         2, 0});
  model.view.classes = 3;
  EXPECT_EQ(picture(model, projection(Axis::Z)).pixels[1], none);
  const io::Colour seen = picture(model, projection(Axis::Z)).pixels[0];
  EXPECT_EQ(seen.red, 0) << "a shade of blue, not of orange";
}

// A wall that faces the camera keeps its colour in front, 3/4 of its brightness half way and 1/2 at the far
// end.
TEST(Picture, OfAProjectionIsDarkerWithDepth) {
  const std::vector<io::Colour> expected = {blue, {0, 86, 134}, {0, 57, 89}};
  for (Index depth = 0; depth < 3; ++depth) {
    std::vector<std::uint64_t> wall(12);
    std::fill_n(wall.begin() + static_cast<std::ptrdiff_t>(depth * 4), 4, 1);
    FakeModel model = model_3d({2, 2, 3}, wall);
    EXPECT_EQ(picture(model, projection(Axis::Z)).pixels, Pixels(4, expected[depth])) << depth;
  }
}

// Black cannot become darker with distance.
TEST(Picture, OfAProjectionInGreyIsShadedToo) {
  FakeModel model = model_3d({3, 1, 2}, {1, 1, 0,  //
                                         0, 0, 1});
  FramesSpec frames = projection(Axis::Z);
  frames.palette = "grey";
  const Pixels seen = picture(model, frames).pixels;
  EXPECT_GT(seen[0].red, seen[1].red) << "before the drop";
  EXPECT_GT(seen[1].red, seen[2].red) << "and behind it";
  EXPECT_LT(seen[0].red, 255) << "told from the background";
}

TEST(Picture, OfAProjectionIsDarkerWhereItLeansAway) {
  FakeModel model = model_3d({3, 1, 2}, {1, 1, 0,  //
                                         0, 0, 1});
  const Pixels seen = picture(model, projection(Axis::Z)).pixels;
  EXPECT_EQ(seen[0], blue);
  EXPECT_LT(seen[1].blue, blue.blue) << "before the drop";
  EXPECT_EQ(seen[2], (io::Colour{0, 57, 89}));
}

// A glider of ten cells would be a black silhouette if every edge against the background were darkened.
TEST(Picture, OfAProjectionShowsThinBodiesInTheirColour) {
  FakeModel model = model_3d({3, 3, 2}, {0, 0, 0, 0, 1, 0, 0, 0, 0,  //
                                         0, 0, 0, 0, 0, 0, 0, 0, 0});
  EXPECT_GT(picture(model, projection(Axis::Z)).pixels[4].blue, blue.blue / 2);
}

// The wall nearest to the camera, with one site of another kind.
TEST(Picture, OfAProjectionAlongYShowsXAndZ) {
  FakeModel model = model_3d({3, 2, 2}, {1, 1, 1, 0, 0, 0,  //
                                         1, 1, 2, 0, 0, 0});
  model.view.classes = 3;
  EXPECT_EQ(picture(model, projection(Axis::Y)).pixels, (Pixels{blue, blue, blue, blue, blue, orange}));
}

TEST(Picture, OfAProjectionAlongXShowsYAndZ) {
  FakeModel model = model_3d({3, 2, 2}, {1, 0, 0, 2, 0, 0,  //
                                         1, 0, 0, 1, 0, 0});
  model.view.classes = 3;
  EXPECT_EQ(picture(model, projection(Axis::X)).pixels, (Pixels{blue, orange, blue, blue}));
}

TEST(Picture, OfALatticeOneSiteDeepIsNotDarkened) {
  FakeModel model = model_3d({2, 1, 1}, {1, 1});
  EXPECT_EQ(picture(model, projection(Axis::Z)).pixels, (Pixels{blue, blue}));
}

// There are more cells than colours in any palette: the colours are repeated, and none is that of the
// background.
TEST(Picture, OfLargeValuesTakesColoursInTurn) {
  FakeModel model({"cell", ValueType::U32, {4, 1, 1}, 2}, {0, 1, 4, 0x10000});
  model.view.classes = 4;
  EXPECT_EQ(picture(model, projection(Axis::Z)).pixels, (Pixels{none, blue, blue, blue}));
}

constexpr io::Colour red{255, 0, 0}, green{0, 255, 0};

TEST(Picture, OfAModelWithColoursOfItsOwnHasThem) {
  FakeModel model = model_2d(2, 1, {0, 1});
  model.view.colours = {green, red};
  EXPECT_EQ(picture(model, {}).pixels, (Pixels{green, red}));
  EXPECT_EQ(drawn(picture(model, grey())), Rows{".#"}) << "a palette that was asked for comes before them";
}

TEST(Picture, OfAModelWithoutColoursIsInViridis) {
  FakeModel model = model_2d(2, 1, {0, 1});
  EXPECT_EQ(picture(model, {}).pixels, (Pixels{{68, 1, 84}, {253, 231, 37}}));
}

TEST(Picture, TakesTheColoursOfSingleStatesBeforeAnyOther) {
  FakeModel model = model_2d(2, 1, {0, 1});
  model.view.colours = {blue, orange};
  FramesSpec frames;
  frames.colours = {{1, red}};
  EXPECT_EQ(picture(model, frames).pixels, (Pixels{blue, red}));
  frames.palette = "okabe-ito";
  frames.colours = {{0, green}};
  EXPECT_EQ(picture(model, frames).pixels, (Pixels{green, blue}));
}

// Value 1 is transparent in a projection, but visible in a slice.
TEST(Picture, OfAProjectionLooksPastWhatIsUnseen) {
  FakeModel model = model_3d({3, 1, 2}, {1, 2, 1,  //
                                         2, 0, 1});
  model.view.classes = 3;
  model.view.transparent = {true, true, false};
  const Pixels seen = picture(model, projection(Axis::Z)).pixels;
  EXPECT_EQ(seen[0].blue, 0) << "a shade of orange";
  EXPECT_GT(seen[0].red, 0);
  EXPECT_EQ(seen[2], none);
  FramesSpec cut = projection(Axis::Z);
  cut.view = FrameView::Slice;
  cut.at = 0;
  EXPECT_EQ(picture(model, cut).pixels, (Pixels{blue, orange, blue}));
}

// Numbers of cells are shown in the colours of their types.
TEST(Picture, ShowsTheClassOfAValue) {
  FakeModel model({"cell", ValueType::U32, {4, 1, 1}, 2}, {0, 70000, 70001, 3});
  model.view.classes = 3;
  model.class_of = [](std::uint64_t cell) {
    return cell == 0 ? 0u : static_cast<std::uint32_t>(1 + cell % 2);
  };
  EXPECT_EQ(picture(model, projection(Axis::Z)).pixels, (Pixels{none, blue, orange, orange}));
}

TEST(Picture, OfAGradedViewTakesTheLevelsOfThePalette) {
  constexpr io::Colour last{0, 0, 0};  // the eighth of okabe-ito
  FakeModel model({"level", ValueType::U32, {3, 1, 1}, 2}, {0, 1, 8});
  model.view.classes = 9;
  model.view.graded = true;
  EXPECT_EQ(picture(model, projection(Axis::Z)).pixels, (Pixels{none, blue, last}));
}

// A line is drawn along the left or upper edge of a site if the neighbour on that side has another value.
TEST(Picture, DrawsBordersBetweenDifferentValues) {
  FakeModel model({"cell", ValueType::U32, {2, 2, 1}, 2}, {1, 1, 1, 2});
  model.view.borders = true;
  model.view.colours = {{255, 255, 255}, {255, 255, 255}};
  model.class_of = [](std::uint64_t) { return 1u; };
  FramesSpec frames;
  frames.scale = 3;
  EXPECT_EQ(drawn(picture(model, frames)),
            (Rows{"......", "......", "......", "...###", "...#..", "...#.."}));
}

// The numbers are 0, 1, 2, …, each one less than the value of its site: a line is drawn where 2 and 4 begin.
TEST(Picture, DrawsContoursBetweenBandsOfNumbers) {
  FakeModel model = model_2d(6, 2, {1, 2, 3, 4, 5, 6, 1, 2, 3, 3, 3, 3});
  model.view.counts = true;
  model.class_of = [](std::uint64_t) { return 0u; };
  FramesSpec frames = grey();
  frames.scale = 2;
  frames.contours = 2;
  EXPECT_EQ(drawn(picture(model, frames)),
            (Rows{"....#...#...", "....#...#...", "....#...####", "....#......."}));
}

TEST(Picture, OfALargeLatticeIsReduced) {
  FakeModel model = model_2d(4096, 2);
  const io::Image image = picture(model, grey());
  EXPECT_EQ(image.width, 2048u);
  EXPECT_EQ(image.height, 1u);
}

}  // namespace
}  // namespace morula::test
