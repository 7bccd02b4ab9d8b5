#include "models/potts/read/types_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/nearest.h"

namespace morula::potts {
namespace {

constexpr double most_energy = 1e9, most_target = 1e12;

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
  if (list->items.size() < 2 || list->items.size() > most_types)
    return section.problem(
        "types", fmt::format("must be the medium and from 1 to {1} types of cells; the list has length {0}",
                             list->items.size(), most_types - 1));
  for (const io::Value& item : list->items) {
    const bool known = std::ranges::count(spec.types, item.text, &CellType::name) > 0;
    if (item.kind != io::Value::Kind::Scalar || !is_name(item.text))
      section.problems().add(item.place(), section.path_of("types"),
                             fmt::format("holds {}; a name has letters, digits and _", describe(item)));
    else if (known)
      section.problems().add(item.place(), section.path_of("types"),
                             fmt::format("names '{}' twice; remove one", item.text));
    spec.types.push_back({item.text});
  }
}

std::optional<std::size_t> type_called(const PottsSpec& spec, const std::string& name) {
  const auto found = std::ranges::find(spec.types, name, &CellType::name);
  if (found == spec.types.end()) return std::nullopt;
  return static_cast<std::size_t>(found - spec.types.begin());
}

// The two types of a key such as light-dark.
struct TypePair {
  std::size_t a, b;
};
std::optional<TypePair> pair_called(io::Section& adhesion, const io::Entry& entry, const PottsSpec& spec) {
  const std::size_t dash = entry.key.find('-');
  const std::string names[2] = {entry.key.substr(0, dash),
                                dash == std::string::npos ? "" : entry.key.substr(dash + 1)};
  std::size_t found[2] = {};
  for (std::size_t i : {0u, 1u}) {
    const auto type = type_called(spec, names[i]);
    if (!type) {
      adhesion.problems().add(entry.key_place, adhesion.path_of(entry.key),
                              dash == std::string::npos
                                  ? "must be two types with a dash between them, as in light-dark"
                                  : fmt::format("names the type '{}', which there is not; {}", names[i],
                                                must_be_one_of(names[i], type_names(spec))));
      return std::nullopt;
    }
    found[i] = *type;
  }
  return TypePair{found[0], found[1]};
}

std::string pair_name(const PottsSpec& spec, std::size_t a, std::size_t b) {
  return spec.types[a].name + "-" + spec.types[b].name;
}

void note_missing(io::Section& section, const PottsSpec& spec, const std::vector<bool>& said) {
  std::vector<std::string> missing;
  const std::size_t types = spec.types.size();
  for (std::size_t a = 0; a < types; ++a)
    for (std::size_t b = std::max<std::size_t>(a, 1); b < types; ++b)
      if (!said[a * types + b] && !(spec.types[a].fixed && spec.types[b].fixed))
        missing.push_back(pair_name(spec, a, b));
  if (!missing.empty())
    section.problem("adhesion", fmt::format("says nothing about {}; every two types that may touch need a J",
                                            fmt::join(missing, ", ")));
}

void read_adhesion(io::Section& section, PottsSpec& spec) {
  const std::size_t types = spec.types.size();
  spec.adhesion.assign(types * types, 0);
  auto adhesion = section.section("adhesion", io::Presence::Required);
  if (!adhesion) return;
  std::vector<bool> said(types * types);
  for (const io::Entry& entry : section.value("adhesion")->entries) {
    adhesion->allow(entry.key);
    const auto pair = pair_called(*adhesion, entry, spec);
    const auto j = adhesion->real(entry.key, -most_energy, most_energy);
    if (!pair || !j) continue;
    const auto [a, b] = *pair;
    if (a == 0 && b == 0) {
      adhesion->problem(entry.key, "is of the medium with itself, which has no edge; remove it");
    } else if (said[a * types + b] && spec.adhesion[a * types + b] != *j) {
      adhesion->problem(entry.key, fmt::format("is {}, and {} is {}; J is the same both ways, so say it once",
                                               *j, pair_name(spec, b, a), spec.adhesion[a * types + b]));
    }
    for (const std::size_t place : {a * types + b, b * types + a})
      spec.adhesion[place] = *j, said[place] = true;
  }
  adhesion->finish();
  note_missing(section, spec, said);
}

// `key: {light: {target: 40, strength: 1}}`
void read_constraint(io::Section& section, const char* key, std::optional<Constraint> CellType::*term,
                     PottsSpec& spec) {
  auto terms = section.section(key);
  if (!terms) return;
  for (std::size_t i = 1; i < spec.types.size(); ++i) {
    CellType& type = spec.types[i];
    auto one = terms->section(type.name);
    if (!one) continue;
    const auto target = one->real("target", 0, most_target, io::Presence::Required);
    const auto strength = one->real("strength", 0, most_energy, io::Presence::Required);
    one->finish();
    if (target && strength) type.*term = Constraint{*target, *strength};
    if (target && term == &CellType::volume && *target > static_cast<double>(spec.lattice.global.sites()))
      one->problem("target",
                   fmt::format("is {}; the lattice has only {} sites", *target, spec.lattice.global.sites()));
  }
  if (terms->has(spec.types[0].name)) {
    terms->allow(spec.types[0].name);
    terms->problem(spec.types[0].name, "is the medium, which has no such target; remove it");
  }
  terms->finish();
}

// A list of types: `connected`, `fixed`.
void read_set(io::Section& section, const char* key, bool CellType::*property, PottsSpec& spec) {
  const io::Value* list = section.value(key);
  if (!list) return;
  if (list->kind != io::Value::Kind::List)
    return section.problem(
        key, fmt::format("is {}; must be a list of types, as in [{}]", describe(*list), spec.types[1].name));
  for (const io::Value& item : list->items) {
    const auto type = type_called(spec, item.text);
    if (!type)
      section.problems().add(item.place(), section.path_of(key),
                             fmt::format("names {}, which is not a type; {}", describe(item),
                                         must_be_one_of(item.text, type_names(spec))));
    else if (*type == 0)
      section.problems().add(item.place(), section.path_of(key), "names the medium; must be types of cells");
    else
      spec.types[*type].*property = true;
  }
}

void read_potential(io::Section& section, PottsSpec& spec) {
  auto potential = section.section("potential");
  if (!potential) return;
  for (std::size_t i = 1; i < spec.types.size(); ++i) {
    const io::Value* vector = potential->value(spec.types[i].name);
    if (!vector) continue;
    bool is_right = vector->kind == io::Value::Kind::List && vector->items.size() == spec.lattice.dimensions;
    for (std::size_t axis = 0; is_right && axis < vector->items.size(); ++axis) {
      const auto number = io::parse_real(vector->items[axis].text);
      is_right = number && std::abs(*number) <= most_energy;
      spec.types[i].potential[axis] = number.value_or(0);
    }
    if (!is_right)
      potential->problem(spec.types[i].name,
                         fmt::format("must be a vector of {} numbers, as in {}", spec.lattice.dimensions,
                                     spec.lattice.dimensions == 2 ? "[1, 0]" : "[1, 0, 0]"));
  }
  potential->finish();
}

}  // namespace

std::vector<std::string> type_names(const PottsSpec& spec) {
  std::vector<std::string> names;
  for (const CellType& type : spec.types) names.push_back(type.name);
  return names;
}

void read_types(io::Section& section, PottsSpec& spec) {
  read_names(section, spec);
  const std::vector<const char*> by_type = {"adhesion",  "volume", "surface",
                                            "connected", "fixed",  "potential"};
  if (spec.types.size() < 2) {  // what the rest means depends on them
    for (const char* key : by_type) section.allow(key);
    return;
  }
  read_set(section, "fixed", &CellType::fixed, spec);
  read_set(section, "connected", &CellType::connected, spec);
  read_adhesion(section, spec);
  read_constraint(section, "volume", &CellType::volume, spec);
  read_constraint(section, "surface", &CellType::surface, spec);
  read_potential(section, spec);
}

}  // namespace morula::potts
