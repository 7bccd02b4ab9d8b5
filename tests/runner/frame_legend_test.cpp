#include "runner/frame_legend.h"

#include <gtest/gtest.h>

#include "fake_model.h"
#include "tests/io/temporary_folder.h"

namespace morula::test {
namespace {

using io::contains;

TEST(FrameLegend, NamesTheClassesOfTheView) {
  FakeModel model = model_2d(3, 2, {1, 0, 0, 0, 1, 1});
  model.view.classes = 4;
  model.view.names = {"dead", "live", "dying", "dying"};
  const std::string text = frame_legend(model, {});
  for (const char* part : {">state</text>", ">dead</text>", ">live</text>", ">dying</text>"})
    EXPECT_TRUE(contains(text, part)) << part;
  EXPECT_EQ(text.find(">dying</text>"), text.rfind(">dying</text>")) << "once for all of one name";
}

TEST(FrameLegend, OfAGradedViewIsABar) {
  FakeModel model = model_2d(3, 2, {1, 0, 0, 0, 1, 1});
  model.view.classes = 100;
  model.view.graded = true;
  model.view.names = {"never", "earliest", "latest"};
  const std::string text = frame_legend(model, {});
  for (const char* part : {">never</text>", ">earliest</text>", ">latest</text>"})
    EXPECT_TRUE(contains(text, part)) << part;
}

TEST(FrameLegend, SaysTheNumbersOfABarThatIsSeenWithoutFrames) {
  FakeModel model = model_2d(3, 2, {1, 0, 0, 0, 1, 1});
  model.view.classes = 100;
  model.view.graded = true;
  model.view.quantity = "oxygen";
  model.view.names = {"", "lowest", "highest"};
  const std::string text = frame_legend(model, {}, LevelLimits{0.25, 1234567});
  for (const char* part : {">lowest 0.25</text>", ">highest 1234567</text>"})
    EXPECT_TRUE(contains(text, part)) << part;
  EXPECT_FALSE(contains(text, "below each frame"));
  EXPECT_FALSE(contains(text, "></text>")) << "a background without a name";
  EXPECT_TRUE(contains(frame_legend(model, {}), "below each frame"));
}

// The legend of many species would fill a page, and is shortened.
TEST(FrameLegend, NamesAtMostTwelveAndLeavesNoneOut) {
  FakeModel model = model_2d(2, 2);
  model.view.classes = 200;
  const std::string legend = frame_legend(model, {});
  EXPECT_NE(legend.find(">state 10<"), std::string::npos);
  EXPECT_NE(legend.find(">state 11 … state 199, each in its own colour<"), std::string::npos);
  EXPECT_EQ(legend.find("state 12<"), std::string::npos);
  model.view.classes = 12;
  EXPECT_NE(frame_legend(model, {}).find(">state 11<"), std::string::npos);
}

}  // namespace
}  // namespace morula::test
