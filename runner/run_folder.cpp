#include "runner/run_folder.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
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

fs::path beside(const fs::path& run, const std::string& suffix) {
  const fs::path whole = fs::absolute(run).lexically_normal();
  const fs::path named = whole.has_filename() ? whole : whole.parent_path();  // "runs/a/" names runs/a
  return named.string() + suffix + std::to_string(getpid()) + ".part";
}

void move_into_place(const fs::path& made, const fs::path& run) {
  const fs::path old = beside(run, ".old-");
  const bool replaces = fs::exists(run);
  if (replaces) fs::rename(run, old);
  fs::rename(made, run);
  io::sync_folder(fs::absolute(run).parent_path());
  if (replaces) fs::remove_all(old);
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
  const fs::path made = beside(run, ".new-");
  try {
    fs::create_directories(made);
    furnish(made);
    move_into_place(made, run);
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
