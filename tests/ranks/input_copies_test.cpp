// Only rank 0 can see the files that a model names.
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <optional>
#include <utility>

#include "core/rank_zero.h"
#include "core/thread_ranks.h"
#include "io/image.h"
#include "models/catalogue.h"
#include "models/file_elsewhere.h"
#include "models/input_hash.h"
#include "runner/input_copies.h"
#include "runner/run.h"
#include "runner/run_ranks.h"
#include "tests/io/temporary_folder.h"
#include "tests/ranks/spread.h"

namespace morula::test {
namespace {

namespace fs = std::filesystem;

// The hash of the model on each rank, if rank 0's files are removed before any other rank reads.
std::vector<Hash> hashes_on(int ranks, const std::string& text, const fs::path& folder) {
  std::vector<Hash> hashes(static_cast<std::size_t>(ranks));
  run_thread_ranks(ranks, [&](Communicator& communicator) {
    const bool is_first = communicator.rank() == 0;
    ModelSource source{{folder / "model.yaml", text}, {}, folder};
    Spec spec;
    if (is_first) spec = read_model(source);
    {
      const InputCopies copies(spec.inputs, communicator);
      source.copies = copies.folder();
      EXPECT_EQ(source.copies.empty(), is_first);
      if (is_first) fs::rename(folder / "files", folder / "hidden");
      std::vector<std::uint64_t> hidden = {1};
      communicator.sum(hidden);
      if (!is_first) spec = read_model(source);
    }
    EXPECT_TRUE(is_first || !fs::exists(source.copies)) << source.copies;
    const Backend backend{BackendKind::Cpu, std::make_shared<ThreadPool>(1), nullptr};
    hashes[static_cast<std::size_t>(communicator.rank())] = make_model(spec, backend)->hash();
  });
  return hashes;
}

void expect_equal(const std::vector<Hash>& hashes) {
  for (const Hash& hash : hashes) EXPECT_EQ(hash, hashes.front());
}

const std::string glider = "x = 3, y = 3, rule = B3/S23\nbo$2bo$3o!\n";

TEST(InputCopies, AreReadInThePlaceOfThePattern) {
  const io::TemporaryFolder folder;
  fs::create_directories(folder / "files");
  std::ofstream(folder / "files/glider.rle") << glider;
  const std::string pattern =
      "model: automaton\nsteps: 1\nlattice: {size: [20, 10]}\nautomaton: {rule: B3/S23}\ninitial: {pattern: "
      "{file: ";
  expect_equal(hashes_on(3, pattern + "files/glider.rle}}\n", folder.path()));
  fs::rename(folder / "hidden", folder / "files");
  const std::string absolute = (folder / "files/../files/glider.rle").string();
  expect_equal(hashes_on(2, pattern + "'" + absolute + "'}}\n", folder.path()));
}

// For a large file, a run directory only holds a note that says where the file is.
TEST(InputCopies, AreThoseOfAFileThatANoteNames) {
  const io::TemporaryFolder folder, elsewhere;
  fs::create_directories(folder / "files");
  std::ofstream(elsewhere / "glider.rle") << glider;
  const FileElsewhere file{elsewhere / "glider.rle", glider.size(), hash_of_files(elsewhere / "glider.rle")};
  std::ofstream(folder / "files/glider.rle.where") << to_json(file);
  expect_equal(hashes_on(
      3,
      "model: automaton\nsteps: 1\nlattice: {size: [20, 10]}\ninitial: {pattern: {file: files/glider.rle}}\n",
      folder.path()));
}

// They are the files that the system finds: ".." leads out of the folder to which the link points.
TEST(InputCopies, AreThoseOfTheFileBehindASymbolicLink) {
  const io::TemporaryFolder folder;
  fs::create_directories(folder / "scratch/models");
  fs::create_directories(folder / "scratch/files");
  fs::create_directories(folder / "files");
  fs::create_directory_symlink("scratch/models", folder / "models");
  std::ofstream(folder / "scratch/files/pattern.rle") << glider;
  std::ofstream(folder / "files/pattern.rle") << "x = 1, y = 1, rule = B3/S23\no!\n";
  const auto hash_with = [&](const fs::path& models, const std::string& file) {
    const std::string text =
        "model: automaton\nsteps: 1\nlattice: {size: [20, 10]}\nautomaton: {rule: B3/S23}\n"
        "initial: {pattern: {file: " +
        file + "}}\n";
    std::vector<Hash> hashes(2);
    run_thread_ranks(2, [&](Communicator& ranks) {
      ModelSource source{{models / "model.yaml", text}, {}, models};
      Spec spec;
      if (ranks.rank() == 0) spec = read_model(source);
      const InputCopies copies(spec.inputs, ranks);
      source.copies = copies.folder();
      const Backend backend{BackendKind::Cpu, std::make_shared<ThreadPool>(1), nullptr};
      hashes[static_cast<std::size_t>(ranks.rank())] = make_model(read_model(source), backend)->hash();
    });
    expect_equal(hashes);
    return hashes.front();
  };
  const Hash expected = hash_with(folder / "scratch", "files/pattern.rle");
  EXPECT_NE(expected, hash_with(folder.path(), "files/pattern.rle"));
  EXPECT_EQ(expected, hash_with(folder / "models", "../files/pattern.rle"));
}

TEST(InputCopies, AreThoseOfAStack) {
  const io::TemporaryFolder folder;
  fs::create_directories(folder / "files");
  for (unsigned plane = 0; plane < 3; ++plane) {
    io::Image image(4, 4);
    image.at(plane, plane) = {255, 255, 255};
    io::write_png(folder / ("files/slice-" + std::to_string(plane) + ".png"), image);
  }
  for (const std::string name : {"files", "'files/slice-*.png'"}) {
    if (fs::exists(folder / "hidden")) fs::rename(folder / "hidden", folder / "files");
    expect_equal(
        hashes_on(2,
                  "model: automaton\nsteps: 1\nlattice: {size: [4, 4, 3]}\nautomaton: {rule: 3D5..7/6}\n"
                  "initial: {pattern: {file: " +
                      name + ", values: {255: 1}}}\n",
                  folder.path()));
  }
}

// Empties a file after rank 0 has announced its length.
class Emptying final : public WrappedCommunicator {
 public:
  Emptying(Communicator& ranks, fs::path file) : WrappedCommunicator(ranks), file_(std::move(file)) {}

