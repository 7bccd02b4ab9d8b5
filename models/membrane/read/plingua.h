// Reads P-Lingua 4 and 5 as far as they describe P systems with active membranes (see ../README.md).
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "models/membrane/read/expand.h"

namespace morula::membrane {

struct SourceFile {
  std::string name;  // for messages
  std::string text;
};

// The text of an included file, found by its path as written; nothing if there is no such file.
using Include = std::function<std::optional<SourceFile>(const std::string& path)>;

struct PLingua {
  System system;
  std::vector<Problem> warnings;  // about words; check.h has the warnings about the system
  std::vector<SourceFile> files;  // the first file is the one that was asked for
};

// Throws SpecError with all problems.
PLingua read_plingua(const SourceFile& file, const Include& include, const Limits& limits = {});
PLingua read_plingua(
    const std::filesystem::path& path);  // a file that the user named; included files lie in the same folder

}  // namespace morula::membrane
