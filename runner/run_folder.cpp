#include "runner/run_folder.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/file.h>
#include <unistd.h>

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

// "runs/a/" and "runs/a" are both runs/a.
fs::path named(const fs::path& run) {
  const fs::path whole = fs::absolute(run).lexically_normal();
  return whole.has_filename() ? whole : whole.parent_path();
}

constexpr const char* unfinished_suffix = ".new-";

fs::path beside(const fs::path& run) {
  return named(run).string() + unfinished_suffix + std::to_string(getpid()) + ".part";
}

// Folders that a process began beside this one and was killed over.
void remove_abandoned(const fs::path& run) {
  const std::string prefix = named(run).filename().string() + unfinished_suffix;
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
  const fs::path old = made.string() + "old";  // a file system that cannot
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

}  // namespace

void check_free(const fs::path& run, IfExists if_exists) {
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
  if (fs::exists(run) && !old) {
    furnish(run);  // an empty folder, perhaps a mount point or a link: it stays what it is
    return;
  }
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
    if (entry.path().extension() == ".part") unfinished.push_back(entry.path());
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
