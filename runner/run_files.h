// Which files of a run directory are Morula's. Everything else is the user's, and no command removes it.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "io/named_files.h"

namespace morula {

// Whether the folder has a manifest.json that Morula wrote.
bool is_run_folder(const std::filesystem::path& folder);

// The names of all files that runs of a family write, and of those that `morula report` and `movie` add.
io::FileNames run_file_names(const std::string& family);
// The names of the files of this run: the outputs that its model asks for, and the copies of its model and
// inputs. Nothing if the folder is not a run directory.
std::optional<io::FileNames> file_names_of_run(const std::filesystem::path& folder);

// The user's files in a run directory, which stay there when the run is replaced.
std::vector<std::string> users_files(const std::filesystem::path& run);

}  // namespace morula
