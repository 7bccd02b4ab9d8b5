#include "runner/run_folder.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "core/error.h"
#include "io/durable_file.h"
#include "runner/run_files.h"

namespace morula {
namespace {

namespace fs = std::filesystem;

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

// Within the run directory, which may be a mount point: nothing can be renamed into it from beside it.
constexpr const char* replacement = ".morula-replacement";

// The manifest last: a folder that a kill leaves half replaced is still known as a run directory.
void move_up(const fs::path& made, const fs::path& run) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(made))
    if (!entry.is_directory()) files.push_back(entry.path().lexically_relative(made));
  std::ranges::sort(files, {}, [](const fs::path& file) { return std::pair(file == "manifest.json", file); });
  for (const fs::path& file : files) {
    fs::create_directories((run / file).parent_path());
    fs::rename(made / file, run / file);
  }
  fs::remove_all(made);
}

// The old manifest stays until the new one takes its place.
void replace_run(const fs::path& run, const std::function<void(const fs::path&)>& furnish) {
  const RunLock lock(run);
  const fs::path made = run / replacement;
  io::FileNames old = *file_names_of_run(run);
  std::erase(old, "manifest.json");
  try {
    fs::remove_all(made);  // of a process that was killed
    fs::create_directory(made);
    furnish(made);
  } catch (...) {
    std::error_code ignored;
    fs::remove_all(made, ignored);
    throw;
  }
  io::remove_named(run, old);
  move_up(made, run);
  io::sync_folder(run);
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

namespace {

// Files of the new run would be written through such a link, over those of somebody else.
void refuse_linked_folders(const fs::path& run) {
  const auto names = file_names_of_run(run);
  for (const std::string& name : *names) {
    const std::size_t end = name.find('/');
    if (end == std::string::npos) continue;
    const fs::path folder = run / name.substr(0, end);
    if (fs::is_symlink(folder))
      throw SpecError(
          {folder.string()}, "",
          "is a link to another folder, whose files --force could overwrite; remove the link, or choose "
          "another --out");
  }
}

}  // namespace

void check_free(const fs::path& run, IfExists if_exists) {
  for (fs::path above = fs::absolute(run).parent_path(); above.has_relative_path();
       above = above.parent_path())
    if (std::error_code none; fs::exists(above, none) && !fs::is_directory(above, none))
      throw SpecError({run.string()}, "", "lies inside a file; choose another --out");
  if (is_vacant(run)) return;
  if (!is_run_folder(run))
    throw SpecError({run.string()}, "", "exists already and is not a run directory; choose another --out");
  if (if_exists == IfExists::Refuse)
    throw SpecError(
        {run.string()}, "",
        "exists already; choose another --out, go on with 'morula resume', or replace it with --force");
  refuse_linked_folders(run);
}

void create_run_folder(const fs::path& run, IfExists if_exists,
                       const std::function<void(const fs::path&)>& furnish) try {
  check_free(run, if_exists);
  if (is_run_folder(run)) return replace_run(run, furnish);
  if (fs::exists(run)) return furnish_in_place(run, furnish);
  const fs::path made = beside(run);
  try {
    remove_abandoned(run);
    fs::create_directories(made);
    furnish(made);
    fs::rename(made, named(run));
    io::sync_folder(named(run).parent_path());
  } catch (...) {
    std::error_code ignored;
    fs::remove_all(made, ignored);
    throw;
  }
} catch (const fs::filesystem_error& error) {
  throw FileError(run.string(), "cannot be made: " + error.code().message() + "; choose another --out");
}

void remove_unfinished(const fs::path& folder, const io::FileNames& names) {
  for (const std::string& name : io::find_files(folder, names).named)
    if (name.ends_with(".part")) fs::remove(folder / name);
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
