// The chunks of a field that is spread over several ranks equal those of one process, and can be read back.
#include "models/ranks/packed_field.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <mutex>

#include "core/error.h"
#include "core/thread_ranks.h"
#include "io/field_chunks.h"
#include "tests/io/values.h"

namespace morula::test {
namespace {

// Fields of several chunks: planes, rows of planes, parts of rows, whole replicas and parts of them.
const std::vector<Field> packed_fields = {{"planes", ValueType::U8, {301, 211, 67}, 3},
                                          {"rows", ValueType::U32, {1003, 1049, 1}, 2},
                                          {"rows of planes", ValueType::U8, {2003, 1049, 3}, 3},
                                          {"long rows", ValueType::U8, {1'100'001, 4, 1}, 2},
                                          {"small", ValueType::U16, {5, 7, 1}, 2},
                                          {"small replicas", ValueType::U8, {97, 61, 1}, 2, 211},
                                          {"large replicas", ValueType::U16, {1499, 521, 1}, 2, 3},
                                          {"empty", ValueType::U8, {0, 1, 1}, 1}};

// A field divided among ranks like a lattice: each rank holds one slab of layers of every replica.
class HeldInSlabs {
 public:
  HeldInSlabs(const Field& field, int ranks) : field_(field), ranks_(static_cast<Index>(ranks)) {}

  std::vector<Holding> holders(Slab slab) const {
    const Index sites = field_.extent.sites(),
                layers = field_.extent.z > 1 ? field_.extent.z : field_.extent.y;
    const auto border = [&](Index rank) { return layers * rank / ranks_ * (sites / layers); };
    std::vector<Holding> parts;
    for (Index at = slab.first; at < slab.first + slab.count; at += parts.back().slab.count) {
      Index rank = 0;
      while (border(rank + 1) <= at % sites) ++rank;
      const Index end = std::min(slab.first + slab.count, at / sites * sites + border(rank + 1));
      parts.push_back({static_cast<int>(rank), {at, end - at}});
    }
    return parts;
  }

  // The test fails if a rank reads or restores values of another rank.
  FieldOnRanks of_rank(int rank, std::vector<std::byte>& values) const {
    const auto place = [this, rank, &values](Slab slab) {
      box_of(slab, field_);  // asserts that the slab is a box
      for (const Holding& part : holders(slab)) EXPECT_EQ(part.rank, rank);
      const std::uint64_t size = size_of(field_.type);
      return std::span(values).subspan(slab.first * size, slab.count * size);
    };
    return {field_, [this](Slab slab) { return holders(slab); },
            [place](Slab slab, std::span<std::byte> into) { std::ranges::copy(place(slab), into.begin()); },
            [place](Slab slab, std::span<const std::byte> from) {
              std::ranges::copy(from, place(slab).begin());
            }};
  }

 private:
  Field field_;
  Index ranks_;
};

std::vector<io::PackedChunk> packed_here(const Field& field, const std::vector<std::byte>& values) {
  const io::Chunked chunks = io::chunks_for(field);
  const std::uint64_t size = size_of(field.type);
  std::vector<io::PackedChunk> packed;
  for (std::uint64_t chunk = 0; chunk < chunks.grid.count(); ++chunk) {
    const Slab slab = chunks.grid.values(chunk);
    packed.push_back(io::pack(chunks.form, std::span(values).subspan(slab.first * size, slab.count * size)));
  }
  return packed;
}

TEST(PackedField, OfManyRanksIsThatOfOneAndComesBack) {
  for (const Field& field : packed_fields)
    for (const int ranks : {2, 3}) {
      std::vector<std::byte> values = io::some_cells(field), restored(values.size());
      const std::vector<io::PackedChunk> right = packed_here(field, values);
      const HeldInSlabs held(field, ranks);
      std::vector<io::PackedChunk> chunks;
      run_thread_ranks(ranks, [&](Communicator& communicator) {
        ThreadPool threads(communicator.rank() == 1 ? 2 : 1);
        read_packed(held.of_rank(communicator.rank(), values), communicator, threads,
                    [&](std::uint64_t chunk, std::span<const std::byte> packed) {
                      EXPECT_EQ(chunk, chunks.size());
                      chunks.emplace_back(packed.begin(), packed.end());
                    });
        restore_packed(held.of_rank(communicator.rank(), restored), communicator, threads,
                       [&](std::uint64_t chunk) { return right.at(chunk); });
      });
      EXPECT_TRUE(chunks == right) << field.name << ", " << ranks << " ranks";
      EXPECT_TRUE(restored == values) << field.name << ", " << ranks << " ranks";
    }
}

// The other ranks return and can take part in the next call.
TEST(PackedField, AFullDiskIsToldOnRankZeroAlone) {
  const Field field = packed_fields.front();
  std::vector<std::byte> values = io::some_cells(field);
  const HeldInSlabs held(field, 3);
  run_thread_ranks(3, [&](Communicator& communicator) {
    ThreadPool threads(1);
    const auto read = [&] {
      read_packed(held.of_rank(communicator.rank(), values), communicator, threads,
                  [&](std::uint64_t chunk, std::span<const std::byte>) {
                    if (chunk == 1) throw FileError("disk", "is full");
                  });
    };
    if (communicator.rank() == 0)
      EXPECT_THROW(read(), FileError);
    else
      read();
    std::vector<std::uint64_t> numbers = {1};
    communicator.sum(numbers);
    EXPECT_EQ(numbers.front(), 3u);
    EXPECT_FALSE(communicator.receive_message({}));
  });
}

TEST(PackedField, ADamagedChunkIsToldByItsOwner) {
  const Field field = packed_fields.front();
  const std::vector<std::byte> values = io::some_cells(field);
  std::vector<std::byte> restored(values.size());
  std::vector<io::PackedChunk> packed = packed_here(field, values);
  packed.back().at(7) ^= std::byte{1};
  const HeldInSlabs held(field, 3);
  run_thread_ranks(3, [&](Communicator& communicator) {
    ThreadPool threads(1);
    const auto restore = [&](const Model::ChunkSource& given) {
      if (const auto failure =
              restore_packed(held.of_rank(communicator.rank(), restored), communicator, threads, given))
        std::rethrow_exception(failure);
    };
    const auto given = [&](std::uint64_t chunk) { return packed.at(chunk); };
    if (communicator.rank() == 2)
      EXPECT_THROW(restore(given), StateError);
    else
      restore(given);
    const auto unreadable = [&](std::uint64_t) -> std::vector<std::byte> {
      throw FileError("disk", "is gone");
    };
    if (communicator.rank() == 0)
      EXPECT_THROW(restore(unreadable), FileError);
    else
      restore(unreadable);
  });
}

}  // namespace
}  // namespace morula::test
