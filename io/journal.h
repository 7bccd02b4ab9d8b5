// An append-only file of lines that survives a kill, a full disk and a power cut: every line carries its own
// hash, and what was cut short or torn is dropped when the file is opened again.
#pragma once

#include <condition_variable>
#include <filesystem>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "io/descriptor.h"

namespace morula::io {

// The whole lines of a journal, in their order; none where there is no such file.
std::vector<std::string> read_journal(const std::filesystem::path& path);

class Journal {
 public:
  // Opens the file, or makes it. Broken lines are removed first. Throws FileError.
  explicit Journal(std::filesystem::path path);

  const std::vector<std::string>& lines() const { return lines_; }  // that were there when it was opened

  ~Journal();
  Journal(const Journal&) = delete;
  Journal& operator=(const Journal&) = delete;

  // Several threads may append. A line has no newline. It survives the end of this process when append
  // returns, and the end of the machine when sync() does; a thread of the journal's own syncs a few times a
  // second, since a busy disk takes long to do so.
  void append(std::string_view line);
  void sync();

 private:
  void keep_syncing();

  std::filesystem::path path_;
  std::vector<std::string> lines_;
  Descriptor file_;
  std::mutex mutex_;
  std::condition_variable wake_;
  bool closing_ = false, unsynced_ = false;
  int sync_error_ = 0;  // errno of a sync that failed, told by the next call
  std::thread syncing_;
};

}  // namespace morula::io
