// The messages for masks and maps of regions that cannot be used.
#include <gtest/gtest.h>

#include "io/durable_file.h"
#include "io/hdf5_file.h"
#include "io/image.h"
#include "models/catalogue.h"
#include "tests/io/temporary_folder.h"

namespace morula::test {
namespace {

class TissueFiles : public testing::Test {
 protected:
  // The message for a tissue of 6 x 4 cells with these additional keys.
  std::string complaint(const std::string& keys) const {
    const std::string text =
        "model: automaton\nsteps: 1\nlattice: {size: [6, 4]}\n"
        "automaton: {tissue: {activated: 1, refractory: 1, threshold: 1, " +
        keys + "}}\n";
    std::string message =
        io::message_of<SpecError>([&] { read_spec(io::parse_document(text, "m.yaml"), folder_.path()); });
    const std::string folder = folder_.path().string() + '/';
    for (std::size_t at; (at = message.find(folder)) != std::string::npos;) message.erase(at, folder.size());
    return message;
  }

  io::TemporaryFolder folder_;
};

// The content of the file is recorded under the key that names it, so that a resume can compare it.
TEST_F(TissueFiles, AMaskIsNotedAsAnInput) {
  const auto read = [&] {
    return read_spec(io::parse_document("model: automaton\nsteps: 1\nlattice: {size: [6, 4]}\nautomaton: "
                                        "{tissue: {activated: 1, refractory: 1, threshold: 1, mask: {file: "
                                        "mask.png}}}\n",
                                        "m.yaml"),
                     folder_.path())
        .inputs;
  };
  io::Image mask(6, 4);
  io::write_png(folder_ / "mask.png", mask);
  const std::vector<InputFile> first = read(), again = read();
  ASSERT_EQ(first.size(), 1u);
  EXPECT_EQ(first[0].named.key, "automaton.tissue.mask.file");
  EXPECT_EQ(first[0].hash, again.at(0).hash);
  mask.at(3, 2) = {1, 1, 1};
  io::write_png(folder_ / "mask.png", mask);
  EXPECT_NE(read().at(0).hash, first[0].hash);
}

TEST_F(TissueFiles, AMaskMustBeAsLargeAsTheLattice) {
  io::write_png(folder_ / "small.png", io::Image(5, 4));
  io::write_png(folder_ / "large.png", io::Image(7, 4));
  io::write_png(folder_ / "right.png", io::Image(6, 4));
  EXPECT_EQ(complaint("mask: {file: right.png}"), "");
  EXPECT_EQ(complaint("mask: {file: small.png}"),
            "m.yaml:4:78: automaton.tissue.mask.file: is 5 x 4; must be as large as the lattice, 6 x 4");
  EXPECT_EQ(complaint("regions: [{map: {file: small.png, value: 1}}]"),
            "m.yaml:4:88: automaton.tissue.regions[0].map.file: is 5 x 4; must be as large as the lattice, "
            "6 x 4");
  EXPECT_EQ(complaint("mask: {file: large.png}"),
            "m.yaml:4:78: automaton.tissue.mask.file: large.png: is 7 x 4; at most 6 x 4 fit");
}

TEST_F(TissueFiles, AMaskIsGreyOrHasAPalette) {
  io::Image image(6, 4);
  image.at(2, 1) = {255, 0, 0};
  io::write_png(folder_ / "red.png", image);
  EXPECT_EQ(
      complaint("mask: {file: red.png}"),
      "m.yaml:4:78: automaton.tissue.mask.file: red.png: has a colour at [2, 1]; save it in grey, or with "
      "a palette whose indices are the values");
}

TEST_F(TissueFiles, WhatIsNoPictureIsSaidSo) {
  io::write_file(folder_ / "mask.png", "x = 3, y = 1\n3o!");
  io::write_file(folder_ / "mask.h5", "x = 3, y = 1\n3o!");
  EXPECT_EQ(complaint("mask: {file: mask.png}"),
            "m.yaml:4:78: automaton.tissue.mask.file: mask.png: is not a readable PNG: Not a PNG file");
  EXPECT_EQ(complaint("mask: {file: mask.h5}"),
            "m.yaml:4:78: automaton.tissue.mask.file: mask.h5: is not an HDF5 file");
  EXPECT_EQ(complaint("mask: {file: gone.h5}"),
            "m.yaml:4:78: automaton.tissue.mask.file: gone.h5: No such file or directory");
}

TEST_F(TissueFiles, ADatasetMustBeThereAndFit) {
  const Field thin{"thin", ValueType::U8, {6, 3, 1}, 2}, right{"right", ValueType::U8, {6, 4, 1}, 2};
  io::Hdf5Writer writer(folder_ / "maps.h5");
  writer.add(thin);
  writer.add(right);
  writer.close();
  EXPECT_EQ(complaint("mask: {file: maps.h5, dataset: right}"), "");
  EXPECT_EQ(complaint("mask: {file: maps.h5, dataset: thin}"),
            "m.yaml:4:78: automaton.tissue.mask.file: is 6 x 3; must be as large as the lattice, 6 x 4");
  EXPECT_EQ(complaint("mask: {file: maps.h5}"),
            "m.yaml:4:78: automaton.tissue.mask.file: maps.h5: has the datasets right, thin; say which with "
            "'dataset'");
  EXPECT_EQ(complaint("mask: {file: maps.h5, dataset: wrong}"),
            "m.yaml:4:78: automaton.tissue.mask.file: maps.h5: has no dataset 'wrong' of whole numbers in "
            "two or three dimensions");
}

}  // namespace
}  // namespace morula::test
