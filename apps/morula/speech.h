// The two voices of the program. Neither throws: a terminal that went away is no reason to lose a run.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace morula {

void say(std::string_view text);       // what was asked for, to standard output
void complain(std::string_view text);  // errors and progress, to standard error
// What a user should know of a model file that is right, or of a run that is done: a line each, to standard
// error.
void tell_notes(const std::string& file, const std::vector<std::string>& notes);
// The user's files that --force leaves in a folder.
void tell_kept(const std::filesystem::path& folder, const std::vector<std::string>& files);
bool everything_was_said();  // false when standard output took less than it was given

}  // namespace morula
