#include "io/hdf5_file.h"

#include <gtest/gtest.h>

#include <array>
#include <limits>

#include "core/error.h"
#include "io/durable_file.h"
#include "tests/io/plain_hdf5.h"
#include "tests/io/temporary_folder.h"
#include "tests/io/values.h"

namespace morula::io {
namespace {

const std::vector<ValueType> types = {ValueType::U8,  ValueType::U16, ValueType::U32, ValueType::U64,
                                      ValueType::I32, ValueType::I64, ValueType::F64};

TEST(Hdf5File, FieldsComeBackFromSlabsOfAnySize) {
  const TemporaryFolder folder;
  const std::vector<Field> shapes = {
      {"plane", ValueType::U8, {97, 61, 1}, 2},     {"cube", ValueType::U8, {33, 47, 29}, 3},
      {"list", ValueType::U8, {1009, 1, 1}, 1},     {"flat", ValueType::U8, {5, 7, 1}, 3},
      {"planes", ValueType::U8, {23, 17, 1}, 2, 5}, {"cubes", ValueType::U8, {11, 7, 13}, 3, 4},
      {"lists", ValueType::U8, {19, 1, 1}, 1, 31},  {"one replica", ValueType::U8, {23, 17, 1}, 2, 1}};
  for (Field field : shapes)
    for (const ValueType type : types) {
      field.type = type;
      const Bytes values = some_values(field);
      for (const std::uint64_t at_most : {10, 100, 1000, 100000}) {
        Hdf5Writer writer(folder / "state.h5");
        write_whole(writer, field, values, at_most);
        writer.close();
        const Hdf5Reader reader(folder / "state.h5");
        ASSERT_EQ(reader.fields(), std::vector{field});
        ASSERT_EQ(read_whole(reader, field, 333), values) << field.name << " in slabs of " << at_most;
      }
    }
}

TEST(Hdf5File, AttributesComeBack) {
  const TemporaryFolder folder;
  // More than fits in a header message; model files may be as long.
  const std::string long_text(300'000, 'x');
  Hdf5Writer writer(folder / "a.h5");
  writer.attribute("empty", std::string());
  writer.attribute("text", std::string("Zellen äöü\nnext line"));
  writer.attribute("model", long_text);
  writer.attribute("zero", std::uint64_t{0});
  writer.attribute("largest", ~std::uint64_t{0});
  writer.attribute("third", 1.0 / 3.0);
  for (std::uint64_t i = 0; i < 50; ++i) writer.attribute("number " + std::to_string(i), i);
  writer.close();

  const Hdf5Reader reader(folder / "a.h5");
  EXPECT_EQ(reader.text("empty"), "");
  EXPECT_EQ(reader.text("text"), "Zellen äöü\nnext line");
  EXPECT_EQ(reader.text("model"), long_text);
  EXPECT_EQ(reader.number("zero"), 0u);
  EXPECT_EQ(reader.number("largest"), ~std::uint64_t{0});
  EXPECT_EQ(reader.real("third"), 1.0 / 3.0);
  EXPECT_EQ(reader.number("number 49"), 49u);
  EXPECT_TRUE(reader.has_attribute("zero"));
  EXPECT_FALSE(reader.has_attribute("nought"));
  EXPECT_THROW(reader.number("nought"), FileError);
  EXPECT_TRUE(
      contains(message_of<FileError>([&] { reader.number("text"); }), "'text' is not a whole number"));
  EXPECT_TRUE(contains(message_of<FileError>([&] { reader.text("zero"); }), "'zero' is not text"));
  EXPECT_TRUE(contains(message_of<FileError>([&] { reader.real("zero"); }), "'zero' is not a number"));
  EXPECT_TRUE(reader.fields().empty());
}

TEST(Hdf5File, FieldsAreListedByName) {
  const TemporaryFolder folder;
  const std::vector<Field> fields = {{"a", ValueType::U64, {3, 1, 1}, 1},
                                     {"b with spaces", ValueType::U16, {4, 5, 6}, 3},
                                     {"c", ValueType::U8, {7, 8, 1}, 2}};
  Hdf5Writer writer(folder / "a.h5");
  for (const std::size_t i : {2u, 0u, 1u}) write_whole(writer, fields[i], some_values(fields[i]), 50);
  writer.close();
  EXPECT_EQ(Hdf5Reader(folder / "a.h5").fields(), fields);
}

TEST(Hdf5File, NumbersWithASignAreKeptApartFromThoseWithout) {
  const TemporaryFolder folder;
  Hdf5Writer writer(folder / "a.h5");
  writer.attribute("negative", std::int64_t{-5});
  writer.attribute("smallest", std::numeric_limits<std::int64_t>::min());
  writer.attribute("small", std::int64_t{7});
  writer.attribute("unsigned", std::uint64_t{8});
  writer.attribute("largest", ~std::uint64_t{0});
  writer.close();
  const Hdf5Reader reader(folder / "a.h5");
  EXPECT_EQ(reader.signed_number("negative"), -5);
  EXPECT_EQ(reader.signed_number("smallest"), std::numeric_limits<std::int64_t>::min());
  EXPECT_EQ(reader.number("small"), 7u);
  EXPECT_EQ(reader.signed_number("unsigned"), 8);
  EXPECT_EQ(reader.number("largest"), ~std::uint64_t{0});
  EXPECT_TRUE(contains(message_of<FileError>([&] { reader.number("negative"); }), "'negative' is negative"));
  EXPECT_TRUE(contains(message_of<FileError>([&] { reader.signed_number("largest"); }),
                       "'largest' is larger than a signed number of 64 bits can be"));
}

TEST(Hdf5File, FieldsHaveAttributesOfTheirOwn) {
  const TemporaryFolder folder;
  const Field cells{"cells", ValueType::U8, {4, 4, 1}, 2}, none{"rows", ValueType::F64, {0, 1, 1}, 1};
  Hdf5Writer writer(folder / "a.h5");
  write_whole(writer, cells, some_values(cells), 100);
  writer.add(none);
  writer.attribute(cells, "unit", std::string("µm"));
  writer.attribute(cells, "count", std::uint64_t{3});
  writer.attribute(none, "offset", std::int64_t{-3});
  writer.attribute(none, "scale", 0.1);
  EXPECT_THROW(writer.attribute({"cell", ValueType::U8, {4, 4, 1}, 2}, "unit", 0.1), FileError);
  writer.close();

  const Hdf5Reader reader(folder / "a.h5");
  EXPECT_EQ(reader.text(cells, "unit"), "µm");
  EXPECT_EQ(reader.number(cells, "count"), 3u);
  EXPECT_EQ(reader.signed_number(none, "offset"), -3);
  EXPECT_EQ(reader.real(none, "scale"), 0.1);
  EXPECT_TRUE(reader.has_attribute(cells, "unit"));
  EXPECT_FALSE(reader.has_attribute(none, "unit"));
  EXPECT_FALSE(reader.has_attribute("unit"));
  EXPECT_THROW(reader.text(cells, "scale"), FileError);
  EXPECT_TRUE(contains(message_of<FileError>([&] { reader.text(cells, "count"); }), "'count' is not text"));
  EXPECT_EQ(read_whole(reader, cells, 100), some_values(cells));
}

TEST(Hdf5File, AFieldMayBeEmpty) {
  const TemporaryFolder folder;
  for (const Field& field :
       {Field{"births", ValueType::U32, {0, 1, 1}, 1}, Field{"births", ValueType::F64, {0, 1, 1}, 1, 3},
        Field{"births", ValueType::I32, {0, 7, 1}, 2}, Field{"births", ValueType::U8, {5, 7, 0}, 3}}) {
    ThreadPool threads(2);
    Hdf5Writer writer(folder / "a.h5", &threads);
    write_whole(writer, field, {}, 100);
    writer.write(field, {0, 0}, {});
    writer.close();
    const Hdf5Reader reader(folder / "a.h5");
    EXPECT_EQ(reader.fields(), std::vector{field});
    EXPECT_TRUE(read_whole(reader, field, 100).empty());
    reader.read(field, {0, 0}, {});
  }
}

// A table has one row for each cell; the number of rows is unknown until the file is opened.
TEST(Hdf5File, TellsTheExtentOfItsFields) {
  const TemporaryFolder folder;
  for (const Index rows : {0, 1, 1009, 5}) {
    const Field table{"volumes", ValueType::I64, {rows, 1, 1}, 1};
    Hdf5Writer writer(folder / "a.h5");
    write_whole(writer, table, some_values(table), 1000);
    writer.close();
    const Hdf5Reader reader(folder / "a.h5");
    const auto found = reader.field("volumes");
    ASSERT_EQ(found, table);
    EXPECT_EQ(read_whole(reader, *found, 1000), some_values(table));
    EXPECT_EQ(reader.field("areas"), std::nullopt);
  }
}

// For other programs the replicas are one more axis, which the attribute `axes` names.
TEST(Hdf5File, ReplicasAreTheFirstAxisAndAreNamed) {
  const TemporaryFolder folder;
  const std::vector<std::pair<Field, std::string>> cases = {
      {{"a", ValueType::U16, {4, 3, 2}, 3, 5}, "replica z y x"},
      {{"a", ValueType::U16, {4, 3, 1}, 2, 5}, "replica y x"},
      {{"a", ValueType::U16, {4, 1, 1}, 1, 5}, "replica x"}};
  for (const auto& [field, axes] : cases) {
    Hdf5Writer writer(folder / "a.h5");
    write_whole(writer, field, some_values(field), 100);
    writer.close();
    EXPECT_EQ(plainly_read(folder / "a.h5", field), some_values(field));
    EXPECT_EQ(plain_text(folder / "a.h5", "a", "axes"), axes);
    Field without = field;
    without.replicas = 0;
    EXPECT_TRUE(
        contains(message_of<FileError>([&] { read_whole(Hdf5Reader(folder / "a.h5"), without, 100); }),
                 "another type or extent"));
  }
}

// Without that attribute, a third axis is z.
TEST(Hdf5File, AxesOfAnotherMeaningAreNoReplicas) {
  const TemporaryFolder folder;
  const Field solid{"a", ValueType::U8, {4, 3, 2}, 3};
  for (const char* axes : {"z y x", "replica z y x", "", "replica"}) {
    plainly_write(folder / "a.h5", solid, some_values(solid), [](hid_t) {});
    plainly_name(folder / "a.h5", "a", "axes", axes);
    EXPECT_EQ(Hdf5Reader(folder / "a.h5").fields(), std::vector{solid}) << axes;
  }
  plainly_name(folder / "a.h5", "a", "axes", "replica y x");
  EXPECT_EQ(Hdf5Reader(folder / "a.h5").fields(), (std::vector{Field{"a", ValueType::U8, {4, 3, 1}, 2, 2}}));
}

TEST(Hdf5File, WhatIsNotThereOrOtherwiseIsSaid) {
  const TemporaryFolder folder;
  const Field field{"cells", ValueType::U8, {4, 4, 1}, 2};
  Hdf5Writer writer(folder / "a.h5");
  write_whole(writer, field, some_values(field), 100);
  EXPECT_THROW(writer.add(field), FileError);  // added twice
  writer.close();

  const Hdf5Reader reader(folder / "a.h5");
  const auto reading = [&](Field wanted) {
    return message_of<FileError>([&] { read_whole(reader, wanted, 100); });
  };
  EXPECT_TRUE(contains(reading({"cell", ValueType::U8, {4, 4, 1}, 2}), "a.h5: has no field 'cell'"));
  EXPECT_TRUE(contains(reading({"cells", ValueType::U16, {4, 4, 1}, 2}), "another type or extent"));
  EXPECT_TRUE(contains(reading({"cells", ValueType::U8, {4, 3, 1}, 2}), "another type or extent"));
  EXPECT_TRUE(contains(reading({"cells", ValueType::U8, {4, 4, 1}, 3}), "another type or extent"));
  EXPECT_EQ(read_whole(reader, field, 100), some_values(field));
  EXPECT_TRUE(contains(reading({"cells", ValueType::U8, {4, 3, 1}, 2}), "another type or extent"))
      << "nor once it is open";
}

TEST(Hdf5File, TheSameStateGivesTheSameBytes) {
  const TemporaryFolder folder;
  const Field field{"cells", ValueType::U32, {211, 199, 97}, 3};  // six planes in each chunk
  const Bytes values = some_cells(field);
  const auto written = [&](std::uint64_t at_most) {
    Hdf5Writer writer(folder / "a.h5");
    writer.attribute("step", std::uint64_t{7});
    write_whole(writer, field, values, at_most);
    writer.close();
    return read_file(folder / "a.h5");
  };
  const std::string bytes = written(slab_bytes);
  // Slabs end anywhere in a chunk. If a chunk were compressed before it is complete, the file would be
  // larger.
  for (const std::uint64_t at_most : {1'000'000, 3'000'000, 5'000'000, 150'000})
    EXPECT_EQ(written(at_most), bytes);
  EXPECT_LT(bytes.size(), values.size() / 10);
}

// Written with HDF5's own defaults: a group, links to nowhere, signed, real, scalar and 4-dimensional
// datasets, and one field of big-endian numbers.
TEST(Hdf5File, OfAnothersFileOnlyFieldsAreSeen) {
  const Hdf5Reader reader(std::filesystem::path(MORULA_SOURCE_DIR) / "tests/io/data/foreign.h5");
  const Field field{"big endian", ValueType::U16, {3, 2, 1}, 2};
  ASSERT_EQ(reader.fields(), std::vector{field});
  const std::array<std::uint16_t, 6> values = {0, 1, 2, 3, 256, 65535};
  std::array<std::uint16_t, 6> back{};
  reader.read(field, {0, 6}, std::as_writable_bytes(std::span(back)));
  EXPECT_EQ(back, values);
  EXPECT_THROW(reader.read({"float", ValueType::U32, {3, 2, 1}, 2}, {0, 0}, {}), FileError);
  EXPECT_THROW(reader.read({"dangling", ValueType::U32, {3, 2, 1}, 2}, {0, 0}, {}), FileError);
  EXPECT_THROW(reader.text("variable"), FileError);
  EXPECT_THROW(reader.number("pair"), FileError);
}

// 125 GB, of which only the last rows are ever written.
TEST(Hdf5File, LatticesBeyondMemoryAreWrittenInPlace) {
  const TemporaryFolder folder;
  const Field cube{"cells", ValueType::U8, {5000, 5000, 5000}, 3};
  const Field list{"births", ValueType::U64, {Index{1} << 34, 1, 1}, 1};
  const Bytes values = some_values({"", ValueType::U8, {80'000, 1, 1}, 1});
  const Slab last_rows{cube.extent.sites() - 80'000, 80'000}, last_values{list.extent.x - 10'000, 10'000};
  Hdf5Writer writer(folder / "a.h5");
  writer.add(cube);
  writer.add(list);
  writer.write(cube, last_rows, values);
  writer.write(list, last_values, values);
  writer.close();

  const Hdf5Reader reader(folder / "a.h5");
  EXPECT_EQ(reader.fields(), (std::vector{list, cube}));
  Bytes back(80'000);
  reader.read(cube, last_rows, back);
  EXPECT_EQ(back, values);
  reader.read(list, last_values, back);
  EXPECT_EQ(back, values);
  reader.read(cube, {Index{1} << 35 << 1, 0}, {});
  reader.read(cube, {5000 * Index{4000}, 80'000}, back);
  EXPECT_EQ(back, Bytes(80'000));
  EXPECT_LT(std::filesystem::file_size(folder / "a.h5"), 10'000'000u);
}

TEST(Hdf5File, SeveralFilesAreOpenAtOnce) {
  const TemporaryFolder folder;
  const Field field{"cells", ValueType::U8, {100, 100, 1}, 2};
  Hdf5Writer first(folder / "1.h5"), second(folder / "2.h5");
  write_whole(first, field, some_values(field), 1000);
  write_whole(second, field, some_cells(field), 1000);
  first.close();
  const Hdf5Reader reader(folder / "1.h5"), again(folder / "1.h5");
  second.close();
  EXPECT_EQ(read_whole(reader, field, 1000), some_values(field));
  EXPECT_EQ(read_whole(again, field, 1000), some_values(field));
  EXPECT_EQ(read_whole(Hdf5Reader(folder / "2.h5"), field, 1000), some_cells(field));
}

}  // namespace
}  // namespace morula::io
