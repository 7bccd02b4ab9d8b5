// An append-only file of lines that survives a kill, a full disk and a power cut: every line carries its own
// hash, and incomplete or damaged lines are dropped when the file is opened again.
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

// The intact lines of a journal, in order; none if there is no such file.
std::vector<std::string> read_journal(const std::filesystem::path& path);

class Journal {
 public:
  // Opens the file, or creates it. Broken lines are removed first. Throws FileError.
  explicit Journal(std::filesystem::path path);

  // The lines that existed when it was opened.
  const std::vector<std::string>& lines() const { return lines_; }

  ~Journal();
  Journal(const Journal&) = delete;
  Journal& operator=(const Journal&) = delete;

  // Several threads may append. A line must not contain a newline. When append returns, the line survives the
  // end of this process; when sync() returns, it survives the end of the machine. The journal's own thread
  // syncs a few times a second, since syncing takes long on a busy disk.
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
  int sync_error_ = 0;  // errno of a failed sync, reported by the next call
  std::thread syncing_;
};

}  // namespace morula::io
