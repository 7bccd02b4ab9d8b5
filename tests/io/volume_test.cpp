// Values read from pictures, stacks and HDF5, and the message for each bad file.
#include "io/volume.h"

#include <gtest/gtest.h>
#include <hdf5.h>
#include <png.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <functional>

#include "core/error.h"
#include "io/durable_file.h"
#include "tests/io/temporary_folder.h"
#include "tests/io/values.h"

namespace morula::io {
namespace {

namespace fs = std::filesystem;
using Values = std::vector<std::uint8_t>;

constexpr Extent ample{1000, 1000, 1000};

struct Picture {
  png_uint_32 width = 0, height = 0;
  int bits = 8, colour = PNG_COLOR_TYPE_GRAY, interlace = PNG_INTERLACE_NONE;
  Values bytes = {};  // rows, packed as in the file
};

// Errors end the test, since these pictures are valid.
void save(const fs::path& path, const Picture& picture) {
  std::FILE* file = std::fopen(path.c_str(), "wb");
  png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, nullptr, nullptr, nullptr);
  png_infop info = png_create_info_struct(png);
  png_init_io(png, file);
  png_set_IHDR(png, info, picture.width, picture.height, picture.bits, picture.colour, picture.interlace,
               PNG_COMPRESSION_TYPE_BASE, PNG_FILTER_TYPE_BASE);
  const std::vector<png_color> palette(std::size_t{1} << std::min(picture.bits, 8));
  if (picture.colour == PNG_COLOR_TYPE_PALETTE)
    png_set_PLTE(png, info, palette.data(), static_cast<int>(palette.size()));
  Values bytes = picture.bytes;
  std::vector<png_bytep> rows;
  for (png_uint_32 y = 0; y < picture.height; ++y)
    rows.push_back(bytes.data() + y * (bytes.size() / picture.height));
  png_write_info(png, info);
  png_write_image(png, rows.data());
  png_write_end(png, info);
  png_destroy_write_struct(&png, &info);
  std::fclose(file);
}

// The checksum over a chunk's name and contents, as in the file.
std::string check_sum(const std::string& bytes) {
  std::uint32_t sum = ~0u;
  for (const char byte : bytes) {
    sum ^= static_cast<std::uint8_t>(byte);
    for (int bit = 0; bit < 8; ++bit) sum = (sum >> 1) ^ (sum & 1 ? 0xEDB88320u : 0u);
  }
  sum = ~sum;
  std::string text;
  for (const int shift : {24, 16, 8, 0}) text += static_cast<char>(sum >> shift);
  return text;
}

// The message, without the name of the folder.
std::string refusal(const fs::path& file, const Extent& most = ample, const std::string& dataset = "") {
  const std::string message = message_of<FileError>([&] { load_volume(file, dataset, most); });
  const std::string folder = file.parent_path().string() + '/';
  return message.starts_with(folder) ? message.substr(folder.size()) : message;
}

TEST(Volume, OfGreyAndOfAPaletteAreTheSamplesThemselves) {
  const TemporaryFolder folder;
  const auto values = [&](const Picture& picture) {
    save(folder / "a.png", picture);
    const Volume volume = load_volume(folder / "a.png", "", ample);
    EXPECT_EQ(volume.extent, (Extent{picture.width, picture.height, 1}));
    return volume.values;
  };
  const Values pixels = {0, 1, 2, 100, 254, 255};
  EXPECT_EQ(values({.width = 3, .height = 2, .bytes = pixels}), pixels);
  EXPECT_EQ(values({.width = 2, .height = 3, .interlace = PNG_INTERLACE_ADAM7, .bytes = pixels}), pixels);
  EXPECT_EQ(values({.width = 2, .height = 3, .colour = PNG_COLOR_TYPE_PALETTE, .bytes = pixels}), pixels);
  EXPECT_EQ(values({.width = 3, .height = 2, .bits = 1, .bytes = {0b01000000, 0b11100000}}),
            (Values{0, 1, 0, 1, 1, 1}));
  EXPECT_EQ(values({.width = 3, .height = 1, .bits = 2, .bytes = {0b11100100}}), (Values{3, 2, 1}));
  EXPECT_EQ(values({.width = 2, .height = 1, .bits = 4, .bytes = {0xF7}}), (Values{15, 7}));
  EXPECT_EQ(values({.width = 2, .height = 1, .bits = 4, .colour = PNG_COLOR_TYPE_PALETTE, .bytes = {0xF7}}),
            (Values{15, 7}));
  EXPECT_EQ(values({.width = 2, .height = 1, .colour = PNG_COLOR_TYPE_GRAY_ALPHA, .bytes = {7, 0, 9, 255}}),
            (Values{7, 9}));
  EXPECT_EQ(values({.width = 2, .height = 1, .colour = PNG_COLOR_TYPE_RGB, .bytes = {7, 7, 7, 9, 9, 9}}),
            (Values{7, 9}));
}

TEST(Volume, PicturesThatSayNoValuesAreRefused) {
  const TemporaryFolder folder;
  save(folder / "rgb.png",
       {.width = 2, .height = 1, .colour = PNG_COLOR_TYPE_RGB, .bytes = {7, 7, 7, 9, 8, 9}});
  EXPECT_EQ(
      refusal(folder / "rgb.png"),
      "rgb.png: has a colour at [1, 0]; save it in grey, or with a palette whose indices are the values");
  save(folder / "deep.png", {.width = 1, .height = 2, .bits = 16, .bytes = {0, 255, 1, 2}});
  EXPECT_EQ(refusal(folder / "deep.png"),
            "deep.png: holds 258 at [0, 1]; must be between 0 and 255: renumber its values");
  save(folder / "wide.png", {.width = 3, .height = 2, .bytes = Values(6)});
  EXPECT_EQ(refusal(folder / "wide.png", {2, 2, 1}), "wide.png: is 3 x 2; at most 2 x 2 fit");
  EXPECT_EQ(refusal(folder / "none.png"), "none.png: No such file or directory");
  fs::create_symlink("/dev/zero", folder / "zero.png");
  EXPECT_EQ(refusal(folder / "zero.png"), "zero.png: is not a file");
}

TEST(Volume, DamagedPicturesAreRefused) {
  const TemporaryFolder folder;
  save(folder / "good.png", {.width = 97, .height = 61, .bytes = Values(97 * 61, 3)});
  const std::string good = read_file(folder / "good.png");
  const auto said = [&](const std::string& bytes) {
    write_file(folder / "bad.png", bytes);
    return refusal(folder / "bad.png");
  };
  EXPECT_EQ(said(""), "bad.png: is not a readable PNG: it is cut short");
  EXPECT_EQ(said("x = 3, y = 3\nbo$2bo$3o!"), "bad.png: is not a readable PNG: Not a PNG file");
  for (std::size_t length = 1; length < good.size(); ++length)
    ASSERT_EQ(said(good.substr(0, length)), "bad.png: is not a readable PNG: it is cut short") << length;
  std::string bad = good;
  bad[good.size() - 14] ^= 0x10;  // in the checksum of the last chunk of samples
  EXPECT_EQ(said(bad), "bad.png: is not a readable PNG: IDAT: CRC error");
}

TEST(Volume, PicturesWithFlippedBytesAreRefusedOrOfTheirSize) {
  const TemporaryFolder folder;
  save(folder / "bad.png",
       {.width = 9, .height = 7, .interlace = PNG_INTERLACE_ADAM7, .bytes = Values(63, 3)});
  const std::string good = read_file(folder / "bad.png");
  for (std::size_t at = 0; at < good.size(); ++at)
    for (const int bit : {0, 3, 7}) {
      std::string bad = good;
      bad[at] = static_cast<char>(bad[at] ^ (1 << bit));
      std::ofstream(folder / "bad.png", std::ios::binary) << bad;
      if (const std::string said = refusal(folder / "bad.png"); !said.empty())
        ASSERT_TRUE(said.starts_with("bad.png: ")) << said;
      else
        ASSERT_EQ(load_volume(folder / "bad.png", "", ample).values.size(), 63u) << "byte " << at;
    }
}

// A header may claim any size: nothing is allocated before the size has been compared with the limits.
TEST(Volume, PicturesThatClaimToBeHugeAreRefused) {
  const TemporaryFolder folder;
  save(folder / "good.png", {.width = 1, .height = 1, .bytes = {0}});
  const std::string good = read_file(folder / "good.png");
  const auto claiming = [&](const std::string& side) {
    const std::string header = "IHDR" + side + side + good.substr(24, 5);
    write_file(folder / "huge.png", good.substr(0, 12) + header + check_sum(header) + good.substr(33));
    return refusal(folder / "huge.png", {Index{1} << 40, Index{1} << 40, 1});
  };
  EXPECT_EQ(claiming("\xFF\xFF\xFF\xFF"),
            "huge.png: is not a readable PNG: PNG unsigned integer out of range");
  const std::string needs = "huge.png: needs 7.9 EiB of memory where there is ";
  EXPECT_EQ(claiming("\x7F\xFF\xFF\xFF").substr(0, needs.size()), needs);
}

TEST(Volume, AStackIsInTheOrderOfItsNumbers) {
  const TemporaryFolder folder;
  fs::create_directory(folder / "stack");
  for (const int z : {0, 2, 9, 10, 11, 100})
    save(folder / ("stack/slice-" + std::to_string(z) + ".png"),
         {.width = 2, .height = 1, .bytes = {static_cast<std::uint8_t>(z), 1}});
  write_file(folder / "stack/notes.txt", "no picture");
  const Values expected = {0, 1, 2, 1, 9, 1, 10, 1, 11, 1, 100, 1};
  const Volume volume = load_volume(folder / "stack", "", ample);
  EXPECT_EQ(volume.extent, (Extent{2, 1, 6}));
  EXPECT_EQ(volume.values, expected);
  EXPECT_EQ(load_volume(folder / "stack/slice-*.png", "", ample).values, expected);
  EXPECT_EQ(load_volume(folder / "stack/slice-1*.png", "", ample).values, (Values{10, 1, 11, 1, 100, 1}));
}

std::vector<std::uint32_t> all_of(const Labels& labels) {
  std::vector<std::uint32_t> copied(labels.size());
  labels.copy(0, copied);
  for (Index i = 0; i < copied.size(); ++i) EXPECT_EQ(labels[i], copied[i]);
  return copied;
}
using Numbers = std::vector<std::uint32_t>;

TEST(Volume, PicturesOf16BitsAreReadWhole) {
  const TemporaryFolder folder;
  save(folder / "a.png", {.width = 2, .height = 2, .bits = 16, .bytes = {0, 7, 1, 44, 255, 255, 0, 0}});
  const Labels labels = load_labels(folder / "a.png", "", ample);
  EXPECT_EQ(all_of(labels), (Numbers{7, 300, 65535, 0}));
  EXPECT_EQ(labels.extent(), (Extent{2, 2, 1}));
  EXPECT_EQ(labels.type(), ValueType::U16);
  save(folder / "b.png", {.width = 2,
                          .height = 1,
                          .bits = 16,
                          .colour = PNG_COLOR_TYPE_RGB,
                          .interlace = PNG_INTERLACE_ADAM7,
                          .bytes = {1, 2, 1, 2, 1, 2, 3, 4, 3, 4, 3, 4}});
  EXPECT_EQ(all_of(load_labels(folder / "b.png", "", ample)), (Numbers{258, 772}));
  save(folder / "c.png",
       {.width = 1, .height = 1, .bits = 16, .colour = PNG_COLOR_TYPE_RGB, .bytes = {1, 2, 1, 2, 1, 3}});
  EXPECT_TRUE(contains(refusal(folder / "c.png"), "has a colour at [0, 0]"));
  // If all values fit into 8 bits, they are also valid states.
  save(folder / "d.png", {.width = 2, .height = 1, .bits = 16, .bytes = {0, 7, 0, 255}});
  EXPECT_EQ(load_volume(folder / "d.png", "", ample).values, (Values{7, 255}));
  EXPECT_EQ(load_labels(folder / "d.png", "", ample).type(), ValueType::U8);
}

TEST(Volume, AStackOfLabelsIsAsWideAsItsWidestPicture) {
  const TemporaryFolder folder;
  fs::create_directory(folder / "stack");
  save(folder / "stack/1.png", {.width = 2, .height = 1, .bytes = {1, 2}});
  save(folder / "stack/2.png", {.width = 2, .height = 1, .bits = 16, .bytes = {1, 0, 0, 3}});
  save(folder / "stack/3.png", {.width = 2, .height = 1, .bytes = {4, 5}});
  const Labels labels = load_labels(folder / "stack", "", ample);
  EXPECT_EQ(all_of(labels), (Numbers{1, 2, 256, 3, 4, 5}));
  EXPECT_EQ(labels.extent(), (Extent{2, 1, 3}));
  EXPECT_EQ(labels.type(), ValueType::U16);
  EXPECT_EQ(labels.largest(), 256u);
  EXPECT_EQ(refusal(folder / "stack"),
            "stack/2.png: holds 256 at [0, 0]; must be between 0 and 255: renumber its values");
}

template <class Number>
void save_numbers(const fs::path& path, ValueType type, const std::vector<Number>& numbers) {
  const Field field{"cells", type, {numbers.size() / 2, 2, 1}, 2};
  Hdf5Writer writer(path);
  writer.add(field);
  writer.write(field, {0, numbers.size()}, std::as_bytes(std::span(numbers)));
  writer.close();
}

TEST(Volume, LabelsOfHdf5AreOfAnyTypeAndKeptNarrow) {
  const TemporaryFolder folder;
  const auto expect = [&](const Numbers& numbers, ValueType narrow) {
    const Labels labels = load_labels(folder / "a.h5", "", ample);
    EXPECT_EQ(all_of(labels), numbers);
    EXPECT_EQ(labels.type(), narrow);
  };
  save_numbers<std::uint8_t>(folder / "a.h5", ValueType::U8, {0, 1, 2, 255});
  expect({0, 1, 2, 255}, ValueType::U8);
  save_numbers<std::uint16_t>(folder / "a.h5", ValueType::U16, {0, 1, 2, 65535});
  expect({0, 1, 2, 65535}, ValueType::U16);
  save_numbers<std::uint32_t>(folder / "a.h5", ValueType::U32, {0, 65536, 2, ~0u});
  expect({0, 65536, 2, ~0u}, ValueType::U32);
  save_numbers<std::int32_t>(folder / "a.h5", ValueType::I32, {0, 1, 256, 3});
  expect({0, 1, 256, 3}, ValueType::U16);
  save_numbers<std::int64_t>(folder / "a.h5", ValueType::I64, {0, 1, 255, 3});
  expect({0, 1, 255, 3}, ValueType::U8);
  save_numbers<std::uint64_t>(folder / "a.h5", ValueType::U64, {0, 1, 0xFFFF'FFFF, 3});
  expect({0, 1, ~0u, 3}, ValueType::U32);
}

TEST(Volume, LabelsBeyond32BitsAndNegativeOnesAreRefused) {
  const TemporaryFolder folder;
  const auto said = [&] {
    return message_of<FileError>([&] { load_labels(folder / "a.h5", "", ample); })
        .substr((folder / "").string().size());
  };
  save_numbers<std::int64_t>(folder / "a.h5", ValueType::I64, {0, 1, 2, -3});
  EXPECT_EQ(said(),
            "a.h5: dataset 'cells' holds -3 at [1, 1]; must be between 0 and 4294967295: "
            "renumber its values");
  save_numbers<std::uint64_t>(folder / "a.h5", ValueType::U64, {0, 1, std::uint64_t{1} << 32, 3});
  EXPECT_EQ(said(),
            "a.h5: dataset 'cells' holds 4294967296 at [0, 1]; must be between 0 and 4294967295: "
            "renumber its values");
  save_numbers<std::uint64_t>(folder / "a.h5", ValueType::U64, {0, ~std::uint64_t{0}, 1, 3});
  EXPECT_TRUE(contains(said(), "at [1, 0]; must be between 0 and 4294967295"));
  save_numbers<double>(folder / "a.h5", ValueType::F64, {0, 1, 1, 3});
  EXPECT_EQ(said(),
            "a.h5: has no dataset of whole numbers in two or three dimensions: 'cells' holds floating-point "
            "numbers; convert it, as numpy's astype('uint8') does");
}

TEST(Volume, LabelsWidenWhereverALargeOneComes) {
  for (const std::vector<std::int64_t>& parts : std::vector<std::vector<std::int64_t>>{
           {1, 2, 3}, {1, 256, 3}, {1, 65536, 3}, {65536, 1, 256}, {256, 65536, 1}, {1, 256, 65536}}) {
    Labels labels({3, 1, 1});
    for (const std::int64_t& number : parts) labels.append(std::span(&number, 1));
    EXPECT_EQ(all_of(labels), Numbers(parts.begin(), parts.end()));
    EXPECT_EQ(labels.largest(), *std::ranges::max_element(parts));
  }
  EXPECT_EQ(Labels().size(), 0u);
}

TEST(Volume, StacksThatAreNoneAreRefused) {
  const TemporaryFolder folder;
  fs::create_directory(folder / "stack");
  EXPECT_EQ(refusal(folder / "stack"), "stack: holds no PNG files");
  EXPECT_EQ(refusal(folder / "s*.png"), "s*.png: no file has such a name");
  EXPECT_TRUE(refusal(folder / "none/s*.png").ends_with("/none: No such file or directory"));
  save(folder / "stack/1.png", {.width = 2, .height = 1, .bytes = {0, 0}});
  save(folder / "stack/2.png", {.width = 1, .height = 2, .bytes = {0, 0}});
  EXPECT_EQ(refusal(folder / "stack/*.png"),
            "2.png: is 1 x 2 where the first picture of the stack is 2 x 1; make them alike");
  EXPECT_EQ(refusal(folder / "stack", {9, 9, 1}), "stack: holds 2 pictures, one a plane; at most 1 fit");
}

TEST(Volume, OfHdf5IsAnyDatasetOfWholeNumbers) {
  const fs::path file = fs::path(MORULA_SOURCE_DIR) / "tests/io/data/numbers.h5";
  const Values expected = {0, 1, 2, 3, 200, 255};
  const Volume plane = load_volume(file, "plane", ample), solid = load_volume(file, "/solid", ample);
  EXPECT_EQ(plane.extent, (Extent{3, 2, 1}));
  EXPECT_EQ(plane.values, expected);
  EXPECT_EQ(solid.extent, (Extent{1, 2, 3}));
  EXPECT_EQ(solid.values, expected);
  EXPECT_EQ(load_volume(file, "tissue/mask", ample).values, (Values{0, 1, 0, 1, 1, 0}))
      << "as h5py writes bool";
}

TEST(Volume, DatasetsThatAreNoValuesAreRefused) {
  const fs::path file = fs::path(MORULA_SOURCE_DIR) / "tests/io/data/numbers.h5";
  for (const auto& [name, held] : {std::pair{"negative", "-1 at [1, 1]"}, {"large", "65792 at [2, 1]"}})
    EXPECT_EQ(refusal(file, ample, name), std::string("numbers.h5: dataset '") + name + "' holds " + held +
                                              "; must be between 0 and 255: renumber its values");
  const auto none = [](const std::string& name) {
    return "numbers.h5: has no dataset '" + name + "' of whole numbers in two or three dimensions";
  };
  for (const char* name : {"tissue", "tissue/none", "elsewhere", "alias/mask", "none", "/"})
    EXPECT_EQ(refusal(file, ample, name), none(name));
  for (const auto& [name, why] : {std::pair{"list", "has 1 dimension"},
                                  {"four", "has 4 dimensions"},
                                  {"real", "holds floating-point numbers"}})
    EXPECT_EQ(refusal(file, ample, name),
              none(name) + ": '" + name + "' " + why + "; convert it, as numpy's astype('uint8') does");
  EXPECT_EQ(refusal(file, ample),
            "numbers.h5: has the datasets large, negative, plane, solid, tissue/mask; say which with "
            "'dataset'");
  EXPECT_EQ(refusal(file, {2, 2, 1}, "plane"), "numbers.h5: is 3 x 2; at most 2 x 2 fit");
}

// As other programs write it: a group within a group, and a dataset of real numbers beside it.
TEST(Volume, TheOnlyDatasetIsFoundInAnyGroup) {
  const TemporaryFolder folder;
  const hid_t file = H5Fcreate((folder / "a.h5").c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
  const hid_t outer = H5Gcreate2(file, "tissue", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
  const hid_t inner = H5Gcreate2(outer, "left", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
  const std::array<hsize_t, 2> sizes = {2, 3};
  const hid_t space = H5Screate_simple(2, sizes.data(), nullptr);
  const hid_t mask = H5Dcreate2(inner, "mask", H5T_STD_U8LE, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
  const hid_t oxygen =
      H5Dcreate2(file, "oxygen", H5T_IEEE_F32LE, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
  const Values mask_values = {0, 1, 2, 3, 200, 255};
  H5Dwrite(mask, H5T_NATIVE_UINT8, H5S_ALL, H5S_ALL, H5P_DEFAULT, mask_values.data());
  H5Lcreate_hard(file, "/", inner, "back", H5P_DEFAULT, H5P_DEFAULT);  // a cycle of links
  for (const hid_t dataset : {mask, oxygen}) H5Dclose(dataset);
  H5Sclose(space);
  for (const hid_t group : {inner, outer}) H5Gclose(group);
  H5Fclose(file);
  EXPECT_EQ(load_volume(folder / "a.h5", "", ample).values, mask_values);
}

TEST(Volume, OfAStateFileIsItsState) {
  const TemporaryFolder folder;
  const Field state{"state", ValueType::U8, {33, 47, 29}, 3}, age{"age", ValueType::U8, {3, 4, 1}, 2};
  Hdf5Writer writer(folder / "a.h5");
  write_whole(writer, age, some_values(age), 1000);
  write_whole(writer, state, some_values(state), 1000);
  writer.close();
  const Volume volume = load_volume(folder / "a.h5", "", ample);
  EXPECT_EQ(volume.extent, state.extent);
  EXPECT_EQ(std::as_bytes(std::span(volume.values)).front(), some_values(state).front());
  EXPECT_EQ(load_volume(folder / "a.h5", "age", ample).extent, age.extent);
}

TEST(Volume, DamagedAndHugeHdf5IsRefused) {
  const TemporaryFolder folder;
  const Field state{"state", ValueType::U8, {33, 47, 1}, 2};
  Hdf5Writer writer(folder / "a.h5");
  write_whole(writer, state, some_values(state), 1000);
  writer.close();
  const std::string good = read_file(folder / "a.h5");
  for (const std::size_t length : {std::size_t{0}, std::size_t{9}, good.size() / 2, good.size() - 1}) {
    write_file(folder / "cut.h5", good.substr(0, length));
    EXPECT_TRUE(refusal(folder / "cut.h5").starts_with("cut.h5: ")) << length;
  }
  Hdf5Writer huge(folder / "huge.h5");  // of which nothing is ever written
  huge.add({"state", ValueType::U8, {Index{1} << 30, Index{1} << 30, 1}, 2});
  huge.close();
  EXPECT_EQ(refusal(folder / "huge.h5"),
            "huge.h5: is 1073741824 x 1073741824 x 1; at most 1000 x 1000 x 1000 fit");
  Hdf5Writer(folder / "none.h5").close();
  EXPECT_EQ(refusal(folder / "none.h5"),
            "none.h5: has no dataset of whole numbers in two or three dimensions");
}

}  // namespace
}  // namespace morula::io
