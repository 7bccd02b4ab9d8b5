#include "models/potts/terms/chemotaxis_term.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/nearest.h"
#include "models/potts/engine/padded_lattice.h"
#include "models/potts/read/types_reader.h"
#include "models/potts/terms/fixed_point.h"
#include "texts/morula_potts.h"

namespace morula::potts {
namespace {

constexpr double least_half = 1e-12, most_half = 1e12;

std::string key_of(std::size_t entry) { return fmt::format("potts.chemotaxis[{}]", entry); }

// `linear`, `{saturating: 0.1}` or `{logarithmic: 0.1}`.
void read_response(io::Section& section, const fields::FieldSpec& field, Chemotaxis& entry) {
  const io::Value* written = section.value("response");
  if (!written || (written->kind == io::Value::Kind::Scalar && written->text == "linear")) return;
  if (written->kind != io::Value::Kind::Map)
    return section.problem(
        "response",
        fmt::format("is {}; must be linear, {{saturating: …}} or {{logarithmic: …}}", describe(*written)));
  auto response = section.section("response");
  const auto which = response->exactly_one({"saturating", "logarithmic"});
  if (which) {
    entry.response = *which == "saturating" ? RESPONSE_SATURATING : RESPONSE_LOGARITHMIC;
    entry.half = response->real(*which, least_half, most_half).value_or(1);
  }
  response->finish();
  if (which && field.is_signed)
    section.problem("response",
                    fmt::format("is {}, but the field '{}' is signed, so that it may be negative; write "
                                "response: linear, or remove signed",
                                *which, field.name));
}

// Reads `at: [medium]`; all types if it is absent.
u32 read_contacts(io::Section& section, const PottsSpec& spec) {
  const io::Value* list = section.value("at");
  if (!list) return 0xFFFFFFFFu;
  if (list->kind != io::Value::Kind::List || list->items.empty()) {
    const bool is_list = list->kind == io::Value::Kind::List;
    section.problem("at", fmt::format("is {}; must be a list of types, as in [{}]{}",
                                      is_list ? "an empty list" : describe(*list), spec.types[0].name,
                                      is_list ? ", or be left out for contacts with all types" : ""));
    return 0;
  }
  u32 contacts = 0;
  for (const io::Value& item : list->items)
    if (const auto type = type_called(spec, item.text))
      contacts |= 1u << *type;
    else
      section.problems().add(item.place(), section.path_of("at"),
                             fmt::format("names {}, which is not a type; {}", describe(item),
                                         must_be_one_of(item.text, type_names(spec))));
  return contacts;
}

void read_entry(io::Section section, const PottsSpec& spec, std::vector<Chemotaxis>& entries) {
  std::vector<std::string> types = type_names(spec), fields;
  types.erase(types.begin());
  for (const fields::FieldSpec& field : spec.fields.fields) fields.push_back(field.name);
  Chemotaxis entry;
  const auto type = section.choice("type", types, io::Presence::Required);
  const auto field = section.choice("field", fields, io::Presence::Required);
  const auto strength = section.real("strength", -most_energy, most_energy, io::Presence::Required);
  entry.contacts = read_contacts(section, spec);
  if (field) {
    entry.field = static_cast<u32>(std::ranges::find(fields, *field) - fields.begin());
    read_response(section, spec.fields.fields[entry.field], entry);
  } else {
    section.allow("response");
  }
  section.finish();
  if (!type || !field || !strength) return;
  entry.type = *type_called(spec, *type);
  entry.strength = *strength;
  entries.push_back(entry);
}

}  // namespace

gpu::Text ChemotaxisTerm::text() const { return gpu::text::models::potts::terms::chemotaxis_rule; }

std::vector<Amount> ChemotaxisTerm::amounts(const PottsSpec&) const {
  std::vector<Amount> amounts;
  for (std::size_t i = 0; i < entries.size(); ++i)
    amounts.push_back({key_of(i) + ".strength", entries[i].strength});
  return amounts;
}

std::vector<i32> ChemotaxisTerm::words(const PottsSpec& spec, double) const {
  std::vector<i32> words = {static_cast<i32>(entries.size())};
  for (const Chemotaxis& entry : entries)
    words.insert(words.end(), {static_cast<i32>(entry.type), static_cast<i32>(entry.contacts)});
  const PaddedLattice padded(spec);
  for (const Neighbour& offset : spec.copy.neighbours)
    words.push_back(static_cast<i32>(padded.distance(offset)));
  return words;
}

std::vector<SiteLevel> ChemotaxisTerm::levels(const PottsSpec&, double scale) const {
  std::vector<SiteLevel> levels;
  for (std::size_t i = 0; i < entries.size(); ++i)
    levels.push_back(
        {key_of(i), entries[i].field, entries[i].response, entries[i].half, entries[i].strength * scale});
  return levels;
}

void ChemotaxisTerm::read(io::Section& section, PottsSpec& spec) {
  const io::Value* list = section.value("chemotaxis");
  if (!list) return;
  if (spec.fields.empty())
    return section.problem("chemotaxis", "needs a field that cells sense; add it to potts.fields");
  if (list->kind != io::Value::Kind::List || list->items.empty() || list->items.size() > most_fields_sensed)
    return section.problem(
        "chemotaxis",
        fmt::format("must be a list of 1 to {} entries, as in [{{type: {}, field: {}, strength: 50}}]",
                    most_fields_sensed, spec.types[1].name, spec.fields.fields[0].name));
  ChemotaxisTerm term;
  for (std::size_t i = 0; i < list->items.size(); ++i)
    read_entry({list->items[i], fmt::format("{}[{}]", section.path_of("chemotaxis"), i), section.problems()},
               spec, term.entries);
  if (!term.entries.empty())
    spec.terms.change<ChemotaxisTerm>([&](ChemotaxisTerm& changed) { changed = term; });
}

}  // namespace morula::potts
