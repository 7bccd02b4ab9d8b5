// The cache of compiled programs returns only what was stored in it.
#include "gpu/program_cache.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <fstream>
#include <thread>

#include "devices.h"

namespace morula::gpu {

namespace {

namespace fs = std::filesystem;

class ProgramCacheTest : public testing::Test {
 protected:
  static std::vector<std::byte> bytes(std::size_t size, int value) {
    return std::vector<std::byte>(size, static_cast<std::byte>(value));
  }
  std::vector<fs::path> entries() const {
    std::vector<fs::path> found;
    for (const auto& entry : fs::directory_iterator(folder_.path())) found.push_back(entry.path());
    return found;
  }

  TemporaryFolder folder_;
  ProgramKey key_{"cuda", "a device", "1.0", "2.0", "-O", "text"};
};

}  // namespace

TEST_F(ProgramCacheTest, GivesBackWhatWasStored) {
  const ProgramCache cache(folder_.path() / "made" / "when needed");
  EXPECT_FALSE(cache.find(key_));
  cache.store(key_, bytes(1001, 5));
  EXPECT_EQ(cache.find(key_), bytes(1001, 5));
  cache.store(key_, bytes(3, 6));
  EXPECT_EQ(cache.find(key_), bytes(3, 6));
}

TEST_F(ProgramCacheTest, EveryPartOfTheKeyCounts) {
  const ProgramCache cache(folder_.path());
  cache.store(key_, bytes(10, 1));
  for (auto part : {&ProgramKey::api, &ProgramKey::device, &ProgramKey::driver, &ProgramKey::compiler,
                    &ProgramKey::options, &ProgramKey::text}) {
    ProgramKey changed = key_;
    changed.*part += "x";
    EXPECT_FALSE(cache.find(changed));
  }
  ProgramKey shifted = key_;  // the same characters, divided at another place
  shifted.api = "cud";
  shifted.device = "aa device";
  EXPECT_FALSE(cache.find(shifted));
}

TEST_F(ProgramCacheTest, AnyDamagedByteIsNoticed) {
  const ProgramCache cache(folder_.path());
  cache.store(key_, bytes(20, 1));
  ASSERT_EQ(entries().size(), 1u);
  const fs::path path = entries()[0];
  const auto size = fs::file_size(path);
  for (std::uintmax_t at = 0; at < size; ++at) {
    std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
    const auto place = static_cast<std::streamoff>(at);
    file.seekg(place);
    const char was = static_cast<char>(file.get());
    file.seekp(place);
    file.put(static_cast<char>(was ^ 4));
    file.flush();
    EXPECT_FALSE(cache.find(key_)) << "byte " << at;
    file.seekp(place);
    file.put(was);
  }
  EXPECT_TRUE(cache.find(key_));
}

TEST_F(ProgramCacheTest, ATruncatedEntryIsNoticed) {
  const ProgramCache cache(folder_.path());
  for (const std::uintmax_t cut : {0, 1, 8, 31, 32, 40, 100}) {
    cache.store(key_, bytes(50, 1));
    const fs::path path = entries().at(0);
    ASSERT_TRUE(cache.find(key_));
    fs::resize_file(path, std::min(cut, fs::file_size(path) - 1));
    EXPECT_FALSE(cache.find(key_)) << cut;
  }
}

TEST_F(ProgramCacheTest, AnEntryUnderAnotherKeysNameIsNotUsed) {
  const ProgramCache cache(folder_.path());
  cache.store(key_, bytes(10, 1));
  const fs::path first = entries().at(0);
  ProgramKey second_key = key_;
  second_key.text = "more text";
  cache.store(second_key, bytes(10, 2));
  for (const auto& path : entries())
    if (path != first) fs::copy_file(first, path, fs::copy_options::overwrite_existing);
  EXPECT_FALSE(cache.find(second_key));
}

TEST_F(ProgramCacheTest, LeavesNothingHalfWritten) {
  const ProgramCache cache(folder_.path());
  for (int i = 0; i < 20; ++i) cache.store(key_, bytes(1000, i));
  EXPECT_EQ(entries().size(), 1u);
}

TEST_F(ProgramCacheTest, DropsWhatWasUsedLongestAgo) {
  const ProgramCache cache(folder_.path(), 5000);
  std::ofstream(folder_.path() / "somebody's file") << std::string(10000, ' ');
  const auto numbered = [&](int i) {
    ProgramKey key = key_;
    key.text = std::to_string(i);
    return key;
  };
  for (int i = 0; i < 4; ++i) {
    cache.store(numbered(i), bytes(1000, i));
    const auto hours = std::chrono::hours(100 - i);
    for (const auto& path : entries())
      if (path.extension() == ".program" &&
          fs::last_write_time(path) > fs::file_time_type::clock::now() - hours / 2)
        fs::last_write_time(path, fs::file_time_type::clock::now() - hours);
  }
  EXPECT_TRUE(cache.find(numbered(0)));  // it was used just now
  cache.store(numbered(4), bytes(1000, 4));
  EXPECT_TRUE(cache.find(numbered(0)));
  EXPECT_FALSE(cache.find(numbered(1)));
  EXPECT_TRUE(cache.find(numbered(4)));
  EXPECT_TRUE(fs::exists(folder_.path() / "somebody's file"));
}

TEST_F(ProgramCacheTest, OfManyThatNeedAProgramOneCompiles) {
  std::atomic<int> compiled = 0;
  std::vector<std::jthread> ranks;
  for (int i = 0; i < 6; ++i)
    ranks.emplace_back([&] {
      const ProgramCache cache(folder_.path());
      const CompileTurn turn = cache.turn(key_);
      if (cache.find(key_)) return;
      ++compiled;
      std::this_thread::sleep_for(std::chrono::milliseconds(30));
      cache.store(key_, bytes(10, 1));
    });
  ranks.clear();
  EXPECT_EQ(compiled, 1);
  EXPECT_EQ(entries().size(), 1u);
}

// The lock file is older than all programs, so it would be removed first if it counted as one of them.
TEST_F(ProgramCacheTest, DropsNoFileThatSomebodyHoldsATurnBy) {
  const ProgramCache cache(folder_.path(), 1500);
  const CompileTurn turn = cache.turn(key_);
  const auto turns = entries();
  ASSERT_EQ(turns.size(), 1u);
  fs::last_write_time(turns.front(), fs::file_time_type::clock::now() - std::chrono::hours(1));
  for (const char* text : {"one", "two", "three"}) {
    ProgramKey new_key = key_;
    new_key.text = text;
    cache.store(new_key, bytes(1000, 1));
  }
  EXPECT_TRUE(fs::exists(turns.front()));
  EXPECT_EQ(entries().size(), 2u);
}

TEST_F(ProgramCacheTest, WithoutAFolderNobodyWaits) {
  for (const char* folder : {"", "/proc/no/such/folder"}) {
    const ProgramCache cache(folder);
    const CompileTurn first_turn = cache.turn(key_), second_turn = cache.turn(key_);
  }
}

TEST_F(ProgramCacheTest, AFolderThatCannotBeWrittenIsNoError) {
  std::ofstream(folder_.path() / "file") << "not a folder";
  for (const fs::path& folder : {fs::path(), fs::path("/proc/nowhere"), folder_.path() / "file" / "below"}) {
    const ProgramCache cache(folder);
    EXPECT_NO_THROW(cache.store(key_, bytes(10, 1)));
    EXPECT_FALSE(cache.find(key_));
  }
}

TEST_F(ProgramCacheTest, LiesWhereTheEnvironmentSays) {
  setenv("MORULA_CACHE", folder_.path().c_str(), 1);
  ProgramCache().store(key_, bytes(10, 1));
  EXPECT_EQ(entries().size(), 1u);
  unsetenv("MORULA_CACHE");
  setenv("XDG_CACHE_HOME", folder_.path().c_str(), 1);
  ProgramCache().store(key_, bytes(10, 1));
  EXPECT_TRUE(fs::is_directory(folder_.path() / "morula"));
  unsetenv("XDG_CACHE_HOME");
  setenv("HOME", folder_.path().c_str(), 1);
  ProgramCache().store(key_, bytes(10, 1));
  EXPECT_TRUE(fs::is_directory(folder_.path() / ".cache" / "morula"));
  unsetenv("HOME");
  EXPECT_NO_THROW(ProgramCache().store(key_, bytes(10, 1)));
  EXPECT_FALSE(ProgramCache().find(key_));
}

}  // namespace morula::gpu
