// Files below a folder that have certain names, told from all others. In a name `#` stands for a step of at
// least nine digits and `*` for any characters but a slash: "series.csv", "frames/#.png",
// "runs/*/*/series.csv". What a killed process left of such a file, with ".part" behind its name, counts as
// the file.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace morula::io {

using FileNames = std::vector<std::string>;

bool matches(std::string_view name, std::string_view pattern);

// Relative to the folder. A folder that contains no named file is listed among the others as one entry:
// "notes/".
struct FolderFiles {
  std::vector<std::string> named, others;
};
// Symbolic links are not followed.
FolderFiles find_files(const std::filesystem::path& folder, const FileNames& names);

// Removes the named files, and the folders that are empty then. All others stay.
void remove_named(const std::filesystem::path& folder, const FileNames& names);

// Removes the folder if it holds nothing but empty folders, else those of its folders that do.
void remove_empty_folders(const std::filesystem::path& folder);

// "notes.txt, thesis/ and 3 more": a list that fits on a line.
std::string short_list(const std::vector<std::string>& names);

}  // namespace morula::io
