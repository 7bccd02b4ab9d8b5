// Text to standard output and to standard error. Neither throws: a terminal that has been closed must not end
// a run.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace morula {

void say(std::string_view text);       // results, to standard output
void complain(std::string_view text);  // errors and progress, to standard error
// Notes on a valid model file or on a finished run, one line each, to standard error.
void tell_notes(const std::string& file, const std::vector<std::string>& notes);
// Lists the user's own files that --force leaves in a folder.
void tell_kept(const std::filesystem::path& folder, const std::vector<std::string>& files);
bool everything_was_said();  // flushes standard output; false if some of the text could not be written

}  // namespace morula
