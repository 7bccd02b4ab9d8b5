// Saving and restoring a whole model, and refusing files that are damaged or of another model.
#include "runner/checkpoint.h"

#include <gtest/gtest.h>

#include <fstream>

#include "core/error.h"
#include "fake_model.h"
#include "io/durable_file.h"
#include "io/hdf5_file.h"
#include "tests/io/temporary_folder.h"

#ifdef __SANITIZE_ADDRESS__
// HDF5 does not free all of its memory for a file that turns out to be damaged.
extern "C" const char* __lsan_default_suppressions() { return "leak:libhdf5\n"; }
#endif

namespace morula::test {
namespace {

FakeModel some_model() {
  std::vector<std::uint64_t> values(9 * 7);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = mix64(i) % 3;
  FakeModel model = model_2d(9, 7, values);
  model.set_time(1234);
  return model;
}

TEST(Checkpoint, HoldsFieldsAndTime) {
  const io::TemporaryFolder folder;
  FakeModel model = some_model(), again = model_2d(9, 7);
  save_state(model, folder / "checkpoint.h5");
  load_state(again, folder / "checkpoint.h5");
  EXPECT_EQ(again.time(), 1234u);
  EXPECT_EQ(again.values(), model.values());
}

TEST(Checkpoint, OfTheSameModelIsTheSameFile) {
  const io::TemporaryFolder folder;
  FakeModel model = some_model();
  save_state(model, folder / "a.h5");
  save_state(model, folder / "b.h5");
  EXPECT_EQ(io::read_file(folder / "a.h5"), io::read_file(folder / "b.h5"));
}

TEST(Checkpoint, StartsAnotherRunAtTimeZero) {
  const io::TemporaryFolder folder;
  FakeModel model = some_model(), restarted = model_2d(9, 7);
  save_state(model, folder / "checkpoint.h5");
  start_from_run(restarted, folder.path());
  EXPECT_EQ(restarted.time(), 0u);
  EXPECT_EQ(restarted.values(), model.values());
}

TEST(Checkpoint, OfAnotherSizeOrTypeIsRefused) {
  const io::TemporaryFolder folder;
  FakeModel model = some_model(), larger = model_2d(9, 8);
  FakeModel wider({"state", ValueType::U16, {9, 7, 1}, 2}, {});
  const auto file = folder / "checkpoint.h5";
  save_state(model, file);
  EXPECT_EQ(io::message_of<FileError>([&] { load_state(larger, file); }),
            file.string() + ": its field 'state' is 9 x 7 where this model's is 9 x 8");
  EXPECT_EQ(io::message_of<FileError>([&] { load_state(wider, file); }),
            file.string() + ": its field 'state' does not have the type of this model's field");
}

// The checksums of HDF5 find accidental damage; the state hash finds all other differences from the saved
// state.
TEST(Checkpoint, WhoseHashIsNotThatOfItsStateIsRefused) {
  const io::TemporaryFolder folder;
  const auto path = folder / "checkpoint.h5";
  FakeModel model = some_model();
  const Field field = model.fields().front();
  io::Hdf5Writer file(path);
  file.attribute("time", std::uint64_t{1234});
  file.attribute("updates", std::uint64_t{0});
  file.attribute("state_hash", to_string(model.hash()));
  file.add(field);
  file.write(field, {0, 9 * 7}, std::vector<std::byte>(9 * 7));
  file.close();
  EXPECT_EQ(io::message_of<FileError>([&] { load_state(model, path); }),
            path.string() + ": is damaged: its state hash does not match its state");
}

// Damages every byte in turn: the damage is detected, or it has no effect on the state.
TEST(Checkpoint, WithAnyByteDamagedIsRefusedOrReadsTheSame) {
  const io::TemporaryFolder folder;
  FakeModel model = some_model();
  const auto file = folder / "checkpoint.h5";
  save_state(model, file);
  const std::string good = io::read_file(file);
  std::size_t refused = 0;
  for (std::size_t at = 0; at < good.size(); ++at) {
    std::string damaged = good;
    damaged[at] = static_cast<char>(damaged[at] ^ (1 << at % 8));
    std::ofstream(file, std::ios::binary) << damaged;
    FakeModel again = model_2d(9, 7);
    try {
      load_state(again, file);
      EXPECT_EQ(again.values(), model.values()) << "byte " << at;
      EXPECT_EQ(again.time(), model.time()) << "byte " << at;
    } catch (const Error&) {
      ++refused;
    }
  }
  EXPECT_GT(refused, 100u);
}

TEST(Checkpoint, CutShortAnywhereIsRefused) {
  const io::TemporaryFolder folder;
  FakeModel model = some_model();
  const auto file = folder / "checkpoint.h5";
  save_state(model, file);
  const std::string good = io::read_file(file);
  for (std::size_t length = 0; length < good.size(); length += 17) {
    std::ofstream(file, std::ios::binary) << good.substr(0, length);
    FakeModel again = model_2d(9, 7);
    EXPECT_THROW(load_state(again, file), Error) << length;
  }
}

}  // namespace
}  // namespace morula::test
