// The run directory: it appears whole, one process works in it at a time, and only Morula's files in it are
// ever replaced (runner/run_files.h).
#pragma once

#include <filesystem>
#include <functional>

#include "io/named_files.h"

namespace morula {

enum class IfExists { Refuse, Replace };

// Throws SpecError when something is already there and may not be replaced. An empty folder may; a folder
// that is not a run directory never.
void check_free(const std::filesystem::path& run, IfExists if_exists);

// Makes the folder beside its place, lets `furnish` write the first files into it, and moves it there. In a
// run directory that is replaced, `furnish` writes into a folder within it; only when it has done so are the
// old files of Morula removed and the new ones moved up. The user's files stay where they are. A run that
// another process works in stays, and an Error says so.
void create_run_folder(const std::filesystem::path& run, IfExists if_exists,
                       const std::function<void(const std::filesystem::path&)>& furnish);

// Removes what a process killed in mid-writing left of files with these names.
void remove_unfinished(const std::filesystem::path& folder, const io::FileNames& names);

// Held while a process works in a run directory; a second one gets an Error.
class RunLock {
 public:
  explicit RunLock(const std::filesystem::path& run);
  ~RunLock();
  RunLock(const RunLock&) = delete;
  RunLock& operator=(const RunLock&) = delete;

 private:
  int descriptor_ = -1;
};

}  // namespace morula
