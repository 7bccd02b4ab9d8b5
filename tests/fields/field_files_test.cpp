// Values of fields from files.
#include <gtest/gtest.h>

#include "core/error.h"
#include "io/hdf5_file.h"
#include "io/image.h"
#include "tests/fields/fields_on.h"
#include "tests/io/temporary_folder.h"

namespace morula::test {
namespace {

class FieldFiles : public testing::Test {
 protected:
  void save(const std::string& file, const std::vector<std::string>& names, const std::vector<double>& values,
            const Extent& extent) const {
    io::Hdf5Writer writer(folder_ / file);
    for (const std::string& name : names) {
      const Field field{name, ValueType::F64, extent, extent.z > 1 ? 3u : 2u};
      writer.add(field);
      writer.write(field, {0, values.size()}, std::as_bytes(std::span(values)));
    }
    writer.close();
  }
  // The initial values of the first field, in both replicas.
  std::vector<f64> values(const std::string& yaml, const Extent& extent = {3, 2, 1}) const {
    const Lattice lattice = Lattice::whole(extent, extent.z > 1 ? 3 : 2, Boundary::Fixed);
    const FieldsOnLattice on = fields_from(yaml, lattice, 2, {}, folder_.path());
    std::vector<f64> values(extent.sites() * 2);
    GivenClasses sites(on, std::vector<u8>(values.size()));
    ThreadPool threads(1);
    fields::fill_initial(on, 0, 1, 0, sites, {0, values.size()}, values, threads);
    return values;
  }
  std::string complaint(const std::string& yaml) const {
    return io::message_of<SpecError>([&] { values(yaml); });
  }

  io::TemporaryFolder folder_;
};

TEST_F(FieldFiles, EveryReplicaHasTheValuesOfADataset) {
  save("track.h5", {"a", "track"}, {0, 0.5, 1, 1.5, 2, 1e-300}, {3, 2, 1});
  const std::vector<f64> expected = {0, 0.5, 1, 1.5, 2, 1e-300, 0, 0.5, 1, 1.5, 2, 1e-300};
  EXPECT_EQ(values("{track: {file: track.h5}}"), expected);
  EXPECT_EQ(values("{c: {diffusion: 1, initial: {file: track.h5, dataset: a}}}"), expected);
  EXPECT_EQ(values("{c: {initial: {file: track.h5, dataset: a, factor: 2}}}")[3], 3);
  EXPECT_EQ(complaint("{c: {file: track.h5}}"),
            "test.yaml:1:20: fields.c.file: " + (folder_ / "track.h5").string() +
                ": has the datasets a, track; say which with 'dataset'");
  EXPECT_TRUE(io::contains(complaint("{c: {file: track.h5, dataset: b}}"), "has no dataset 'b'"));
}

TEST_F(FieldFiles, APictureHasWholeNumbers) {
  io::Image picture(3, 2);
  for (std::size_t i = 0; i < picture.pixels.size(); ++i) {
    const auto grey = static_cast<u8>(40 * i);
    picture.pixels[i] = {grey, grey, grey};
  }
  io::write_png(folder_ / "slide.png", picture);
  EXPECT_EQ(values("{c: {initial: {file: slide.png, factor: 0.5}}}"),
            (std::vector<f64>{0, 20, 40, 60, 80, 100, 0, 20, 40, 60, 80, 100}));
}

TEST_F(FieldFiles, AVolumeHasPlanes) {
  save("solid.h5", {"c"}, {0, 1, 2, 3, 4, 5, 6, 7}, {2, 2, 2});
  EXPECT_EQ(values("{c: {file: solid.h5}}", {2, 2, 2})[7], 7);
}

TEST_F(FieldFiles, AnotherRunGivesItsField) {
  std::filesystem::create_directories(folder_ / "first");
  save("first/checkpoint.h5", {"oxygen", "signal"}, {1, 2, 3, 4, 5, 6}, {3, 2, 1});
  EXPECT_EQ(values("{oxygen: {diffusion: 1, initial: {run: first}}}")[5], 6);
  EXPECT_EQ(values("{c: {initial: {run: first, field: signal}}}")[5], 6);
  EXPECT_TRUE(io::contains(complaint("{c: {initial: {run: first}}}"), "has no dataset 'c'"));
}

TEST_F(FieldFiles, WhatCannotBeUsedIsSaidAtItsKey) {
  save("small.h5", {"c"}, {1, 2, 3, 4}, {2, 2, 1});
  EXPECT_EQ(complaint("{c: {file: small.h5}}"),
            "test.yaml:1:20: fields.c.file: is 2 x 2; must be as large as the lattice, 3 x 2");
  save("below.h5", {"c"}, {0, 1, 2, 3, -4, 5}, {3, 2, 1});
  EXPECT_EQ(complaint("{c: {initial: {file: below.h5}}}"),
            "test.yaml:1:30: fields.c.initial.file: holds -4 at [1, 1]; must be at least 0, or write signed: "
            "true");
  EXPECT_EQ(values("{c: {signed: true, initial: {file: below.h5}}}")[4], -4);
  EXPECT_TRUE(io::contains(complaint("{c: {file: below.h5, signed: true, diffusion: 1}}"),
                           "fields.c.diffusion: belongs to a field that changes"));
  EXPECT_TRUE(io::contains(complaint("{c: {file: none.h5}}"), "No such file or directory"));
  EXPECT_TRUE(io::contains(complaint("{c: {initial: {dataset: c}}}"), "file"));
}

}  // namespace
}  // namespace morula::test
