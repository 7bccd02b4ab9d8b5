// P-Lingua 4 and 5, as far as they describe P systems with active membranes (see ../README.md).
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

// The text of an included file, by its path as written; nothing where there is no such file.
using Include = std::function<std::optional<SourceFile>(const std::string& path)>;

struct PLingua {
  System system;
  std::vector<Problem> warnings;  // of its words; check.h has those of what it says
  std::vector<SourceFile> files;  // the first is the one asked for
};

// Throws SpecError with every problem found.
PLingua read_plingua(const SourceFile& file, const Include& include, const Limits& limits = {});
PLingua read_plingua(
    const std::filesystem::path& path);  // a file that the user named; includes lie beside it

}  // namespace morula::membrane