  void broadcast(Bytes& bytes) override {
    const bool is_list = bytes.size() > 1 && rank() == 0;
    WrappedCommunicator::broadcast(bytes);
    if (is_list && !file_.empty()) fs::resize_file(std::exchange(file_, {}), 0);
  }

 private:
  fs::path file_;
};

// What rank 0 reports after all ranks have thrown an exception.
std::string refusal(int ranks, const std::vector<InputFile>& inputs, const fs::path& emptied = {}) {
  std::string message;
  run_thread_ranks(ranks, [&](Communicator& communicator) {
    Emptying emptying(communicator, emptied);
    const auto copy = [&] { const InputCopies copies(inputs, emptying); };
    if (communicator.rank() != 0) {
      EXPECT_THROW(copy(), ToldElsewhere);
    } else {
      try {
        copy();
      } catch (const KnownToAll& known) {
        message = io::message_of<std::exception>([&] { std::rethrow_exception(known.failure()); });
      }
    }
  });
  return message;
}

class TemporaryFilesIn {
 public:
  explicit TemporaryFilesIn(const fs::path& folder) {
    if (const char* before = std::getenv("TMPDIR")) before_ = before;
    setenv("TMPDIR", folder.c_str(), 1);
  }
  ~TemporaryFilesIn() { before_ ? setenv("TMPDIR", before_->c_str(), 1) : unsetenv("TMPDIR"); }
  TemporaryFilesIn(const TemporaryFilesIn&) = delete;
  TemporaryFilesIn& operator=(const TemporaryFilesIn&) = delete;

