// HDF5 volumes over ranks: only rank 0 sees the file, and it sends each rank the layers that the rank owns.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>

#include "core/mix.h"
#include "core/rank_zero.h"
#include "io/hdf5_file.h"
#include "models/ranks/rank_part.h"
#include "models/ranks/rank_volumes.h"
#include "models/ranks/ranked_model.h"
#include "runner/run_ranks.h"
#include "tests/io/temporary_folder.h"
#include "tests/ranks/spread.h"

namespace morula::test {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t volume_steps = 6;

// Values from 0 to `most`.
template <class Value>
void write_volume(const fs::path& file, ValueType type, const Extent& extent, Value most) {
  const Field field{"tissue", type, extent, extent.z > 1 ? 3u : 2u};
  std::vector<Value> values(extent.sites());
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<Value>(mix64(i) % (most + 1u));
  io::Hdf5Writer writer(file);
  writer.add(field);
  writer.write(field, {0, values.size()}, std::as_bytes(std::span(values)));
  writer.close();
}

ModelSource volume_source(const io::TemporaryFolder& folder, const std::string& text) {
  return {{folder / "model.yaml", text}, {}, folder.path()};
}

ModelOfAll read_over(const ModelSource& source, Communicator& ranks) {
  ModelSource source_of_rank = source;
  return read_for_all(source, ranks, [&](const DeferredVolumes& deferred) {
    source_of_rank.deferred = deferred;
    return read_model(source_of_rank);
  });
}

void expect_same_over_ranks(const io::TemporaryFolder& folder, const std::string& text, std::size_t volumes,
                            const std::vector<int>& every_number = {2, 3, 5}) {
  const ModelSource source = volume_source(folder, text);
  const auto alone = make_model(read_model(source), on_one_thread());
  const Hash first = alone->hash();
  alone->step(volume_steps);
  ASSERT_NE(first, alone->hash()) << "nothing happens";
  for (const int number : every_number)
    run_thread_ranks(number, [&](Communicator& ranks) {
      const ModelOfAll model = read_over(source, ranks);
      EXPECT_EQ(model.part.deferred_volumes.size(), volumes);
      const Backend backend = on_one_thread();
      if (ranks.rank() != 0) {
        serve_ranked_model(model.whole, model.part, backend, ranks);
      } else {
        const auto made = make_ranked_model(model.whole, model.part, backend, ranks, Start::Initial);
        EXPECT_EQ(made->hash(), first) << number << " ranks";
        made->step(volume_steps);
        EXPECT_EQ(made->hash(), alone->hash()) << number << " ranks";
      }
      for (const DeferredVolume& deferred : model.part.deferred_volumes)
        EXPECT_TRUE(deferred.volume->values.empty());
    });
}

// A tissue whose mask is in mask.h5; `more` is added inside its braces.
std::string masked_tissue(const io::TemporaryFolder& folder, const std::string& keys) {
  write_volume<u8>(folder / "mask.h5", ValueType::U8, {23, 17, 1}, 7);
  return "model: automaton\nsteps: 60\nlattice: {size: [23, 17], boundary: fixed}\nautomaton: {tissue: "
         "{activated: 2, refractory: 3, threshold: 1, stimuli: [{site: [3, 4]}], mask: {file: mask.h5}" +
         keys + "}}\n";
}

// The mask is as large as the lattice; the map has values of 16 bits.
TEST(RankVolumes, OfATissue) {
  const io::TemporaryFolder folder;
  write_volume<u16>(folder / "map.h5", ValueType::U16, {23, 17, 1}, 3);
  const std::string slow_region =
      ", regions: [{name: slow, map: {file: map.h5, dataset: tissue, value: 2}, activated: 2, refractory: "
      "5}]";
  expect_same_over_ranks(folder, masked_tissue(folder, slow_region), 2);
}

// A change reads the model again, but the values are those of the state: the volumes are not sent twice.
TEST(RankVolumes, OfATissueThatChanges) {
  const io::TemporaryFolder folder;
  expect_same_over_ranks(folder,
                         masked_tissue(folder, "") +
                             "changes: [{at: 2, set: {automaton.tissue.threshold: 2}}, {at: 4, sites: {ball: "
                             "{centre: [12, 8], radius: 4}}, to: 1}]\n",
                         1);
}

// A pattern smaller than the lattice: ranks that own part of it lie between ranks that own nothing of it.
TEST(RankVolumes, PlacedSomewhere) {
  const io::TemporaryFolder folder;
  write_volume<u8>(folder / "solid.h5", ValueType::U8, {9, 8, 4}, 1);
  write_volume<u8>(folder / "plane.h5", ValueType::U8, {9, 6, 1}, 9);
  const std::string rest =
      "initial: {random: {density: 0.1}, patterns: [{file: solid.h5, at: [3, 1, 5]}, {file: plane.h5, at: "
      "[1, 1, "
      "7], values: {2: 1, 3: 0, 4: 0, 5: 0, 6: 0, 7: 0, 8: 0, 9: 1}}]}\n";
  expect_same_over_ranks(
      folder,
      "model: automaton\nsteps: 60\nlattice: {size: [14, 11, 13]}\nautomaton: {rule: \"3D4,5/5\"}\n" + rest,
      2);
  expect_same_over_ranks(
      folder,
      "model: automaton\nsteps: 60\nlattice: {size: [14, 19]}\nautomaton: {rule: B3/S23}\n"
      "initial: {pattern: {file: plane.h5, at: [1, 9], values: {2: 1, 3: 0, 4: 0, 5: 0, 6: 0, "
      "7: 0, 8: 0, 9: 1}}}\n",
      1);
}

// Divided among more ranks than there are replicas, and shared out among fewer ranks.
TEST(RankVolumes, OfSpecies) {
  const io::TemporaryFolder folder;
  write_volume<u8>(folder / "species.h5", ValueType::U8, {20, 18, 1}, 4);
  expect_same_over_ranks(
      folder,
      "model: interaction\nseed: 9\nsteps: 60\nreplicas: 3\nlattice: {size: [20, 18]}\ninteraction: "
      "{species: "
      "[a, b, c], preys: cyclic, rates: {mobility: 0.5, reproduction: 0.25, predation: 0.25}}\n"
      "initial: {pattern: {file: species.h5, values: {4: b}}}\n",
      1, {2, 3, 5});
}

// Counts the bytes that rank 0 sends to all ranks; the mask must not be among them.
class BroadcastCounter final : public WrappedCommunicator {
 public:
  using WrappedCommunicator::WrappedCommunicator;
  std::uint64_t bytes = 0;

