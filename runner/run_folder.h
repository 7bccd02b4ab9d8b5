// The run directory. It appears only when it is complete, only one process at a time works in it, and only
// Morula's files in it are ever replaced (runner/run_files.h).
#pragma once

#include <filesystem>
#include <functional>

#include "io/named_files.h"

namespace morula {

enum class IfExists { Refuse, Replace };

// Throws SpecError if the place is taken and may not be replaced. An empty folder may always be used; a
// folder with files that is not a run directory, never.
void check_free(const std::filesystem::path& run, IfExists if_exists);

// Makes a temporary folder, lets `furnish` write the first files into it, and moves it to its place. If a run
// directory is replaced, the temporary folder lies within it; Morula's old files are removed, and the new
// ones moved up, only after `furnish` has succeeded and if every folder can be written to. The user's own
// files stay where they are. Throws Error, and changes nothing, if another process works in the run
// directory.
void create_run_folder(const std::filesystem::path& run, IfExists if_exists,
                       const std::function<void(const std::filesystem::path&)>& furnish);

// Removes partly written files with these names, which a killed process has left.
void remove_unfinished(const std::filesystem::path& folder, const io::FileNames& names);

// A lock that a process holds while it works in a run directory; a second process gets an Error.
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
