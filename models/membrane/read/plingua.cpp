#include "models/membrane/read/plingua.h"

#include <fmt/format.h>

#include <algorithm>

#include "io/document.h"
#include "io/durable_file.h"
#include "models/membrane/read/parser.h"
#include "models/membrane/read/unsupported_model.h"

namespace morula::membrane {
namespace {

constexpr std::size_t most_files = 100;

class PLinguaReader {
 public:
  PLinguaReader(const Include& include, const Limits& limits) : include_(include), limits_(limits) {}

  PLingua read(const SourceFile& file) {
    add(file);
    throw_if_any();  // expanding one part would report errors about what another part defines
    Expanded expanded = expand(texts_, limits_);
    for (const Complaint& problem : expanded.problems) problems_.push_back(placed(problem));
    throw_if_any();
    made_.system = std::move(expanded.system);
    for (std::size_t i = 0; i < made_.system.rules.size(); ++i)
      made_.system.rules[i].place = place_of(expanded.rule_places[i]);
    return std::move(made_);
  }

 private:
  void throw_if_any() const {
    if (!problems_.empty()) throw SpecError(problems_);
  }
  SourceLocation place_of(At at) const { return {made_.files[at.file].name, at.line, at.column}; }
  Problem placed(const Complaint& complaint) const { return {place_of(complaint.at), "", complaint.what}; }

  void add(const SourceFile& file) {
    const u32 number = static_cast<u32>(made_.files.size());
    made_.files.push_back(file);
    Words words = words_of(file.text, number);
    if (const auto other_model = unsupported_model(words.tokens)) throw SpecError({placed(*other_model)});
    FileText text;
    if (words.problems.empty()) text = parse(words);  // otherwise a missing word would be reported twice
    // A warning may explain an error.
    auto& warned = words.problems.empty() ? made_.warnings : problems_;
    for (const Complaint& warning : words.warnings) warned.push_back(placed(warning));
    for (const Complaint& problem : words.problems) problems_.push_back(placed(problem));
    texts_.push_back(text);
    for (const auto& [path, at] : text.includes) add_included(path, at);
  }

  void add_included(const std::string& path, At at) {
    if (made_.files.size() >= most_files)
      return problems_.push_back(placed({at, "more than 100 files are included"}));
    const std::optional<SourceFile> file = include_(path);
    if (!file) {
      // Users of psim keep a copy of this file beside their own. Its contents are built in.
      if (std::filesystem::path(path).filename().string().starts_with("membrane_division")) return;
      return problems_.push_back(placed({at, fmt::format("there is no file \"{}\" to include", path)}));
    }
    const bool known =
        std::ranges::any_of(made_.files, [&](const SourceFile& other) { return other.name == file->name; });
    if (!known) add(*file);
  }

  const Include& include_;
  Limits limits_;
  PLingua made_;
  std::vector<FileText> texts_;
  std::vector<Problem> problems_;
};

}  // namespace

PLingua read_plingua(const SourceFile& file, const Include& include, const Limits& limits) {
  return PLinguaReader(include, limits).read(file);
}

PLingua read_plingua(const std::filesystem::path& path) {
  const auto beside = [&](const std::string& included) -> std::optional<SourceFile> {
    const std::filesystem::path place = path.parent_path() / included;
    if (!std::filesystem::is_regular_file(place)) return std::nullopt;
    return SourceFile{place.string(), io::read_file(place)};
  };
  return read_plingua({path.string(), io::read_input(path)}, beside);
}

}  // namespace morula::membrane
