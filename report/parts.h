// Parts that reports of runs and of results have in common.
#pragma once

#include <filesystem>
#include <set>
#include <string>

#include "report/page.h"

namespace morula {

// A figure that stands in the folder, and the table of the same name to download.
void add_figure(Page& page, const std::filesystem::path& folder, const std::string& name);
// Every figure that is not in `shown`, in the order of their names.
void add_other_figures(Page& page, const std::filesystem::path& folder, const std::set<std::string>& shown);
// Every table and JSON file that is not in `shown`: its first rows or members, and the file to download.
void add_other_tables(Page& page, const std::filesystem::path& folder, const std::set<std::string>& shown);

void add_other_files(Page& page, const std::filesystem::path& folder);  // links to texts beside the page
// Of each folder of numbered files: the last table or figure, and links to the others.
void add_numbered_files(Page& page, const std::filesystem::path& folder, const std::set<std::string>& shown);

}  // namespace morula
