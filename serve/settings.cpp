#include "serve/settings.h"

#include <bit>
#include <cmath>
#include <optional>

#include "io/section.h"
#include "models/catalogue.h"
#include "models/changes/changed_spec.h"
#include "models/visit_sites.h"

namespace morula::serve {
namespace {

using io::Json;

Json json_of(const io::Value& value) {
  if (value.kind == io::Value::Kind::List) {
    Json list = Json::array();
    for (const io::Value& item : value.items) list.push_back(json_of(item));
    return list;
  }
  if (value.kind == io::Value::Kind::Null) return {};
  if (const auto whole = io::parse_whole(value.text)) return *whole;
  if (const auto real = io::parse_real(value.text)) return *real;
  return value.text;
}

// Every key below `path` whose value is no mapping.
void add_leaves(const io::Value& value, const std::string& path, Json& settings) {
  if (value.kind != io::Value::Kind::Map)
    return settings.push_back({{"key", path}, {"value", json_of(value)}});
  for (const io::Entry& entry : value.entries) add_leaves(entry.value, path + '.' + entry.key, settings);
}

// The values that a path with stars names.
void add_matches(const io::Value& at, const std::vector<std::string>& words, std::size_t next,
                 const std::string& path, Json& settings) {
  if (next == words.size()) return add_leaves(at, path, settings);
  for (const io::Entry& entry : at.entries)
    if (words[next] == "*" || words[next] == entry.key)
      add_matches(entry.value, words, next + 1, path.empty() ? entry.key : path + '.' + entry.key, settings);
}

Json number_of(const Field& field, const std::vector<std::byte>& bytes) {
  const std::uint64_t bits = value_at(bytes, 0, size_of(field.type));
  switch (field.type) {
    case ValueType::F64: {
      const auto real = std::bit_cast<double>(bits);
      return std::isfinite(real) ? Json(real) : Json();
    }
    case ValueType::I32:
      return static_cast<std::int64_t>(static_cast<std::int32_t>(bits));
    case ValueType::I64:
      return static_cast<std::int64_t>(bits);
    default:
      return bits;
  }
}

Json json_of(const Number& number) {
  if (const auto* whole = std::get_if<std::uint64_t>(&number)) return *whole;
  if (const auto* sign = std::get_if<std::int64_t>(&number)) return *sign;
  if (const auto* real = std::get_if<double>(&number)) return std::isfinite(*real) ? Json(*real) : Json();
  return {};
}

// The column of a table that numbers the objects of a field, `cell` or, in the table `cells`, `id`.
std::optional<std::size_t> key_column(const Table& table, const std::string& field) {
  for (std::size_t i = 0; i < table.columns.size(); ++i)
    if (table.columns[i] == field || (table.columns[i] == "id" && table.name == field + "s")) return i;
  return std::nullopt;
}

// Of a batch, the row of its first replica.
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

}  // namespace

Json changeable_settings(const Spec& now) {
  Json settings = Json::array();
  if (!now.source) return settings;
  const io::Value& root = now.source->document.root;
  for (const std::string& path : family_of(now).changeable.keys) {
    const std::size_t before = settings.size();
    add_matches(root, io::words_of_path(path), 0, "", settings);
    if (settings.size() == before && path.find('*') == std::string::npos)
      settings.push_back({{"key", path}, {"value", nullptr}});
  }
  return settings;
}

Json brush_states(const Spec& now) {
  const Changeable& changeable = family_of(now).changeable;
  return changeable.states && now.lattice ? Json(changeable.states(now)) : Json::array();
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

Json described_site(Model& model, const Site& site, bool with_rows) {
  Json values = Json::object(), rows = Json::array();
  for (const StateField& field : model.fields()) {
    const Extent& extent = field.extent;
    if (field.dimensions < 2 || site.x >= extent.x || site.y >= extent.y || site.z >= extent.z) continue;
    std::vector<std::byte> bytes(size_of(field.type));
    model.read(field, {(site.z * extent.y + site.y) * extent.x + site.x, 1}, bytes);
    const Json number = number_of(field, bytes);
    values[field.name] = number;
    if (!with_rows) continue;
    for (const Table& table : model.tables())
      if (const auto key = key_column(table, field.name))
        add_row_of(model, table, *key, value_at(bytes, 0, size_of(field.type)), rows);
  }
  return {{"site", Json::array({site.x, site.y, site.z})}, {"values", values}, {"rows", rows}};
}

}  // namespace morula::serve
