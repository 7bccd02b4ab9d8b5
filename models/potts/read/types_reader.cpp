#include "models/potts/read/types_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/nearest.h"

namespace morula::potts {
namespace {

bool is_name(const std::string& text) {
  const auto is_part = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  };
  return !text.empty() && text.size() <= 40 && std::ranges::all_of(text, is_part);
}

void read_names(io::Section& section, PottsSpec& spec) {
  const io::Value* list = section.value("types", io::Presence::Required);
  if (!list) return;
  if (list->kind != io::Value::Kind::List)
    return section.problem(
        "types",
        fmt::format("is {}; must be a list, the medium first, as in [medium, light, dark]", describe(*list)));
  const std::size_t least = section.has("fields") ? 1 : 2;
  if (list->items.size() < least || list->items.size() > most_types)
    return section.problem(
        "types", fmt::format("must be the medium and from 1 to {1} types of cells; the list has length {0}",
                             list->items.size(), most_types - 1));
  for (const io::Value& item : list->items) {
    const bool has_name = item.kind == io::Value::Kind::Scalar && is_name(item.text);
    if (!has_name)
      section.problems().add(item.place(), section.path_of("types"),
                             fmt::format("holds {}; a name has letters, digits and _", describe(item)));
    if (has_name && type_called(spec, item.text)) {
      section.problems().add(item.place(), section.path_of("types"),
                             fmt::format("names '{}' twice; remove one", item.text));
      continue;  // no other section is blamed because it has no values for the second
    }
    spec.types.push_back({item.text});
  }
}

}  // namespace

std::vector<std::string> type_names(const PottsSpec& spec) {
  std::vector<std::string> names;
  for (const CellType& type : spec.types) names.push_back(type.name);
  return names;
}

std::optional<std::size_t> type_called(const PottsSpec& spec, const std::string& name) {
  const auto found = std::ranges::find(spec.types, name, &CellType::name);
  if (found == spec.types.end()) return std::nullopt;
  return static_cast<std::size_t>(found - spec.types.begin());
}

std::vector<bool> read_type_set(io::Section& section, const char* key, const PottsSpec& spec) {
  std::vector<bool> types(spec.types.size());
  const io::Value* list = section.value(key);
  if (!list) return types;
  if (list->kind != io::Value::Kind::List) {
    section.problem(
        key, fmt::format("is {}; must be a list of types, as in [{}]", describe(*list), spec.types[1].name));
    return types;
  }
  for (const io::Value& item : list->items) {
    const auto type = type_called(spec, item.text);
    if (!type)
      section.problems().add(item.place(), section.path_of(key),
                             fmt::format("names {}, which is not a type; {}", describe(item),
                                         must_be_one_of(item.text, type_names(spec))));
    else if (*type == 0)
      section.problems().add(item.place(), section.path_of(key), "names the medium; must be types of cells");
    else
      types[*type] = true;
  }
  return types;
}

void read_types(io::Section& section, PottsSpec& spec) {
  read_names(section, spec);
  if (spec.types.empty()) section.allow("fixed");  // the meaning of other keys depends on the types
  if (!spec.has_cells()) return;
  const std::vector<bool> fixed = read_type_set(section, "fixed", spec);
  for (std::size_t type = 0; type < fixed.size(); ++type) spec.types[type].fixed = fixed[type];
}

void read_terms(io::Section& section, PottsSpec& spec) {
  if (spec.types.empty())
    for (const TermKind& kind : term_kinds()) section.allow(kind.key);
  if (spec.has_cells())
    for (const TermKind& kind : term_kinds()) kind.read(section, spec);
  else
    spec.adhesion.assign(spec.types.size(), 0);
}

}  // namespace morula::potts
