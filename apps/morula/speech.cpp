#include "apps/morula/speech.h"

#include <cstdio>

#include "io/named_files.h"

namespace morula {

void say(std::string_view text) { std::fwrite(text.data(), 1, text.size(), stdout); }

void complain(std::string_view text) {
  std::fwrite(text.data(), 1, text.size(), stderr);
  std::fflush(stderr);
}

void tell_notes(const std::string& file, const std::vector<std::string>& notes) {
  for (const std::string& note : notes) complain(file + ": " + note + "\n");
}

void tell_kept(const std::filesystem::path& folder, const std::vector<std::string>& files) {
  if (files.empty()) return;
  tell_notes(folder.string(), {"keeps " + io::short_list(files) + ", which Morula did not write"});
}

bool everything_was_said() { return std::fflush(stdout) == 0 && std::ferror(stdout) == 0; }

}  // namespace morula
