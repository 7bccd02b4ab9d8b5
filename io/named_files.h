// Distinguishes files below a folder that have certain names from all others. In a name, `#` stands for a
// step of at least nine digits and `*` for any characters but a slash: "series.csv", "frames/#.png",
// "runs/*/*/series.csv". The remains of such a file that a killed process leaves, with ".part" after its
// name, count as the file.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace morula::io {

using FileNames = std::vector<std::string>;

bool matches(std::string_view name, std::string_view pattern);

// Paths relative to the folder. A folder that contains no named file is listed as one entry among the others:
// "notes/".
struct FolderFiles {
  std::vector<std::string> named, others;
};
// Symbolic links are not followed.
FolderFiles find_files(const std::filesystem::path& folder, const FileNames& names);

// Throws FileError if a folder of the named files cannot be written to, so that remove_named() would fail.
void check_removable(const std::filesystem::path& folder, const FileNames& names);

// Removes the named files, and folders that are then empty. Everything else stays.
void remove_named(const std::filesystem::path& folder, const FileNames& names);

// Removes the folder if it contains only empty folders; otherwise removes its subfolders that do.
void remove_empty_folders(const std::filesystem::path& folder);

// "notes.txt, thesis/ and 3 more": a list that is short enough for one line.
std::string short_list(const std::vector<std::string>& names);

}  // namespace morula::io
