// Parts that the reports of runs and of results share.
#pragma once

#include <filesystem>
#include <set>
#include <string>

#include "report/page.h"

namespace morula {

// Adds a figure of the folder, and the table of the same name for download.
void add_figure(Page& page, const std::filesystem::path& folder, const std::string& name);
// Adds every figure that is not in `shown`, sorted by name.
void add_other_figures(Page& page, const std::filesystem::path& folder, const std::set<std::string>& shown);
// Adds every table and JSON file that is not in `shown`: its first rows or members, and the file for
// download.
void add_other_tables(Page& page, const std::filesystem::path& folder, const std::set<std::string>& shown);

void add_other_files(Page& page, const std::filesystem::path& folder);  // links to texts beside the page
// For each folder of numbered files, adds the last table or figure, and links to the others.
void add_numbered_files(Page& page, const std::filesystem::path& folder, const std::set<std::string>& shown);

}  // namespace morula
