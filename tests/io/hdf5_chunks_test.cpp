// Chunks compressed by our threads: the file is the same for any number of threads, and HDF5 can read it.
// Files that HDF5 wrote can be read by our threads.
#include <gtest/gtest.h>

#include <algorithm>

#include "core/error.h"
#include "core/threads.h"
#include "io/durable_file.h"
#include "io/field_chunks.h"
#include "tests/io/plain_hdf5.h"
#include "tests/io/temporary_folder.h"

namespace morula::io {
namespace {

// Fields with several chunks each, of which the last ones are smaller: planes, rows of planes, parts of rows.
const std::vector<Field> fields = {{"planes", ValueType::U8, {301, 211, 67}, 3},
                                   {"planes of words", ValueType::U32, {101, 103, 61}, 3},
                                   {"rows", ValueType::U8, {2003, 1049, 2}, 3},
                                   {"rows of words", ValueType::U64, {997, 503, 1}, 2},
                                   {"picture", ValueType::U16, {1499, 1021, 1}, 2},
                                   {"long rows", ValueType::U8, {2'100'001, 3, 1}, 2},
                                   {"list", ValueType::U64, {300'007, 1, 1}, 1},
                                   {"small", ValueType::U32, {5, 3, 1}, 2},
                                   {"signed", ValueType::I32, {211, 307, 7}, 3},
                                   {"signed list", ValueType::I64, {200'003, 1, 1}, 1},
                                   {"real", ValueType::F64, {499, 401, 1}, 2},
                                   {"small replicas", ValueType::U8, {97, 61, 1}, 2, 411},
                                   {"large replicas", ValueType::U16, {1499, 521, 1}, 2, 3},
                                   {"replicas of cubes", ValueType::U32, {61, 53, 67}, 3, 5},
                                   {"replicas of lists", ValueType::F64, {7, 1, 1}, 1, 40'001}};

Bytes mixed_values(const Field& field) {  // part of them does not compress
  Bytes values = some_cells(field);
  const Bytes noise = some_values(field);
  std::copy_n(noise.begin(), noise.size() / 3, values.begin());
  return values;
}

std::string written(const std::filesystem::path& path, const Field& field, const Bytes& values,
                    std::uint64_t at_most, ThreadPool* threads) {
  Hdf5Writer writer(path, threads);
  write_whole(writer, field, values, at_most);
  writer.close();
  return read_file(path);
}

// Whoever packs the chunks, the file is the same, and the same values are read from it.
TEST(Hdf5Chunks, ThatWerePackedElsewhereMakeTheSameFile) {
  const TemporaryFolder folder;
  for (const Field& field : fields) {
    const Bytes values = mixed_values(field);
    const std::string right = written(folder / "here.h5", field, values, 1 << 20, nullptr);
    const Chunked chunks = chunks_for(field);
    const Hdf5Reader reader(folder / "here.h5");
    Hdf5Writer writer(folder / "elsewhere.h5");
    writer.add(field);
    for (std::uint64_t chunk = 0; chunk < chunks.grid.count(); ++chunk) {
      const Slab held = chunks.grid.values(chunk);
      const std::uint64_t size = size_of(field.type);
      const PackedChunk packed =
          pack(chunks.form, std::span(values).subspan(held.first * size, held.count * size));
      EXPECT_TRUE(reader.read_packed(field, chunk) == packed) << field.name << ", chunk " << chunk;
      writer.write_packed(field, chunk, packed);
    }
    writer.close();
    EXPECT_TRUE(read_file(folder / "elsewhere.h5") == right) << field.name;
  }
}

TEST(Hdf5Chunks, CoverAFieldInOrderWhereverSlabsEnd) {
  for (const Field& field : fields) {
    const ChunkGrid grid(shape_of(field), chunk_of(field));
    ASSERT_TRUE(grid.is_consecutive());
    EXPECT_LE(grid.capacity() * size_of(field.type), chunk_bytes);
    Index next = 0;
    for (const Slab& slab : slabs_of(field, 700'000))
      for (const ChunkGrid::Piece& piece : grid.pieces(slab)) {
        const Slab held = grid.values(piece.chunk);
        ASSERT_EQ(held.first + piece.in_chunk, next);
        ASSERT_EQ(slab.first + piece.in_slab, next);
        ASSERT_LE(piece.in_chunk + piece.count, held.count);
        next += piece.count;
      }
    EXPECT_EQ(next, field.values());
  }
}

TEST(Hdf5Chunks, AreNearlyEqual) {
  EXPECT_EQ(chunk_of({"", ValueType::U8, {1024, 1025, 1}, 2}), (Shape{1024, 513, 1, 1}));
  EXPECT_EQ(chunk_of({"", ValueType::U8, {1024, 1024, 7}, 3}), (Shape{1024, 1024, 1, 1}));
  EXPECT_EQ(chunk_of({"", ValueType::U64, {131'073, 9, 1}, 2}), (Shape{65'537, 1, 1, 1}));
  EXPECT_EQ(chunk_of({"", ValueType::U8, {5000, 5000, 5000}, 3}), (Shape{5000, 209, 1, 1}));
  EXPECT_EQ(chunk_of({"", ValueType::U8, {100, 100, 1}, 2, 150}), (Shape{100, 100, 1, 75}));
  EXPECT_EQ(chunk_of({"", ValueType::U8, {1000, 1000, 3}, 3, 150}), (Shape{1000, 1000, 1, 1}));
}

TEST(Hdf5Chunks, FromAnyNumberOfThreadsAreTheSameFile) {
  const TemporaryFolder folder;
  for (const Field& field : fields) {
    const Bytes values = mixed_values(field);
    const std::string alone = written(folder / "a.h5", field, values, slab_bytes, nullptr);
    for (const unsigned count : {1u, 2u, 7u}) {
      ThreadPool threads(count);
      for (const std::uint64_t at_most : {slab_bytes, std::uint64_t{700'000}})
        EXPECT_EQ(written(folder / "b.h5", field, values, at_most, &threads), alone)
            << field.name << " by " << count << " threads in slabs of " << at_most;
    }
  }
}

TEST(Hdf5Chunks, AreReadByHdf5Itself) {
  const TemporaryFolder folder;
  ThreadPool threads(3);
  for (const Field& field : fields) {
    const Bytes values = mixed_values(field);
    written(folder / "a.h5", field, values, 3'000'000, &threads);
    EXPECT_EQ(plainly_read(folder / "a.h5", field), values) << field.name;
  }
}

TEST(Hdf5Chunks, AreReadByAnyNumberOfThreadsInAnySlabs) {
  const TemporaryFolder folder;
  for (const Field& field : fields) {
    const Bytes values = mixed_values(field);
    written(folder / "a.h5", field, values, slab_bytes, nullptr);
    for (const unsigned count : {1u, 2u, 7u}) {
      ThreadPool threads(count);
      const Hdf5Reader reader(folder / "a.h5");
      for (const std::uint64_t at_most :
           {slab_bytes, std::uint64_t{700'000}, std::uint64_t{100'000}, whole_chunks(field, 2'100'000)})
        EXPECT_EQ(read_whole(reader, field, at_most, &threads), values)
            << field.name << " by " << count << " threads in slabs of " << at_most;
    }
  }
}

TEST(Hdf5Chunks, AreNotCutBySlabsOfWholeChunks) {
  for (const Field& field : fields)
    for (const std::uint64_t bytes : {1, 1'500'000, 4'000'000}) {
      const Chunked chunks = chunks_for(field);
      for (const Slab& slab : slabs_of(field, whole_chunks(field, bytes)))
        for (const ChunkGrid::Piece& piece : chunks.grid.pieces(slab))
          EXPECT_TRUE(piece.whole) << field.name << " in slabs of " << bytes;
    }
}

// Other programs choose chunks and filters freely, and old runs had chunks of other sizes.
TEST(Hdf5Chunks, OfAnyLayoutThatHdf5WroteAreRead) {
  const TemporaryFolder folder;
  ThreadPool threads(3);
  using Set = std::function<void(hid_t)>;
  const auto chunked = [](std::vector<hsize_t> sizes, Set filters) -> Set {
    return [=](hid_t list) {
      H5Pset_chunk(list, static_cast<int>(sizes.size()), sizes.data());
      filters(list);
    };
  };
  const Set none = [](hid_t) {}, deflate = [](hid_t list) { H5Pset_deflate(list, 6); };
  const Set shuffled = [](hid_t list) { H5Pset_shuffle(list), H5Pset_deflate(list, 1); };
  const Set shuffled_and_checked = [=](hid_t list) { shuffled(list), H5Pset_fletcher32(list); };
  const Set checked_first = [](hid_t list) { H5Pset_fletcher32(list), H5Pset_deflate(list, 1); };
  const Set shuffled_last = [](hid_t list) { H5Pset_deflate(list, 1), H5Pset_shuffle(list); };
  const Set twice = [](hid_t list) { H5Pset_deflate(list, 1), H5Pset_deflate(list, 1); };
  const Set scaled = [](hid_t list) { H5Pset_scaleoffset(list, H5Z_SO_INT, 0); };
  for (const ValueType type : {ValueType::U8, ValueType::U32, ValueType::I64}) {
    const Field field{"cells", type, {31, 23, 11}, 3};
    for (const Bytes& values : {mixed_values(field), some_values(field), some_cells(field)}) {
      std::vector<Set> layouts = {none};
      for (const Set& filters :
           {none, deflate, shuffled, shuffled_and_checked, checked_first, shuffled_last, twice, scaled})
        for (const std::vector<hsize_t>& sizes :
             {std::vector<hsize_t>{4, 23, 31}, {1, 10, 31}, {1, 1, 13}, {5, 7, 11}, {11, 23, 31}, {3, 23, 1}})
          layouts.push_back(chunked(sizes, filters));
      for (std::size_t i = 0; i < layouts.size(); ++i) {
        plainly_write(folder / "a.h5", field, values, layouts[i]);
        // HDF5 1.14.5 itself cannot read what its scale-offset filter makes of values that use all bits.
        if (plainly_read(folder / "a.h5", field) != values) continue;
        const Hdf5Reader reader(folder / "a.h5");
        for (const std::uint64_t at_most : {slab_bytes, std::uint64_t{5000}})
          ASSERT_EQ(read_whole(reader, field, at_most, &threads), values) << "layout " << i;
        Bytes unpacked(values.size());
        ASSERT_TRUE(unpack(chunks_for(field).form, reader.read_packed(field, 0), unpacked)) << "layout " << i;
        ASSERT_EQ(unpacked, values) << "layout " << i;
      }
    }
  }
}

const Field three_planes{"cells", ValueType::U8, {100, 50, 3}, 3};

void cut_into_planes(hid_t list) {
  const std::vector<hsize_t> sizes = {1, 50, 100};
  H5Pset_chunk(list, 3, sizes.data());
  H5Pset_deflate(list, 1);
}

// Addresses count from the end of the bytes that a program reserves for itself (the user block).
TEST(Hdf5Chunks, OfAFileWithAUserBlockAreRead) {
  const TemporaryFolder folder;
  ThreadPool threads(2);
  const Field field = three_planes;
  const Bytes values = some_values(field);
  for (const hsize_t kept_free : {0, 512, 4096}) {
    plainly_write(folder / "a.h5", field, values, cut_into_planes, kept_free);
    EXPECT_EQ(read_whole(Hdf5Reader(folder / "a.h5"), field, 1000, &threads), values) << kept_free;
  }
}

TEST(Hdf5Chunks, MayBeManyAndTiny) {
  const TemporaryFolder folder;
  const Index count = 20'000, size = 3;
  const Field field{"cells", ValueType::U8, {size, count, 1}, 2};
  const Bytes values = some_values(field);
  plainly_write(folder / "a.h5", field, values, [](hid_t list) {
    const std::vector<hsize_t> sizes = {1, size};
    H5Pset_chunk(list, 2, sizes.data());
    H5Pset_deflate(list, 1);
  });
  const Hdf5Reader reader(folder / "a.h5");
  EXPECT_TRUE(read_whole(reader, field, slab_bytes) == values);
  Bytes chunk(size);
  for (const Index i : {Index{0}, count / 2, count - 1}) {
    reader.read(field, {i * size, size}, chunk);
    EXPECT_TRUE(
        std::equal(chunk.begin(), chunk.end(), values.begin() + static_cast<std::ptrdiff_t>(i * size)));
  }
}

TEST(Hdf5Chunks, ThatWereNeverWrittenHoldWhatTheirFileSays) {
  const TemporaryFolder folder;
  plainly_write(folder / "a.h5", three_planes, {}, [](hid_t list) {
    const std::uint8_t filling = 7;
    cut_into_planes(list);
    H5Pset_fill_value(list, H5T_NATIVE_UINT8, &filling);
  });
  EXPECT_EQ(read_whole(Hdf5Reader(folder / "a.h5"), three_planes, slab_bytes), Bytes(15'000, std::byte{7}));
}

template <class Number>
std::string bytes_of(Number number) {
  return {reinterpret_cast<const char*>(&number), sizeof number};
}

// A file without newer layouts has an index without checksums: a B-tree in which the address of a chunk
// follows the chunk's size (4 bytes), the omitted filters (4) and its origin with an additional 0 (4 times
// 8).
TEST(Hdf5Chunks, WithAnIndexThatLiesAreRefused) {
  const TemporaryFolder folder;
  ThreadPool threads(2);
  plainly_write(folder / "good.h5", three_planes, some_values(three_planes), cut_into_planes);
  const std::string good = read_file(folder / "good.h5");
  const PlainPlace chunk = plain_place_of_first_chunk(folder / "good.h5", three_planes);
  const std::size_t address = good.find(bytes_of(chunk.offset)), size = address - 40;
  ASSERT_NE(address, std::string::npos);
  ASSERT_EQ(good.substr(size, 4), bytes_of(static_cast<std::uint32_t>(chunk.bytes)));
  const auto expect_refused = [&](std::size_t place, const std::string& lie) {
    std::string bad = good;
    write_file(folder / "bad.h5", bad.replace(place, lie.size(), lie));
    const Hdf5Reader reader(folder / "bad.h5");
    EXPECT_THROW(read_whole(reader, three_planes, 5000, &threads), FileError) << testing::PrintToString(lie);
    EXPECT_THROW(reader.read_packed(three_planes, 0), FileError) << testing::PrintToString(lie);
  };
  const std::uint64_t end = good.size(), largest = std::numeric_limits<std::uint64_t>::max();
  for (const std::uint64_t lie : {end - chunk.bytes + 1, end - 1, end, end + 1, end << 20, largest / 2 - 10,
                                  largest / 2 + 10, largest - 10})
    expect_refused(address, bytes_of(lie));
  for (const std::uint32_t lie : {1u, 5000u, static_cast<std::uint32_t>(end), 1u << 30, 0x7fff'ffffu, ~0u})
    expect_refused(size, bytes_of(lie));
}

TEST(Hdf5Chunks, WhenDamagedAreRefusedByEveryNumberOfThreads) {
  const TemporaryFolder folder;
  const Field field{"cells", ValueType::U8, {1000, 1000, 5}, 3};
  const std::string good = written(folder / "a.h5", field, some_cells(field), slab_bytes, nullptr);
  for (const unsigned count : {1u, 4u}) {
    ThreadPool threads(count);
    for (std::size_t place = good.size() / 4; place < good.size() - 5000; place += good.size() / 7) {
      std::string bad = good;
      bad[place] = static_cast<char>(bad[place] ^ 4);
      write_file(folder / "bad.h5", bad);
      const Hdf5Reader reader(folder / "bad.h5");
      EXPECT_EQ(message_of<FileError>([&] { read_whole(reader, field, 1'000'000, &threads); }),
                (folder / "bad.h5").string() + ": is damaged: a part of its field 'cells' does not unpack");
    }
  }
}

}  // namespace
}  // namespace morula::io
