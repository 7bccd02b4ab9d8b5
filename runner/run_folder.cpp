#include "runner/run_folder.h"

#include <fcntl.h>
#include <fmt/format.h>
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

// The real path of a run directory: without a slash at its end, and with a link replaced by its target.
fs::path named(const fs::path& run) {
  if (fs::exists(run)) return fs::canonical(run);
  const fs::path absolute = fs::absolute(run).lexically_normal();
  return absolute.has_filename() ? absolute : absolute.parent_path();
}

constexpr const char* unfinished_suffix = ".new-";

std::string host_name() {
  std::array<char, 256> name{};
  gethostname(name.data(), name.size() - 1);
  return name.data();
}

// "runs/a.new-HOST-PID.part", with the host, since processes of other machines can have the same number.
fs::path beside(const fs::path& run) {
  return named(run).string() + unfinished_suffix + host_name() + "-" + std::to_string(getpid()) + ".part";
}

// Removes the unfinished folders beside this run that a killed process left behind.
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

// The new files are made within the run directory, which may be a mount point: a folder beside it could be on
// another file system, and its files could not be renamed into the run directory.
constexpr const char* replacement = ".morula-replacement";

// Moves the new files to their places, the manifest last: if the process is killed in between, the folder is
// still known as a run directory.
void move_up(const fs::path& new_folder, const fs::path& run) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(new_folder))
    if (!entry.is_directory()) files.push_back(entry.path().lexically_relative(new_folder));
  std::ranges::sort(files, {}, [](const fs::path& file) { return std::pair(file == "manifest.json", file); });
  for (const fs::path& file : files) {
    fs::create_directories((run / file).parent_path());
    fs::rename(new_folder / file, run / file);
  }
  fs::remove_all(new_folder);
}

// Throws SpecError if the user has a file where the new run needs a folder, or a folder where it needs a
// file.
void refuse_obstacles(const fs::path& run, const io::FileNames& names) {
  for (const std::string& name : names) {
    const std::size_t end = name.find('/');
    const fs::path place = run / name.substr(0, end);
    const bool needs_folder = end != std::string::npos;
    if (!fs::exists(place) || fs::is_directory(place) == needs_folder) continue;
    throw SpecError({place.string()}, "",
                    fmt::format("is a {0}, where the run needs a {1}; rename it, or choose another --out",
                                needs_folder ? "file" : "folder", needs_folder ? "folder" : "file"));
  }
}

// Replaces Morula's files in a run directory. The old manifest stays until the new one takes its place.
void replace_run(const fs::path& run, const std::function<void(const fs::path&)>& furnish) {
  const RunLock lock(run);
  const fs::path new_folder = run / replacement;
  io::FileNames old = *file_names_of_run(run);
  std::erase(old, "manifest.json");
  try {
    fs::remove_all(new_folder);  // left by a process that was killed
    fs::create_directory(new_folder);
    furnish(new_folder);
    refuse_obstacles(run, *file_names_of_run(new_folder));
    io::check_removable(run, old);
  } catch (const FileError& error) {
    std::error_code ignored;
    fs::remove_all(new_folder, ignored);
    throw Error(fmt::format("{}; {} still holds the previous run", error.what(), run.string()));
  } catch (...) {
    std::error_code ignored;
    fs::remove_all(new_folder, ignored);
    throw;
  }
  io::remove_named(run, old);
  move_up(new_folder, run);
  io::sync_folder(run);
}

// Writes the first files into an empty folder, which is not replaced because it may be a mount point.
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

// Refuses links to other folders: the new run would write through them, and could overwrite files elsewhere.
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
  const fs::path new_folder = beside(run);
  try {
    remove_abandoned(run);
    fs::create_directories(new_folder);
    furnish(new_folder);
    fs::rename(new_folder, named(run));
    io::sync_folder(named(run).parent_path());
  } catch (...) {
    std::error_code ignored;
    fs::remove_all(new_folder, ignored);
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

// A driver may be starting a compiler at this moment: the new process holds a copy of the descriptor until it
// runs another program, and with it the lock. So closing is not enough.
RunLock::~RunLock() {
  flock(descriptor_, LOCK_UN);
  close(descriptor_);
}

}  // namespace morula
