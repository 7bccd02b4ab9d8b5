// Files that are never seen half written: they are written beside their final place, synced and renamed.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace morula::io {

class PendingFile {
 public:
  explicit PendingFile(std::filesystem::path place);
  ~PendingFile();  // removes the file if it was not committed
  PendingFile(const PendingFile&) = delete;
  PendingFile& operator=(const PendingFile&) = delete;

  const std::filesystem::path& path() const { return part_; }  // the path to write to
  void commit();  // syncs the file, renames it into place and syncs the folder

 private:
  std::filesystem::path place_, part_;
  bool committed_ = false;
};

void write_file(const std::filesystem::path& place, std::string_view text);  // durable
// Other processes never see the file half written, but it is not yet synced to disk. For callers that can
// check later whether the file is complete, or that call sync_all.
void write_unsynced(const std::filesystem::path& place, std::string_view text);
void sync_all(const std::filesystem::path& folder);        // every file and folder below it
std::string read_file(const std::filesystem::path& path);  // throws FileError
void sync_file(const std::filesystem::path& path);
void sync_folder(const std::filesystem::path& folder);

}  // namespace morula::io
