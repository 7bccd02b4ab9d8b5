#include "runner/run_folder.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/file.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <string>
#include <vector>

#include "core/error.h"
#include "io/durable_file.h"

namespace morula {
namespace {

namespace fs = std::filesystem;

bool is_run(const fs::path& folder) { return fs::exists(folder / "manifest.json"); }
bool is_vacant(const fs::path& folder) {
  return !fs::exists(folder) || (fs::is_directory(folder) && fs::is_empty(folder));
}

// "runs/a/" and "runs/a" are both runs/a, and a link is the folder it leads to.
fs::path named(const fs::path& run) {
  if (fs::exists(run)) return fs::canonical(run);
  const fs::path whole = fs::absolute(run).lexically_normal();
  return whole.has_filename() ? whole : whole.parent_path();
}

constexpr const char* unfinished_suffix = ".new-";

std::string host_name() {
  std::array<char, 256> name{};
  gethostname(name.data(), name.size() - 1);
  return name.data();
}

// "runs/a.new-HOST-PID.part": a process number says nothing of another machine's processes.
fs::path beside(const fs::path& run) {
  return named(run).string() + unfinished_suffix + host_name() + "-" + std::to_string(getpid()) + ".part";
}

// Folders that a process began beside this one and was killed over.
void remove_abandoned(const fs::path& run) {
  const std::string prefix = named(run).filename().string() + unfinished_suffix + host_name() + "-";
  std::vector<fs::path> abandoned;
  if (!fs::exists(named(run).parent_path())) return;
  for (const auto& entry : fs::directory_iterator(named(run).parent_path())) {
    const std::string name = entry.path().filename().string();
    if (!name.starts_with(prefix) || !name.ends_with(".part")) continue;
    const int process = std::atoi(name.c_str() + prefix.size());
    if (process > 0 && kill(process, 0) != 0 && errno == ESRCH) abandoned.push_back(entry.path());
  }
  for (const fs::path& path : abandoned) fs::remove_all(path);
}

// The two change places in one step, so that a run is there at every moment.
void exchange(const fs::path& made, const fs::path& run) {
  if (renameat2(AT_FDCWD, made.c_str(), AT_FDCWD, run.c_str(), RENAME_EXCHANGE) == 0) return;
  if (errno != EINVAL && errno != ENOSYS)
    throw fs::filesystem_error("exchange", {errno, std::generic_category()});
  const fs::path old =
      named(run).string() + unfinished_suffix + host_name() + "-" + std::to_string(getpid()) + "-old.part";
  fs::rename(run, old);
  fs::rename(made, run);
  fs::rename(old, made);
}

void move_into_place(const fs::path& made, const fs::path& run) {
  const bool replaces = fs::exists(run);
  if (replaces)
    exchange(made, run);
  else
    fs::rename(made, run);
  io::sync_folder(run.parent_path());
  if (replaces) fs::remove_all(made);
}

// An empty folder, perhaps a mount point: it stays what it is.
void furnish_in_place(const fs::path& run, const std::function<void(const fs::path&)>& furnish) {
  try {
    furnish(run);
  } catch (...) {
    std::error_code ignored;
    for (const auto& entry : fs::directory_iterator(run, ignored)) fs::remove(entry.path(), ignored);
    throw;
  }
}

}  // namespace

void check_free(const fs::path& run, IfExists if_exists) {
  for (fs::path above = fs::absolute(run).parent_path(); above.has_relative_path();
       above = above.parent_path())
    if (std::error_code none; fs::exists(above, none) && !fs::is_directory(above, none))
      throw SpecError({run.string()}, "", "lies inside a file; choose another --out");
  if (is_vacant(run)) return;
  if (!is_run(run))
    throw SpecError({run.string()}, "", "exists already and is not a run directory; choose another --out");
  if (if_exists == IfExists::Refuse)
    throw SpecError(
        {run.string()}, "",
        "exists already; choose another --out, go on with 'morula resume', or replace it with --force");
}

void create_run_folder(const fs::path& run, IfExists if_exists,
                       const std::function<void(const fs::path&)>& furnish) {
  check_free(run, if_exists);
  std::optional<RunLock> old;
  if (is_run(run)) old.emplace(run);
  if (fs::exists(run) && !old) return furnish_in_place(run, furnish);
  const fs::path made = beside(run);
  try {
    remove_abandoned(run);
    fs::create_directories(made);
    furnish(made);
    move_into_place(made, named(run));
  } catch (const fs::filesystem_error& error) {
    std::error_code ignored;
    fs::remove_all(made, ignored);
    throw FileError(run.string(), "cannot be made: " + error.code().message() + "; choose another --out");
  } catch (...) {
    std::error_code ignored;
    fs::remove_all(made, ignored);
    throw;
  }
}

void remove_unfinished(const fs::path& folder) {
  std::vector<fs::path> unfinished;
  for (const auto& entry : fs::directory_iterator(folder))
    if (entry.path().extension() == ".part" && entry.is_regular_file()) unfinished.push_back(entry.path());
  for (const fs::path& path : unfinished) fs::remove(path);
}

RunLock::RunLock(const fs::path& run) {
  descriptor_ = open((run / ".lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
  if (descriptor_ < 0)
    throw FileError(run.string(), std::string("cannot be locked: ") + std::strerror(errno));
  if (flock(descriptor_, LOCK_EX | LOCK_NB) == 0) return;
  close(descriptor_);
  throw FileError(run.string(), "another process is working in this run directory");
}

RunLock::~RunLock() { close(descriptor_); }

}  // namespace morula
