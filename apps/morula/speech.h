// Text to standard output and to standard error. Neither throws: a terminal that has been closed must not end
// a run.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace morula {

void say(std::string_view text);       // what was asked for, to standard output
void complain(std::string_view text);  // errors and progress, to standard error
// Notes on a valid model file or on a run that is done, one line each, to standard error.
void tell_notes(const std::string& file, const std::vector<std::string>& notes);
// The user's files that --force leaves in a folder.
void tell_kept(const std::filesystem::path& folder, const std::vector<std::string>& files);
bool everything_was_said();  // false when standard output took less than it was given

}  // namespace morula