  void broadcast(Bytes& message) override {
    WrappedCommunicator::broadcast(message);
    bytes += message.size();
  }
};

const std::string large_mask =
    "model: automaton\nsteps: 60\nlattice: {size: [64, 32, 29], boundary: fixed}\nautomaton: {tissue: "
    "{activated: "
    "2, refractory: 3, threshold: 1, mask: {file: mask.h5}}}\n";

TEST(RankVolumes, AreHeldInParts) {
  const io::TemporaryFolder folder;
  constexpr Extent extent{64, 32, 29};
  write_volume<u8>(folder / "mask.h5", ValueType::U8, extent, 1);
  run_thread_ranks(4, [&](Communicator& threads) {
    BroadcastCounter ranks(threads);
    const ModelOfAll model = read_over(volume_source(folder, large_mask), ranks);
    EXPECT_LT(ranks.bytes, 2000u);
    ASSERT_EQ(model.whole.deferred_volumes.size(), 1u);
    const io::Volume& volume = *model.whole.deferred_volumes.front().volume;
    EXPECT_TRUE(volume.values.empty());
    const Decomposition decomposition = decomposition_of(model.whole, ranks.size());
    ASSERT_TRUE(load_deferred_volumes(model.whole, owned_by_each(decomposition), ranks));
    const LayerRange& owned = decomposition.owned_by(ranks.rank());
    constexpr Index plane = extent.x * extent.y;
    EXPECT_EQ(volume.first, owned.first * plane);
    EXPECT_EQ(volume.values.size(), owned.count * plane);
    EXPECT_EQ(deferred_volume_bytes(model.whole, owned), owned.count * plane);
    for (std::size_t i = 0; i < volume.values.size(); ++i)
      ASSERT_EQ(volume.values[i], mix64(volume.first + i) % 2);
  });
}

// Wrong values are reported as by one process, before anything is made.
TEST(RankVolumes, ThatHoldNoStatesAreRefused) {
  const io::TemporaryFolder folder;
  write_volume<u8>(folder / "states.h5", ValueType::U8, {9, 8, 1}, 5);
  const ModelSource source = volume_source(folder,
                                           "model: automaton\nsteps: 60\nlattice: {size: [9, 8]}\nautomaton: "
                                           "{rule: B3/S23}\ninitial: {pattern: {file: "
                                           "states.h5}}\n");
  const std::string alone = io::message_of<SpecError>([&] { read_model(source); });
  EXPECT_NE(alone.find("the states are 0 to 1"), std::string::npos) << alone;
  run_thread_ranks(2, [&](Communicator& ranks) {
    if (ranks.rank() != 0) {
      EXPECT_THROW(read_over(source, ranks), ToldElsewhere);
    } else {
      try {
        read_over(source, ranks);
        ADD_FAILURE();
      } catch (const KnownToAll& known) {
        EXPECT_EQ(io::message_of<SpecError>([&] { std::rethrow_exception(known.failure()); }), alone);
      }
    }
  });
}

// Rank 0 reports the error, and the other ranks return.
TEST(RankVolumes, WhoseFileIsGoneEndInOrder) {
  const io::TemporaryFolder folder;
  write_volume<u8>(folder / "mask.h5", ValueType::U8, {64, 32, 29}, 1);
  run_thread_ranks(3, [&](Communicator& ranks) {
    const ModelOfAll model = read_over(volume_source(folder, large_mask), ranks);
    if (ranks.rank() != 0) return serve_ranked_model(model.whole, model.part, on_one_thread(), ranks);
    fs::remove(folder / "mask.h5");
    EXPECT_THROW(make_ranked_model(model.whole, model.part, on_one_thread(), ranks, Start::Initial),
                 FileError);
  });
}

}  // namespace
}  // namespace morula::test
