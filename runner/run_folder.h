// The run directory: it appears whole, one process works in it at a time, and nobody's files are overwritten.
#pragma once

#include <filesystem>
#include <functional>

namespace morula {

enum class IfExists { Refuse, Replace };

// Throws SpecError when something is already there and may not be replaced. An empty folder may; a folder
// that is no run never.
void check_free(const std::filesystem::path& run, IfExists if_exists);

// Makes the folder beside its place, lets `furnish` write the first files into it, and moves it there. What
// stood there before goes only then; a run that another process works in stays, and an Error says so.
void create_run_folder(const std::filesystem::path& run, IfExists if_exists,
                       const std::function<void(const std::filesystem::path&)>& furnish);

// Removes the files that a process killed in mid-writing left in a folder.
void remove_unfinished(const std::filesystem::path& folder);

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
