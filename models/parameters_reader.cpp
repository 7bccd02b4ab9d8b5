#include "models/parameters_reader.h"

#include <fmt/format.h>

#include <algorithm>

#include "models/formula_reader.h"
#include "models/sites/site_vocabulary.h"

namespace morula {

void for_names(io::Section& section, const char* key, const std::vector<std::string>& names_in_use,
               const std::function<void(io::Section&, const std::string&)>& read) {
  auto named = section.section(key);
  if (!named) return;
  bool is_cut = false;  // finish() reports formulas that a comma cuts short
  for (const io::Entry& entry : section.find(key)->entries) {
    if (is_cut && entry.value.kind == io::Value::Kind::Null) continue;
    is_cut = named->is_cut_short(entry.key);
    named->allow(entry.key);
    std::string wrong = SiteVocabulary::wrong_with_name(entry.key);
    if (std::ranges::find(names_in_use, entry.key) != names_in_use.end())
      wrong = "is the name of something else; choose another name";
    if (wrong.empty())
      read(*named, entry.key);
    else
      section.problems().add(entry.key_place, named->path_of(entry.key), wrong);
  }
  named->finish();
}

std::vector<RuleParameter> read_parameters(io::Section& section,
                                           const std::vector<std::string>& names_in_use) {
  std::vector<RuleParameter> parameters;
  for_names(section, "parameters", names_in_use, [&](io::Section& named, const std::string& name) {
    const auto text = named.text(name);
    if (!text) return;
    if (const auto number = parse_number(*text))
      parameters.push_back({name, number->type, number->bits});
    else
      named.problem(name, fmt::format("is '{}'; must be a number", *text));
  });
  return parameters;
}

}  // namespace morula
