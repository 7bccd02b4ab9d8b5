#include "io/xdmf_file.h"

#include <gtest/gtest.h>

#include "io/durable_file.h"
#include "tests/io/temporary_folder.h"

namespace morula::io {
namespace {

std::string written(const std::vector<Field>& fields, const std::vector<SavedState>& states) {
  const TemporaryFolder folder;
  write_xdmf(folder / "states.xdmf", fields, states);
  return read_file(folder / "states.xdmf");
}

std::size_t times(const std::string& part, const std::string& text) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

// Expects that all opened elements are closed in the right order.
void expect_well_formed(const std::string& text) {
  std::vector<std::string> open;
  for (std::size_t at = text.find('<'); at != std::string::npos; at = text.find('<', at + 1)) {
    const std::size_t end = text.find('>', at);
    ASSERT_NE(end, std::string::npos);
    const std::string tag = text.substr(at + 1, end - at - 1);
    const std::string name = tag.substr(0, tag.find(' '));
    if (tag.front() == '?' || tag.back() == '/') continue;
    if (tag.front() != '/') {
      open.push_back(name);
      continue;
    }
    ASSERT_FALSE(open.empty());
    ASSERT_EQ(tag.substr(1), open.back());
    open.pop_back();
  }
  EXPECT_TRUE(open.empty());
}

TEST(XdmfFile, APlaneIsOneLayerOfCellsBetweenNodes) {
  const std::string text =
      written({{"cells", ValueType::U8, {97, 61, 1}, 2}, {"ages", ValueType::U16, {97, 61, 1}, 2}},
              {{"state_100.h5", 100}});
  expect_well_formed(text);
  EXPECT_TRUE(contains(text, "<Topology TopologyType=\"3DCoRectMesh\" Dimensions=\"2 62 98\"/>"));
  EXPECT_TRUE(contains(text, "<Geometry GeometryType=\"ORIGIN_DXDYDZ\">"));
  EXPECT_TRUE(
      contains(text, "NumberType=\"UChar\" Precision=\"1\" Dimensions=\"1 61 97\">state_100.h5:/cells<"));
  EXPECT_TRUE(
      contains(text, "NumberType=\"UShort\" Precision=\"2\" Dimensions=\"1 61 97\">state_100.h5:/ages<"));
  EXPECT_TRUE(contains(text, "<Time Value=\"100\"/>"));
  EXPECT_EQ(times("Center=\"Cell\"", text), 2u);
  EXPECT_EQ(times("Temporal", text), 0u);
}

TEST(XdmfFile, ACubeHasThreeDimensionsSlowestFirst) {
  const std::string text = written({{"cells", ValueType::U64, {33, 47, 29}, 3}}, {{"a.h5", 0}});
  expect_well_formed(text);
  EXPECT_TRUE(contains(text, "TopologyType=\"3DCoRectMesh\" Dimensions=\"30 48 34\""));
  EXPECT_TRUE(contains(text, "ORIGIN_DXDYDZ"));
  EXPECT_TRUE(contains(text, "NumberType=\"Int\" Precision=\"8\" Dimensions=\"29 47 33\">a.h5:/cells<"));
}

TEST(XdmfFile, SignedAndRealValuesHaveTheirTypes) {
  const std::string text = written({{"energy", ValueType::I32, {4, 5, 1}, 2},
                                    {"moment", ValueType::I64, {4, 5, 1}, 2},
                                    {"oxygen", ValueType::F64, {4, 5, 1}, 2}},
                                   {{"a.h5", 0}});
  EXPECT_TRUE(contains(text, "NumberType=\"Int\" Precision=\"4\" Dimensions=\"1 5 4\">a.h5:/energy<"));
  EXPECT_TRUE(contains(text, "NumberType=\"Int\" Precision=\"8\" Dimensions=\"1 5 4\">a.h5:/moment<"));
  EXPECT_TRUE(contains(text, "NumberType=\"Float\" Precision=\"8\" Dimensions=\"1 5 4\">a.h5:/oxygen<"));
}

TEST(XdmfFile, SeveralStatesAreASeriesInTime) {
  const std::string text =
      written({{"cells", ValueType::U32, {4, 5, 1}, 2}}, {{"0.h5", 0}, {"1.h5", 10}, {"2.h5", 20}});
  expect_well_formed(text);
  EXPECT_EQ(times("CollectionType=\"Temporal\"", text), 1u);
  EXPECT_EQ(times("GridType=\"Uniform\"", text), 3u);
  EXPECT_EQ(times("<Time Value=\"20\"/>", text), 1u);
  EXPECT_TRUE(contains(text, ">2.h5:/cells<"));
}

TEST(XdmfFile, EachReplicaIsAGridOfItsOwn) {
  const std::string text =
      written({{"cells", ValueType::U8, {97, 61, 1}, 2, 3}, {"alone", ValueType::U8, {97, 61, 1}, 2}},
              {{"0.h5", 0}, {"1.h5", 10}});
  expect_well_formed(text);
  EXPECT_EQ(times("CollectionType=\"Temporal\"", text), 1u);
  EXPECT_EQ(times("CollectionType=\"Spatial\"", text), 2u);
  EXPECT_EQ(times("<Grid Name=\"replica ", text), 6u);
  EXPECT_EQ(times("Dimensions=\"1 61 97\">1.h5:/replicas/2/cells<", text), 1u);
  EXPECT_EQ(times("Dimensions=\"1 61 97\"", text), 6u);
  EXPECT_EQ(times(">0 0 107<", text), 2u);  // the second replica is beside the first, the third below it
  EXPECT_EQ(times(">0 68 0<", text), 2u);
  EXPECT_FALSE(contains(text, "alone"));
  EXPECT_EQ(
      times("<Grid Name=\"replica ", written({{"cells", ValueType::U8, {5, 4, 3}, 3, 1000}}, {{"a.h5", 0}})),
      xdmf_replicas);
}

TEST(XdmfFile, ListsAndOtherLatticesAreLeftOut) {
  const std::string text = written({{"list", ValueType::U8, {9, 1, 1}, 1},
                                    {"cells", ValueType::U8, {4, 5, 1}, 2},
                                    {"coarse", ValueType::U8, {2, 2, 1}, 2}},
                                   {{"a.h5", 0}});
  expect_well_formed(text);
  EXPECT_EQ(times("<Attribute", text), 1u);
  EXPECT_TRUE(contains(text, "Name=\"cells\""));
  expect_well_formed(written({{"list", ValueType::U8, {9, 1, 1}, 1}}, {{"a.h5", 0}}));
  expect_well_formed(written({}, {}));
}

TEST(XdmfFile, NamesAreEscaped) {
  const std::string text = written({{"a<b>&\"c", ValueType::U8, {4, 5, 1}, 2}}, {{"R&D.h5", 0}});
  expect_well_formed(text);
  EXPECT_TRUE(contains(text, "Name=\"a&lt;b&gt;&amp;&quot;c\""));
  EXPECT_TRUE(contains(text, ">R&amp;D.h5:/a&lt;b&gt;&amp;&quot;c<"));
}

}  // namespace
}  // namespace morula::io
