#include "models/changes/changed_spec.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/error.h"
#include "core/nearest.h"
#include "models/catalogue.h"

namespace morula {
namespace {

std::vector<std::string> column_names(const Spec& spec) {
  std::vector<std::string> names;
  for (const SeriesColumn& column : spec.columns) names.push_back(column.name);
  return names;
}

// What is wrong with a change that turns one model into the other; nothing if it is valid.
std::optional<std::string> altered(const Spec& before, const Spec& after) {
  if (after.steps != before.steps || after.steps_per_time != before.steps_per_time)
    return "alters the unit of time, which cannot change while the model runs: keep the largest sum of rates";
  if (column_names(after) != column_names(before) || after.tables != before.tables)
    return "alters the columns of the series, which cannot change while the model runs";
  for (const InputFile& input : after.inputs)
    for (const InputFile& begun : before.inputs)
      if (input.named.key == begun.named.key && input.path == begun.path && input.hash != begun.hash)
        return fmt::format("{} has changed since the run began; put it back", input.path.string());
  return std::nullopt;
}

// Without this check, a parameter that no formula uses would be set without any effect.
void check_parameter(const io::Document& document, const KeySetting& setting) {
  const std::size_t name = setting.key.find(".parameters.");
  if (name == std::string::npos || io::value_at(document.root, setting.key)) return;
  std::vector<std::string> names;
  if (const io::Value* const known =
          io::value_at(document.root, setting.key.substr(0, setting.key.rfind('.'))))
    for (const io::Entry& entry : known->entries) names.push_back(entry.key);
  const auto meant = nearest(setting.key.substr(setting.key.rfind('.') + 1), names);
  throw SpecError(setting.value.place(), setting.key,
                  "is no parameter of the model" + (meant ? "; did you mean '" + *meant + "'?" : ""));
}

// Writes the whole numbers that the family chose at the beginning into the model file.
void keep_choices(const Spec& begun, io::Document& document) {
  for (const auto& [name, key] : family_of(begun).changeable.kept_choices)
    if (const auto chosen = begun.chosen.find(name); chosen != begun.chosen.end())
      if (const auto* number = std::get_if<std::uint64_t>(&chosen->second))
        io::set_value(document, key, io::parse_document(std::to_string(*number), key).root, {key});
}

}  // namespace

Spec with_changes(const Spec& begun, const Spec& now, std::span<const Change> changes) {
  io::Document document = now.source->document;
  keep_choices(begun, document);
  const KeySetting* last = nullptr;
  for (const Change& change : changes)
    for (const KeySetting& setting : change.keys) {
      check_parameter(document, setting);
      io::set_value(document, setting.key, setting.value, setting.value.place());
      last = &setting;
    }
  Spec changed = read_spec(document, now.source->folder);
  if (const auto what = altered(begun, changed); what && last)
    throw SpecError(last->value.place(), last->key, *what);
  return changed;
}

void check_changes(const Spec& spec) {
  Spec now = spec;
  const auto& fault_of_family = family_of(spec).changeable.fault;
  const std::span<const Change> changes(spec.changes);
  for (std::size_t first = 0, next = 0; first < changes.size(); first = next) {
    const KeySetting* last = nullptr;
    for (; next < changes.size() && changes[next].at == changes[first].at; ++next)
      if (!changes[next].keys.empty()) last = &changes[next].keys.back();
    if (!last) continue;
    Spec after = with_changes(spec, now, changes.subspan(first, next - first));
    const bool has_stepped = changes[first].at > 0;
    if (const auto fault = has_stepped && fault_of_family ? fault_of_family(now, after) : std::nullopt)
      throw SpecError(last->value.place(), last->key, *fault);
    now = std::move(after);
  }
}

}  // namespace morula
