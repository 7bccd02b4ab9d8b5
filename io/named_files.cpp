#include "io/named_files.h"

#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <functional>
#include <set>
#include <utility>

#include "io/descriptor.h"

namespace morula::io {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t least_digits = 9;
constexpr std::string_view unfinished = ".part";

bool is_named(std::string_view name, const FileNames& names) {
  if (name.ends_with(unfinished)) name.remove_suffix(unfinished.size());
  return std::ranges::any_of(
      names, [&](const std::string& pattern) { return name == pattern || matches(name, pattern); });
}

class Sorter {
 public:
  Sorter(fs::path folder, const FileNames& names) : folder_(std::move(folder)), names_(names) {}

  FolderFiles sorted() {
    sort_below("");
    std::ranges::sort(files_.others);
    return std::move(files_);
  }

 private:
  // Returns whether there are named files below the folder `within`.
  bool sort_below(const std::string& within) {
    const std::size_t named_before = files_.named.size();
    for (const auto& entry : fs::directory_iterator(folder_ / within)) {
      const std::string name = within + entry.path().filename().string();
      if (entry.is_directory() && !entry.is_symlink())
        sort_folder(name + '/');
      else if (is_named(name, names_))
        files_.named.push_back(name);
      else
        files_.others.push_back(name);
    }
    return files_.named.size() > named_before;
  }

  void sort_folder(const std::string& name) {
    const std::size_t others_before = files_.others.size();
    if (sort_below(name)) return;
    files_.others.resize(others_before);
    files_.others.push_back(name);
  }

  fs::path folder_;
  const FileNames& names_;
  FolderFiles files_;
};

}  // namespace

bool matches(std::string_view name, std::string_view pattern) {
  if (pattern.empty()) return name.empty();
  if (pattern.front() == '*') {
    const std::size_t longest_prefix = std::min(name.find('/'), name.size());
    for (std::size_t skipped = 0; skipped <= longest_prefix; ++skipped)
      if (matches(name.substr(skipped), pattern.substr(1))) return true;
    return false;
  }
  if (pattern.front() == '#') {
    const auto end = std::ranges::find_if_not(name, [](unsigned char c) { return std::isdigit(c) != 0; });
    const auto digits = static_cast<std::size_t>(end - name.begin());
    return digits >= least_digits && matches(name.substr(digits), pattern.substr(1));
  }
  return !name.empty() && name.front() == pattern.front() && matches(name.substr(1), pattern.substr(1));
}

FolderFiles find_files(const fs::path& folder, const FileNames& names) {
  return Sorter(folder, names).sorted();
}

void check_removable(const fs::path& folder, const FileNames& names) {
  std::set<fs::path> folders = {folder};
  for (const std::string& name : find_files(folder, names).named)
    folders.insert((folder / name).parent_path());
  for (const fs::path& written : folders)
    if (::access(written.c_str(), W_OK | X_OK) != 0) throw_errno(written, errno);
}

void remove_named(const fs::path& folder, const FileNames& names) {
  std::set<fs::path, std::greater<>> folders;  // inner folders first
  for (const std::string& name : find_files(folder, names).named) {
    fs::remove(folder / name);
    for (fs::path above = fs::path(name).parent_path(); !above.empty(); above = above.parent_path())
      folders.insert(above);
  }
  for (const fs::path& emptied : folders)
    if (fs::is_empty(folder / emptied)) fs::remove(folder / emptied);
}

void remove_empty_folders(const fs::path& folder) {
  std::vector<fs::path> folders;
  for (const auto& entry : fs::directory_iterator(folder))
    if (entry.is_directory() && !entry.is_symlink()) folders.push_back(entry.path());
  for (const fs::path& within : folders) remove_empty_folders(within);
  if (fs::is_empty(folder)) fs::remove(folder);
}

std::string short_list(const std::vector<std::string>& names) {
  constexpr std::size_t most_listed = 5;
  std::string list;
  for (std::size_t i = 0; i < std::min(names.size(), most_listed); ++i)
    list += (i > 0 ? ", " : "") + names[i];
  if (names.size() > most_listed) list += " and " + std::to_string(names.size() - most_listed) + " more";
  return list;
}

}  // namespace morula::io
