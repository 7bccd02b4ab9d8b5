// Reads labels of cells from files, for families with more than 256 labels.
#include "models/volume_reader.h"

#include <gtest/gtest.h>

#include "io/hdf5_file.h"
#include "io/image.h"
#include "tests/io/temporary_folder.h"

namespace morula::test {
namespace {

class LabelFiles : public testing::Test {
 protected:
  // The labels of a lattice of 3 x 2 sites; errors go into complaint_.
  std::optional<io::Labels> labels(const std::string& text) {
    const io::Document document = io::parse_document(text, "m.yaml");
    io::Problems problems;
    io::Section section(document.root, "initial", problems);
    Spec spec;
    spec.lattice = Lattice::whole({3, 2, 1}, 2, Boundary::Fixed);
    const auto read = read_lattice_labels(section, folder_.path(), *spec.lattice, spec);
    section.finish();
    complaint_ = io::message_of<SpecError>([&] { problems.throw_if_any(); });
    return read;
  }

  void save(const std::vector<std::uint32_t>& cells, const Extent& extent) {
    const Field field{"cells", ValueType::U32, extent, 2};
    io::Hdf5Writer writer(folder_ / "cells.h5");
    writer.add(field);
    writer.write(field, {0, cells.size()}, std::as_bytes(std::span(cells)));
    writer.close();
  }

  io::TemporaryFolder folder_;
  std::string complaint_;
};

TEST_F(LabelFiles, LabelsHave32Bits) {
  save({0, 1, 300, 70'000, ~0u, 5}, {3, 2, 1});
  const auto read = labels("{file: cells.h5, dataset: cells}");
  ASSERT_TRUE(read);
  EXPECT_EQ(complaint_, "");
  EXPECT_EQ((*read)[3], 70'000u);
  EXPECT_EQ(read->largest(), ~0u);
}

TEST_F(LabelFiles, WhatCannotBeUsedIsSaid) {
  save({0, 1, 300, 4}, {2, 2, 1});
  EXPECT_FALSE(labels("{file: cells.h5}"));
  EXPECT_EQ(complaint_, "m.yaml:1:8: initial.file: is 2 x 2; must be as large as the lattice, 3 x 2");
  EXPECT_FALSE(labels("{file: none.h5}"));
  EXPECT_TRUE(io::contains(complaint_, "No such file or directory"));
  EXPECT_FALSE(labels("{dataset: cells}"));
  EXPECT_TRUE(io::contains(complaint_, "file"));
}

}  // namespace
}  // namespace morula::test
