#include "models/potts/read/properties_reader.h"

#include <fmt/format.h>

#include <algorithm>

#include "models/potts/read/cell_formulas.h"
#include "models/sites/site_vocabulary.h"

namespace morula::potts {
namespace {

constexpr std::size_t most_properties = 32;
constexpr u64 most_sub_steps = 10000;

void read_initial(io::Section& keys, FormulasOfCells& initials, Property& property) {
  const auto written = read_formula(keys, "initial", io::Presence::Required, "uniform()");
  if (!written) return;
  if (const auto number = io::parse_real(written->text))
    property.initial = *number;
  else if (initials.read(*written, keys.problems()))
    property.initial = std::make_shared<const CellProgram>(initials.take_last());
}

void read_change(io::Section& keys, FormulasOfCells& rates, FormulasOfCells& nexts, unsigned property,
                 PropertiesSpec& spec) {
  const auto rate = read_formula(keys, "rate", io::Presence::Optional, number_of_cells),
             next = read_formula(keys, "next", io::Presence::Optional, number_of_cells);
  const auto sub_steps = keys.whole("sub_steps", 1, most_sub_steps);
  if (sub_steps && !rate) keys.problem("sub_steps", "apply only to a rate; remove them");
  if (rate && next)
    return keys.problem(
        "next", "cannot be combined with rate; a property has one of them, or neither if it does not change");
  if (rate)
    if (const auto result = rates.read(*rate, keys.problems())) spec.of_rates.push_back({property, *result});
  if (next)
    if (const auto result = nexts.read(*next, keys.problems())) spec.of_nexts.push_back({property, *result});
  spec.sub_steps = std::max(spec.sub_steps, static_cast<u32>(sub_steps.value_or(1)));
}

std::string wrong_with_property(const std::string& name,
                                const std::map<std::string, std::string>& names_in_use) {
  if (std::ranges::count(columns_of_tables(), name) > 0)
    return "is the name of a column in tables of cells; choose another name";
  if (const std::string wrong = SiteVocabulary::wrong_with_name(name); !wrong.empty()) return wrong;
  if (std::ranges::count(words_of_cells(), name) > 0) return "is a word of formulas; choose another name";
  if (const auto found = names_in_use.find(name); found != names_in_use.end())
    return fmt::format("is the name of {}; choose another name", found->second);
  return "";
}

}  // namespace

void read_property_names(io::Section& section, const std::map<std::string, std::string>& names_in_use,
                         PottsSpec& spec) {
  auto written = section.section("properties");
  if (!written) return;
  for (const io::Entry& entry : section.find("properties")->entries) {
    if (const std::string wrong = wrong_with_property(entry.key, names_in_use); !wrong.empty())
      section.problems().add(entry.key_place, written->path_of(entry.key), wrong);
    spec.properties.properties.push_back({entry.key});
    spec.fields.quantities.push_back({entry.key, formula::Type::Real});
  }
  if (spec.properties.properties.empty() || spec.properties.properties.size() > most_properties)
    section.problem("properties", fmt::format("has {} properties; must be from 1 to {}",
                                              spec.properties.properties.size(), most_properties));
  if (!spec.has_cells())
    section.problem("properties",
                    "belong to cells, but the model has no type of cells; add one to potts.types");
}

void read_properties(io::Section& section, PottsSpec& spec) {
  auto written = section.section("properties");
  if (!written) return;
  const NamesOfCells names = names_of(spec);
  FormulasOfCells initials(names, CellFormula::Initial), rates(names, CellFormula::Rate),
      nexts(names, CellFormula::Next);
  PropertiesSpec& properties = spec.properties;
  for (unsigned i = 0; i < properties.properties.size(); ++i) {
    auto keys = written->section(properties.properties[i].name);
    if (!keys) continue;
    read_initial(*keys, initials, properties.properties[i]);
    read_change(*keys, rates, nexts, i, properties);
    keys->finish();
  }
  written->finish();
  if (!section.problems().empty()) return;
  properties.rates = rates.take();
  properties.nexts = nexts.take();
}

}  // namespace morula::potts