 private:
  std::optional<std::string> before_;
};

// A path so long that the copy's path would exceed the limit of the system. It stands for a full disk.
TEST(InputCopies, ThatCannotBeMadeLeaveNothingBehind) {
  const io::TemporaryFolder folder;
  fs::create_directories(folder / "temporary");
  const fs::path first = folder / "first.rle";
  fs::path last = folder / "last";
  while (last.string().size() < 3850) last /= std::string(200, 'x');
  last /= std::string(4090 - last.string().size() - 1, 'y');
  fs::create_directories(last.parent_path());
  for (const fs::path& file : {first, last}) std::ofstream(file) << glider;
  ASSERT_TRUE(fs::exists(last));
  const TemporaryFilesIn temporary(folder / "temporary");
  const auto expect_refused = [&](const std::string& expected, const fs::path& file,
                                  const fs::path& emptied) {
    const std::string message = refusal(3, {{{}, first, {}}, {{}, file, {}}}, emptied);
    EXPECT_NE(message.find(expected), std::string::npos) << message;
    EXPECT_TRUE(fs::is_empty(folder / "temporary")) << message;
    return message;
  };
  const std::string message = expect_refused("File name too long", last, {});
  EXPECT_TRUE(message.starts_with("rank 1: ")) << message;
  expect_refused("nowhere.rle", folder / "nowhere.rle", {});
  expect_refused("first.rle: Input/output error", first, first);
}

// Removes every copy once all of them have been made.
class Removing final : public WrappedCommunicator {
 public:
  Removing(Communicator& ranks, fs::path copies) : WrappedCommunicator(ranks), copies_(std::move(copies)) {}

  std::vector<Bytes> gather(const Bytes& mine) override {
    for (const fs::directory_entry& folder : fs::directory_iterator(copies_))
      for (const fs::directory_entry& copy : fs::directory_iterator(folder)) fs::remove_all(copy);
    return WrappedCommunicator::gather(mine);
  }

 private:
  fs::path copies_;
};

// The other ranks end like those that were informed: their copies are removed.
TEST(InputCopies, ThatARankCannotReadLeaveNothingBehind) {
  const io::TemporaryFolder folder;
  fs::create_directories(folder / "temporary");
  std::ofstream(folder / "glider.rle") << glider;
  const TemporaryFilesIn temporary(folder / "temporary");
  const ModelSource source{
      {folder / "model.yaml",
       "model: automaton\nsteps: 1\nlattice: {size: [20, 10]}\nautomaton: {rule: B3/S23}\n"
       "initial: {pattern: {file: glider.rle}}\n"},
      {},
      folder.path()};
  std::string message;
  run_thread_ranks(2, [&](Communicator& threads) {
    Removing ranks(threads, folder / "temporary");
    Communicator& communicator = threads.rank() == 1 ? static_cast<Communicator&>(ranks) : threads;
    const auto read = [&] {
      read_for_all(source, communicator, [&](const DeferredVolumes&) { return read_model(source); });
    };
    if (communicator.rank() != 0) {
      EXPECT_THROW(read(), ToldElsewhere);
    } else {
      try {
        read();
      } catch (const KnownToAll& known) {
        message = io::message_of<std::exception>([&] { std::rethrow_exception(known.failure()); });
      }
    }
  });
  EXPECT_TRUE(message.starts_with("rank 1: ")) << message;
  EXPECT_NE(message.find("glider.rle"), std::string::npos) << message;
  EXPECT_TRUE(fs::is_empty(folder / "temporary"));
}

// Included files lie in the folder of the file that includes them.
TEST(InputCopies, AreThoseOfIncludedFiles) {
  const io::TemporaryFolder folder;
  fs::create_directories(folder / "files");
  std::ofstream(folder / "files/a.pli") << "@model<membrane_division>\n@include \"b.pli\"\n";
  std::ofstream(folder / "files/b.pli") << "def main() { @mu = [[]'2]'1; @ms(2) = a; [a --> b]'2; }\n";
  expect_equal(hashes_on(2, "model: membrane\nsteps: 1\nmembrane: {file: files/a.pli}\n", folder.path()));
}

}  // namespace
}  // namespace morula::test
