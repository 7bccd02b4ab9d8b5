#include "gpu/program_cache.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <stdlib.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <fstream>
#include <string_view>
#include <thread>
#include <utility>

#include "core/mix.h"

namespace morula::gpu {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view finished = ".program";
constexpr std::string_view unfinished = ".part";
constexpr std::string_view turn_file = ".turn";

// An entry consists of a head, the whole key and the program. The whole key is stored, so that two keys with
// the same file name are never confused.
struct Head {
  char magic[8] = {'m', 'o', 'r', 'u', 'l', 'a', 'P', '1'};
  std::uint64_t key_bytes = 0;
  std::uint64_t program_bytes = 0;
  std::uint64_t checksum = 0;
};

std::uint64_t digest(std::string_view bytes, std::uint64_t start) {
  std::uint64_t sum = mix64(start + bytes.size());
  for (std::size_t at = 0; at < bytes.size(); at += 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes.data() + at, std::min<std::size_t>(8, bytes.size() - at));
    sum = mix64(sum ^ word) + 0x9E3779B97F4A7C15u;
  }
  return sum;
}

std::string whole(const ProgramKey& key) {
  std::string joined;
  for (const auto* part : {&key.api, &key.device, &key.driver, &key.compiler, &key.options, &key.text})
    joined += fmt::format("{}:{}\n", part->size(), *part);
  return joined;
}

fs::path from_environment(const char* name) {
  const char* value = std::getenv(name);
  return value ? fs::path(value) : fs::path();
}

fs::path folder_of_user() {
  if (auto folder = from_environment("MORULA_CACHE"); !folder.empty()) return folder;
  if (const auto folder = from_environment("XDG_CACHE_HOME"); !folder.empty()) return folder / "morula";
  if (const auto folder = from_environment("HOME"); !folder.empty()) return folder / ".cache" / "morula";
  return {};
}

std::string read_whole(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

bool write_whole(const fs::path& path, std::string_view bytes) {
  std::ofstream file(path, std::ios::binary | std::ios::trunc);
  file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  file.close();
  return file.good();
}

// The system chooses the name, so that no two processes ever write the same file; empty if no file can be
// made.
fs::path new_file_beside(const fs::path& path) {
  std::string name = path.string() + std::string(unfinished) + "XXXXXX";
  const int file = mkstemp(name.data());
  if (file < 0) return {};
  close(file);
  return name;
}

std::string entry_of(std::string_view key, std::span<const std::byte> program) {
  std::string body(key);
  body.append(reinterpret_cast<const char*>(program.data()), program.size());
  Head head;
  head.key_bytes = key.size();
  head.program_bytes = program.size();
  head.checksum = digest(body, 0);
  return std::string(reinterpret_cast<const char*>(&head), sizeof head) + body;
}

std::optional<std::vector<std::byte>> program_in(std::string_view entry, std::string_view key) {
  Head head;
  const Head expected;
  if (entry.size() < sizeof head) return std::nullopt;
  std::memcpy(&head, entry.data(), sizeof head);
  const std::string_view body = entry.substr(sizeof head);
  if (std::memcmp(head.magic, expected.magic, sizeof head.magic) != 0) return std::nullopt;
  if (head.key_bytes != key.size() || body.substr(0, key.size()) != key) return std::nullopt;
  if (head.program_bytes != body.size() - key.size() || head.program_bytes == 0) return std::nullopt;
  if (head.checksum != digest(body, 0)) return std::nullopt;
  const std::string_view program = body.substr(key.size());
  const auto* bytes = reinterpret_cast<const std::byte*>(program.data());
  return std::vector<std::byte>(bytes, bytes + program.size());
}

struct Entry {
  fs::file_time_type used;
  std::uint64_t bytes = 0;
  fs::path path;
};

// Only files with names that this cache gives: the folder belongs to the user and may contain anything else.
std::vector<Entry> entries_in(const fs::path& folder) {
  std::vector<Entry> entries;
  std::error_code error;
  for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
    const std::string name = at->path().filename().string();
    if (name.find(finished) == std::string::npos || name.ends_with(turn_file)) continue;
    std::error_code gone;  // another process may be removing the same entries
    const Entry entry{at->last_write_time(gone), at->file_size(gone), at->path()};
    if (!gone) entries.push_back(entry);
  }
  return entries;
}

}  // namespace

ProgramCache::ProgramCache() : ProgramCache(folder_of_user()) {
  is_named_ = !from_environment("MORULA_CACHE").empty();
}

ProgramCache::ProgramCache(fs::path folder, std::uint64_t limit)
    : folder_(std::move(folder)), limit_(limit) {}

fs::path ProgramCache::path_of(const std::string& whole_key) const {
  return folder_ / fmt::format("{:016x}{:016x}{}", digest(whole_key, 1), digest(whole_key, 2), finished);
}

std::optional<std::vector<std::byte>> ProgramCache::find(const ProgramKey& key) const {
  if (folder_.empty()) return std::nullopt;
  const std::string name = whole(key);
  const fs::path path = path_of(name);
  auto program = program_in(read_whole(path), name);
  std::error_code ignored;
  if (program) fs::last_write_time(path, fs::file_time_type::clock::now(), ignored);
  return program;
}

void ProgramCache::store(const ProgramKey& key, std::span<const std::byte> program) const {
  if (folder_.empty() || program.empty()) return;
  std::error_code error;
  fs::create_directories(folder_, error);
  const std::string name = whole(key);
  const fs::path path = path_of(name);
  const fs::path beside = new_file_beside(path);
  if (beside.empty()) return;
  if (write_whole(beside, entry_of(name, program))) fs::rename(beside, path, error);
  // Removes what a failed write left behind; after a rename there is nothing to remove.
  fs::remove(beside, error);
  drop_oldest();
}

CompileTurn ProgramCache::turn(const ProgramKey& key) const {
  if (folder_.empty()) return CompileTurn({});
  std::error_code ignored;
  fs::create_directories(folder_, ignored);
  return CompileTurn(path_of(whole(key)).concat(turn_file));
}

// The system ends the turn of a process that ends. If the file system does not support locks, or the wait
// takes too long, every process compiles.
CompileTurn::CompileTurn(fs::path lock_file) : lock_file_(std::move(lock_file)) {
  using namespace std::chrono_literals;
  if (lock_file_.empty()) return;
  file_ = open(lock_file_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  const auto patience = std::chrono::steady_clock::now() + 2min;
  while (file_ >= 0 && flock(file_, LOCK_EX | LOCK_NB) != 0 && (errno == EWOULDBLOCK || errno == EINTR)) {
    is_anothers_ = std::chrono::steady_clock::now() >= patience;
    if (is_anothers_) return;
    std::this_thread::sleep_for(10ms);
  }
}

CompileTurn::~CompileTurn() {
  if (file_ < 0) return;
  std::error_code ignored;
  if (!is_anothers_) fs::remove(lock_file_, ignored);
  close(file_);
}

void ProgramCache::drop_oldest() const {
  auto entries = entries_in(folder_);
  std::uint64_t total = 0;
  for (const auto& entry : entries) total += entry.bytes;
  if (total <= limit_) return;
  std::sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) { return a.used < b.used; });
  for (const auto& entry : entries) {
    if (total <= limit_) return;
    std::error_code ignored;
    fs::remove(entry.path, ignored);
    total -= entry.bytes;
  }
}

}  // namespace morula::gpu
