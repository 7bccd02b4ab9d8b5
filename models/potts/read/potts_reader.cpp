#include "models/potts/read/potts_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "core/counted.h"
#include "core/stream.h"
#include "models/every_reader.h"
#include "models/fields/field_reader.h"
#include "models/lattice_reader.h"
#include "models/neighbourhood_reader.h"
#include "models/parameters_reader.h"
#include "models/potts/observe/cell_series.h"
#include "models/potts/observe/cell_table.h"
#include "models/potts/observe/field_views.h"
#include "models/potts/observe/lineage_observer.h"
#include "models/potts/observe/track_observer.h"
#include "models/potts/order/regions.h"
#include "models/potts/properties/cell_vocabulary.h"
#include "models/potts/read/initial_check.h"
#include "models/potts/read/life_reader.h"
#include "models/potts/read/order_reader.h"
#include "models/potts/read/properties_reader.h"
#include "models/potts/read/start_reader.h"
#include "models/potts/read/types_reader.h"
#include "models/potts/terms/fixed_point.h"
#include "models/replicas_reader.h"
#include "models/sites/site_vocabulary.h"

namespace morula::potts {
namespace {

constexpr double hottest = 94500;  // the acceptance table has 2^21 entries, 22.18 per unit

// Reads `temperature: 10`, or `temperature: {light: 13, dark: 7.8}` for every type that may change.
void read_temperature(io::Section& section, PottsSpec& spec) {
  if (spec.types.size() == 1 && !section.has("temperature")) return;  // there are no copies
  const io::Value* value = section.value("temperature", io::Presence::Required);
  if (!value) return;
  if (value->kind != io::Value::Kind::Map) {
    spec.temperature = section.real("temperature", 0, hottest).value_or(0);
    return;
  }
  auto of_types = section.section("temperature");
  if (!of_types || spec.types.size() < 2) return;
  spec.temperatures.assign(spec.types.size(), 0);
  for (std::size_t type = 1; type < spec.types.size(); ++type) {
    const auto presence = spec.types[type].fixed ? io::Presence::Optional : io::Presence::Required;
    spec.temperatures[type] = of_types->real(spec.types[type].name, 0, hottest, presence).value_or(0);
  }
  if (of_types->has(spec.types[0].name)) {
    of_types->allow(spec.types[0].name);
    of_types->problem(spec.types[0].name,
                      "is the medium: a copy beside it has the temperature of the cell; remove it");
  }
  of_types->finish();
}

void read_neighbourhoods(io::Section& section, PottsSpec& spec) {
  const unsigned dimensions = spec.lattice.dimensions;
  spec.contact =
      read_neighbourhood(section, "contact", dimensions).value_or(neighbours_in_range(dimensions, 1));
  spec.copy = read_neighbourhood(section, "copy", dimensions).value_or(spec.contact);
}

// Checks that no site is its own neighbour, or the same neighbour twice.
void check_sides(io::Section& root, const PottsSpec& spec, const Spec& model_spec) {
  const u64 reach = reach_of(spec), least = 2 * reach + 1;
  const Extent& side = spec.lattice.global;
  const Boundaries& ends = spec.lattice.boundary;
  const auto check = [&](char axis, Index length, Boundary boundary) {
    if (boundary == Boundary::Periodic && length < least)
      root.problems().add(
          model_spec.size.place, model_spec.size.key,
          fmt::format("has {} along {}, which is periodic; a neighbourhood that reaches {} needs at least "
                      "{}: make it larger, or put walls there with boundary: fixed",
                      counted(length, "site"), axis, reach, least));
    if (length > longest_side)
      root.problems().add(
          model_spec.size.place, model_spec.size.key,
          fmt::format("has {} sites along {}; must be at most {}", length, axis, longest_side));
  };
  check('x', side.x, ends.x);
  check('y', side.y, ends.y);
  if (spec.lattice.dimensions == 3) check('z', side.z, ends.z);
}

// Steps in which sites were gained are words of 32 bits.
void check_steps(io::Section& root, const PottsSpec& spec, const Spec& model_spec) {
  if (reads_gains(spec) && model_spec.steps.value_or(0) >= 0xFFFFFFFFu)
    root.problem("steps",
                 fmt::format("is {}; must be below 4294967295 in a model with potts.act", *model_spec.steps));
}

bool energies_fit(const PottsSpec& spec) {
  try {
    fixed_point(spec);
    return true;
  } catch (const SpecError&) {
    return false;
  }
}

// Do energies overflow if only these targets of potts.life keep their bounds and all others are 0?
bool is_too_large(PottsSpec spec, const std::set<std::pair<std::size_t, std::string>>& kept) {
  for (std::size_t type = 0; type < spec.life.of_types.size(); ++type)
    for (GrowingTarget& target : spec.life.of_types[type].targets)
      if (!kept.contains({type, target.term})) target.most = 0;
  return !energies_fit(spec);
}

// If energies would fit without the targets of potts.life, reports these targets as the problem: those that
// are too large on their own, or all of them if there is none.
bool blame_targets(io::Section& root, const PottsSpec& spec) {
  std::set<std::pair<std::size_t, std::string>> targets, too_large;  // types and terms
  for (std::size_t type = 0; type < spec.life.of_types.size(); ++type)
    for (const GrowingTarget& target : spec.life.of_types[type].targets) targets.insert({type, target.term});
  if (is_too_large(spec, {})) return false;
  for (const auto& target : targets)
    if (is_too_large(spec, {target})) too_large.insert(target);
  auto life = root.peek("potts")->peek("life");
  for (const auto& [type, term] : too_large.empty() ? targets : too_large) {
    auto of_type = life->peek(spec.types[type].name);
    auto target = of_type->peek("target")->peek(term);
    target->problem(
        "most",
        "is so large that energies overflow the fixed point of 64 bits; write a smaller bound, or "
        "strengths in a larger unit of energy");
  }
  return !targets.empty();
}

void check_energies(io::Section& root, const PottsSpec& spec, Spec& model_spec) {
  try {
    const Energies energies = fixed_point(spec);
    model_spec.chosen["energies_per_unit"] = energies.scale;
    if (!energies.exact)
      model_spec.notes.push_back(
          fmt::format("potts: energies are rounded to whole numbers of 1/{}", energies.scale));
  } catch (const SpecError& error) {
    if (!blame_targets(root, spec))
      for (const Problem& problem : error.problems())
        root.problems().add(root.place_of("potts"), problem.key, problem.what);
  }
}

// Names of columns contain the names of types and must differ.
void check_columns(io::Section& section, const PottsSpec& spec) {
  std::set<std::string> columns;
  for (const std::string& column : cell_columns(spec))
    if (!columns.insert(column).second)
      return section.problem("types",
                             fmt::format("give series.csv the column '{}' twice; rename a type", column));
}

// Reads `output.tracks: {every: …}`: the paths of cells.
void read_tracks(io::Section& root, PottsSpec& spec, Spec& model_spec) {
  FamilyOutput tracks{"tracks"};
  const io::Value* const outputs = root.find("output");
  spec.has_lineage = outputs && outputs->find("lineage");
  if (auto output = root.peek("output"))
    if (const auto every = read_every(*output, "tracks")) {
      spec.has_tracks = true;
      spec.tracks_every = *every;
      tracks.observe = [every](const std::filesystem::path& run, std::uint64_t end) {
        return observe_tracks(run, {*every, end});
      };
    }
  model_spec.family_outputs = {tracks, FamilyOutput{"lineage"}};
}

// Reads `output.lineage: {every: …}`, for tissues whose cells divide, die or change their type.
void read_lineage(io::Section& root, const PottsSpec& spec, Spec& model_spec) {
  auto output = root.peek("output");
  if (!output) return;
  const auto every = read_every(*output, "lineage");
  if (!every) return;
  if (spec.life.empty())
    return output->problem("lineage", "needs cells that divide or die; give the model rules in potts.life");
  model_spec.family_outputs.back().observe = [every, types = type_names(spec)](
                                                 const std::filesystem::path& run, std::uint64_t end) {
    return observe_lineage(run, {*every, end}, types);
  };
}

// Parts of the state and words of outputs.
const std::vector<std::string> reserved_names = {"cell",
                                                 "gained",
                                                 "activity",
                                                 "accepted",
                                                 "centroid",
                                                 "path",
                                                 "centroid_time",
                                                 "id",
                                                 "parallel_sub_steps",
                                                 "volume",
                                                 "surface",
                                                 "age",
                                                 "energy",
                                                 "attempts",
                                                 "contact",
                                                 "cells",
                                                 "mother",
                                                 "fields",
                                                 "field_clamped",
                                                 "born",
                                                 "died",
                                                 "dying",
                                                 "generation",
                                                 "lineage",
                                                 "number",
                                                 "divided",
                                                 "path_time",
                                                 "dead_cells",
                                                 "target_volume",
                                                 "target_surface",
                                                 "site_type"};

// Reads `parameters`, `fields` and `properties`.
void read_fields_of(io::Section& section, const InputFolder& folder, PottsSpec& spec, Spec& model_spec) {
  const std::vector<std::string> types = names_in_formulas(type_names(spec));
  spec.fields.classes = types;
  spec.fields.parameters = read_parameters(section, types);
  if (const io::Value* const parameters = section.find("parameters"))
    for (const io::Entry& entry : parameters->entries)
      if (std::ranges::count(spec.fields.parameters, entry.key, &RuleParameter::name) > 0) {
        const bool is_column = std::ranges::count(columns_of_tables(), entry.key) > 0;
        if (is_column || std::ranges::count(words_of_cells(), entry.key) > 0 ||
            entry.key.starts_with("target_"))
          section.problems().add(
              entry.key_place, section.path_of("parameters") + "." + entry.key,
              fmt::format("is {}; choose another name",
                          is_column ? "a column of the tables of cells" : "a word of formulas of cells"));
      }
  std::map<std::string, std::string> names_in_use;
  for (const std::string& name : reserved_names) names_in_use[name] = "a part of the state or of an output";
  for (const std::string& name : types) names_in_use[name] = "a type";
  for (const RuleParameter& parameter : spec.fields.parameters) names_in_use[parameter.name] = "a parameter";
  if (const io::Value* const properties = section.find("properties"))
    for (const io::Entry& entry : properties->entries)
      names_in_use["site_" + entry.key] = "a dataset of saved states";
  std::map<std::string, std::string> property_names_in_use = names_in_use;
  property_names_in_use.erase("energy");
  for (const Column& column : table_columns(spec)) property_names_in_use[column.name] = "a column of cells";
  for (const char* column : {"place", "last", "direction"})
    for (const char* axis : {"_x", "_y", "_z"})
      property_names_in_use[std::string(column) + axis] = "a column of cells";
  for (const char* column :
       {"target_volume", "target_surface", "generation", "born", "divided", "dying", "number"})
    property_names_in_use[column] = "a column of cells";
  read_property_names(section, property_names_in_use, spec);
  for (const Property& property : spec.properties.properties) names_in_use[property.name] = "a property";
  fields::read_fields(section, spec.lattice, folder, names_in_use, spec.fields, model_spec);
  read_properties(section, spec);
  if (!spec.properties.rates.is_empty())
    model_spec.chosen["property_sub_steps"] = u64{spec.properties.sub_steps};
}

void read_section(io::Section& root, const InputFolder& folder, PottsSpec& spec, Spec& model_spec) {
  auto section = root.section("potts", io::Presence::Required);
  if (!section) return root.allow("initial");
  read_neighbourhoods(*section, spec);
  read_types(*section, spec);
  read_fields_of(*section, folder, spec, model_spec);
  read_terms(*section, spec);
  read_life(*section, spec, model_spec.notes);
  read_temperature(*section, spec);
  read_order(*section, spec, model_spec);
  section->finish();
  check_sides(root, spec, model_spec);
  model_spec.tables = {cells_table(spec).name};
  read_lineage(root, spec, model_spec);
  if (spec.types.empty()) return root.allow("initial");
  check_columns(*section, spec);
  model_spec.views = tissue_views(spec);
  model_spec.figure = cell_figure(spec);
  model_spec.columns = typed_columns(spec);
  read_start(root, folder, spec, model_spec);
  if (!root.problems().empty()) return;
  check_initial_values(root, spec, model_spec.seed);
  check_energies(root, spec, model_spec);
  check_order(root, spec, model_spec);
  check_steps(root, spec, model_spec);
}

}  // namespace

void read_potts(io::Section& root, const InputFolder& folder, Spec& model_spec) {
  auto spec = std::make_shared<PottsSpec>();
  read_steps(root, model_spec);
  read_with_lattice(root, model_spec, [&](const Lattice& lattice) {
    *spec = {};
    spec->lattice = lattice;
    const Replicas replicas = read_replicas(root);
    spec->replicas = replicas.count;
    spec->first_replica = replicas.first;
    model_spec.replicas = replicas;
    if (model_spec.lattice && replicas.count > largest_where / lattice.global.sites())
      root.problem("replicas", "have more than 2^48 sites together; make fewer, or smaller ones");
    read_tracks(root, *spec, model_spec);
    read_section(root, folder, *spec, model_spec);
  });
  model_spec.section = spec;
}

}  // namespace morula::potts
