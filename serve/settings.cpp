#include "serve/settings.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>

#include "io/section.h"
#include "models/catalogue.h"
#include "models/changes/changed_spec.h"
#include "models/visit_sites.h"
#include "serve/shown_values.h"

namespace morula::serve {
namespace {

using io::Json;

Json json_of(const io::Value& value) {
  if (value.kind == io::Value::Kind::List) {
    Json list = Json::array();
    for (const io::Value& item : value.items) list.push_back(json_of(item));
    return list;
  }
  if (value.kind == io::Value::Kind::Map) {
    Json map = Json::object();
    for (const io::Entry& entry : value.entries) map[entry.key] = json_of(entry.value);
    return map;
  }
  if (value.kind == io::Value::Kind::Null) return {};
  if (const auto whole = io::parse_whole(value.text)) return *whole;
  if (const auto real = io::parse_real(value.text)) return *real;
  return value.text;
}

// Adds every key below `path` whose value is not a mapping.
void add_leaves(const io::Value& value, const std::string& path, Json& settings) {
  if (value.kind != io::Value::Kind::Map)
    return settings.push_back({{"key", path}, {"value", json_of(value)}});
  for (const io::Entry& entry : value.entries) add_leaves(entry.value, path + '.' + entry.key, settings);
}

// Adds the values that match a path with stars.
void add_matches(const io::Value& at, const std::vector<std::string>& words, std::size_t next,
                 const std::string& path, Json& settings) {
  if (next == words.size()) return add_leaves(at, path, settings);
  for (const io::Entry& entry : at.entries)
    if (words[next] == "*" || words[next] == entry.key)
      add_matches(entry.value, words, next + 1, path.empty() ? entry.key : path + '.' + entry.key, settings);
}

std::uint64_t value_of_site(Model& model, const Field& field, const Site& site) {
  const Extent& extent = field.extent;
  std::vector<std::byte> bytes(size_of(field.type));
  model.read(field, {(site.z * extent.y + site.y) * extent.x + site.x, 1}, bytes);
  return value_at(bytes, 0, size_of(field.type));
}

Json json_of(const Number& number) {
  if (const auto* whole = std::get_if<std::uint64_t>(&number)) return *whole;
  if (const auto* sign = std::get_if<std::int64_t>(&number)) return *sign;
  if (const auto* real = std::get_if<double>(&number)) return std::isfinite(*real) ? Json(*real) : Json();
  return {};
}

// The column of a table with the numbers of the objects of a field: `cell`, or `id` in the table `cells`.
std::optional<std::size_t> key_column(const Table& table, const std::string& field) {
  for (std::size_t i = 0; i < table.columns.size(); ++i)
    if (table.columns[i] == field || (table.columns[i] == "id" && table.name == field + "s")) return i;
  return std::nullopt;
}

// Adds the row of the table for the object with this number; in a batch, the row of the first replica.
void add_row_of(Model& model, const Table& table, std::size_t key, std::uint64_t object, Json& rows) {
  bool is_found = false;
  model.read_table(table, [&](std::span<const Number> numbers) {
    const std::size_t width = table.columns.size();
    for (std::size_t begin = 0; begin + width <= numbers.size() && !is_found; begin += width) {
      const auto* number = std::get_if<std::uint64_t>(&numbers[begin + key]);
      if (!number || *number != object) continue;
      is_found = true;
      Json row = Json::object();
      for (std::size_t i = 0; i < width; ++i) row[table.columns[i]] = json_of(numbers[begin + i]);
      rows.push_back({{"table", table.name}, {"row", row}});
    }
  });
}

// Whether a change could add this key. The mapping that would hold it must exist, and no parameters can be
// added, since formulas only know those of the model file (models/changes/changed_spec.cpp).
bool can_be_added(const io::Value& root, const std::string& path) {
  const std::size_t dot = path.rfind('.');
  if (dot == std::string::npos || path.substr(dot + 1) == "parameters") return false;
  const io::Value* const holder = io::value_at(root, path.substr(0, dot));
  return holder && holder->kind == io::Value::Kind::Map;
}

// The name that the legend of the first view gives to a state that is only a number for changes. The states
// of tissues are counted as in their first region.
std::string name_of_state(const Spec& now, const std::vector<std::string>& states, std::size_t state) {
  const bool is_number = states[state] == std::to_string(state);
  if (!is_number || now.views.empty() || state >= now.views.front().names.size()) return states[state];
  return now.views.front().names[state];
}

}  // namespace

Json changeable_settings(const Spec& now) {
  Json settings = Json::array();
  if (!now.source) return settings;
  const io::Value& root = now.source->document.root;
  for (const std::string& path : family_of(now).changeable.keys) {
    const std::size_t before = settings.size();
    add_matches(root, io::words_of_path(path), 0, "", settings);
    if (settings.size() == before && path.find('*') == std::string::npos && can_be_added(root, path))
      settings.push_back({{"key", path}, {"value", nullptr}});
  }
  return settings;
}

Json brush_states(const Spec& now) {
  const Changeable& changeable = family_of(now).changeable;
  Json list = Json::array();
  if (!changeable.states || !now.lattice) return list;
  const std::vector<std::string> states = changeable.states(now);
  std::vector<std::string> names;
  for (std::size_t state = 0; state < states.size(); ++state)
    names.push_back(name_of_state(now, states, state));
  std::map<std::string, unsigned> counts;
  for (std::size_t state = 0; state < states.size(); ++state) {
    const unsigned number = ++counts[names[state]];
    const bool is_alone = std::ranges::count(names, names[state]) == 1;
    list.push_back({{"to", states[state]},
                    {"name", is_alone ? names[state] : fmt::format("{} {}", names[state], number)}});
  }
  return list;
}

Json described_views(const std::vector<View>& views) {
  Json list = Json::array();
  for (const View& view : views)
    list.push_back({{"name", view.name}, {"graded", view.graded}, {"unavailable", view.unavailable}});
  return list;
}

Json described_lattice(const Spec& spec) {
  if (!spec.lattice) return {};
  const Extent& extent = spec.lattice->global;
  return {{"dimensions", spec.lattice->dimensions}, {"size", Json::array({extent.x, extent.y, extent.z})}};
}

Json described_place(Model& model, const Spec& spec, const std::string& name, std::uint64_t value) {
  constexpr Index most_sites = Index{1} << 24;
  const auto fields = model.fields();
  const auto field = std::ranges::find(fields, name, &StateField::name);
  if (field == fields.end() || field->dimensions < 2 || field->extent.sites() > most_sites || !spec.lattice)
    return {};
  Field plain = *field;
  plain.replicas = 0;  // only the first replica is searched
  const Boundaries& boundary = spec.lattice->boundary;
  const Extent& extent = field->extent;
  std::optional<Site> anchor;
  std::array<double, 3> sums{};
  double count = 0;
  const auto nearest = [](Index at, Index from, Index size, Boundary along) {
    const double apart = static_cast<double>(at) - static_cast<double>(from),
                 period = static_cast<double>(size);
    if (along == Boundary::Fixed || std::abs(apart) <= period / 2) return apart;
    return apart > 0 ? apart - period : apart + period;
  };
  visit_all(model, plain, [&](const Site& site, std::uint64_t value_of_site) {
    if (value_of_site != value) return;
    if (!anchor) anchor = site;
    sums[0] += nearest(site.x, anchor->x, extent.x, boundary.x);
    sums[1] += nearest(site.y, anchor->y, extent.y, boundary.y);
    sums[2] += nearest(site.z, anchor->z, extent.z, boundary.z);
    ++count;
  });
  if (!anchor) return {};
  const auto mean = [&](Index from, double sum, Index size) {
    const double at = static_cast<double>(from) + 0.5 + sum / count, period = static_cast<double>(size);
    return at - std::floor(at / period) * period;
  };
  return {{"sites", count},
          {"at", Json::array({mean(anchor->x, sums[0], extent.x), mean(anchor->y, sums[1], extent.y),
                              mean(anchor->z, sums[2], extent.z)})}};
}

Json described_site(Model& model, const View& view, const Site& site, bool with_rows) {
  Json values = Json::object(), rows = Json::array(), object;
  for (const StateField& field : model.fields()) {
    const Extent& extent = field.extent;
    if (field.dimensions < 2 || site.x >= extent.x || site.y >= extent.y || site.z >= extent.z) continue;
    const std::uint64_t value = value_of_site(model, field, site);
    const Json number = number_of(field, value);
    values[field.name] = number;
    if (!with_rows) continue;
    const auto tables = model.tables();
    const auto table = std::ranges::find_if(
        tables, [&](const Table& candidate) { return key_column(candidate, field.name).has_value(); });
    if (table == tables.end()) continue;
    add_row_of(model, *table, *key_column(*table, field.name), value, rows);
    object = {{"field", field.name}, {"value", number}};
  }
  const ShownValues shown(model, view);
  return {
      {"site", Json::array({site.x, site.y, site.z})},
      {"shown", {{"view", view.name}, {"value", shown.described(value_of_site(model, shown.field(), site))}}},
      {"values", values},
      {"rows", rows},
      {"object", rows.size() > 0 ? object : Json()}};
}

Json described_rows(Model& model, const std::string& field, std::uint64_t value) {
  Json rows = Json::array();
  for (const Table& table : model.tables())
    if (const auto key = key_column(table, field)) {
      add_row_of(model, table, *key, value, rows);
      break;
    }
  return rows;
}

}  // namespace morula::serve
