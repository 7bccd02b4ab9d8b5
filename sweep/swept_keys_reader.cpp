#include "sweep/swept_keys_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "io/yaml_text.h"
#include "sweep/settings.h"
#include "sweep/sobol.h"

namespace morula::sweep {
namespace {

using io::Value;

constexpr double largest = 1e300;

// Whether the value is a range. A box has the same keys, but with lists.
bool is_range(const Value& value) {
  if (value.kind != Value::Kind::Map) return false;
  const Value *from = value.find("from"), *to = value.find("to");
  return (from != nullptr || to != nullptr) && (from == nullptr || from->kind != Value::Kind::List) &&
         (to == nullptr || to->kind != Value::Kind::List);
}

std::optional<Range> read_range(const Value& value, const std::string& path, io::Problems& problems) {
  io::Section section(value, path, problems);
  const auto from = section.real("from", -largest, largest, io::Presence::Required);
  const auto to = section.real("to", -largest, largest, io::Presence::Required);
  const auto count = section.whole("count", 1, most_runs);
  const bool count_is_wrong = section.has("count") && !count;
  const auto scale = section.choice("scale", {"linear", "log"});
  const auto whole = section.choice("whole", {"true", "false"});
  section.finish();
  if (!from || !to || count_is_wrong) return std::nullopt;
  if (*from == *to && count.value_or(1) > 1) {
    section.problem("to", "is the same as 'from'; a range has two ends");
    return std::nullopt;
  }
  if (scale == "log" && (*from <= 0 || *to <= 0)) {
    section.problem("scale", "is log, which needs both ends above 0");
    return std::nullopt;
  }
  return Range{*from, *to, scale == "log", whole == "true", count};
}

Value number_at(const Range& range, double part, const SourceLocation& place) {
  return number_value(range.at(part), place);
}

std::vector<Value> values_of(const Range& range, const SourceLocation& place) {
  std::vector<Value> values;
  for (std::uint64_t i = 0; i < *range.count; ++i)
    values.push_back(number_at(
        range, *range.count == 1 ? 0 : static_cast<double>(i) / static_cast<double>(*range.count - 1),
        place));
  return values;
}

// Refuses a value that is listed twice, since the same point would be run twice.
void refuse_twins(const SweptKey& key, const std::string& path, io::Problems& problems) {
  std::set<std::string> texts, reported;
  for (const Value& value : key.values) {
    const std::string text = canonical_text(value);
    if (!texts.insert(text).second && reported.insert(text).second)
      problems.add(
          value.place(), path,
          fmt::format("has {} twice; remove one, or ask for more replicas", io::to_flow_yaml(value)));
  }
}

// The keys that distinguish the runs of a point.
const std::vector<std::string>& own_keys() {
  static const std::vector<std::string> keys = {"seed", "replica", "replicas", "first_replica"};
  return keys;
}

SweptKey read_key(const io::Entry& entry, Design design, io::Problems& problems) {
  const std::string path = "sweep.over." + entry.key;
  SweptKey key{entry.key, entry.key_place, {}, {}, {}};
  if (!io::is_path(entry.key))
    problems.add(entry.key_place, path, "is not a key; write it as in lattice.size");
  if (std::ranges::find(own_keys(), entry.key) != own_keys().end())
    problems.add(entry.key_place, path,
                 "distinguishes the runs of a point and cannot be swept; ask for 'replicas' instead");
  const Value* value = &entry.value;
  // --over key={from: 1, to: 2} is read as a list with one item.
  if (value->kind == Value::Kind::List && value->items.size() == 1 && is_range(value->items.front()))
    value = &value->items.front();
  if (is_range(*value)) {
    key.range = read_range(*value, path, problems);
    key.range_place = value->place();
    if (!key.range || takes_ranges(design)) return key;
    if (!key.range->count)
      problems.add(value->place(), path, "needs a 'count': how many values of the range are taken");
    else
      key.values = values_of(*key.range, value->place());
  } else if (takes_ranges(design)) {
    problems.add(
        value->place(), path,
        fmt::format("must be a range, as in {{from: 0.1, to: 1}}: the design is {}", to_string(design)));
  } else if (value->kind != Value::Kind::List || value->items.empty()) {
    problems.add(value->place(), path,
                 "must be a list of values, or a range as in {from: 0.1, to: 1, count: 9}");
  } else {
    key.values = value->items;
  }
  if (design == Design::Grid && !(key.range && key.range->whole)) refuse_twins(key, path, problems);
  return key;
}

// Refuses a key that lies below another swept key, which would overwrite it.
void refuse_nested(const std::vector<SweptKey>& keys, io::Problems& problems) {
  for (const SweptKey& inner : keys)
    for (const SweptKey& outer : keys)
      if (inner.key.starts_with(outer.key + '.'))
        problems.add(inner.place, "sweep.over." + inner.key,
                     fmt::format("lies within {}, which is swept too; write both as one key", outer.key));
}

void refuse_unequal(const std::vector<SweptKey>& keys, io::Problems& problems) {
  for (const SweptKey& key : keys)
    if (!key.values.empty() && !keys.front().values.empty() &&
        key.values.size() != keys.front().values.size())
      problems.add(key.place, "sweep.over." + key.key,
                   fmt::format("has {} values and {} has {}; 'design: zip' takes one of each at a time, so "
                               "all lists need the same length",
                               key.values.size(), keys.front().key, keys.front().values.size()));
}

// In a zip, a key may have the same value in two places, but not all keys in the same two places.
void refuse_twin_rows(const std::vector<SweptKey>& keys, io::Problems& problems) {
  std::map<std::string, std::size_t> row_of_text;
  for (std::size_t row = 0; row < keys.front().values.size(); ++row) {
    std::string text;
    for (const SweptKey& key : keys) {
      if (row >= key.values.size()) return;  // refused already
      if (key.range && key.range->whole) return;
      text += canonical_text(key.values[row]) + '\n';
    }
    if (const auto [before, is_new] = row_of_text.insert({text, row}); !is_new)
      problems.add(keys.front().values[row].place(), "sweep.over",
                   fmt::format("has the same values in places {} and {} of its lists; remove one, or ask for "
                               "more replicas",
                               before->second + 1, row + 1));
  }
}

}  // namespace

std::vector<SweptKey> read_over(io::Section& section, Design design) {
  std::vector<SweptKey> keys;
  const Value* over = section.value("over", io::Presence::Required);
  if (over == nullptr) return keys;
  if (over->kind != Value::Kind::Map || over->entries.empty()) {
    section.problem("over",
                    "must be a mapping of keys to values, as in lattice.size: [[64, 64], [128, 128]]");
    return keys;
  }
  for (const io::Entry& entry : over->entries) keys.push_back(read_key(entry, design, section.problems()));
  refuse_nested(keys, section.problems());
  if (design == Design::Zip) {
    refuse_unequal(keys, section.problems());
    refuse_twin_rows(keys, section.problems());
  }
  if (design == Design::Sobol && keys.size() > sobol_dimensions)
    section.problem("over", fmt::format("has {} keys; the Sobol sequence here has {} dimensions", keys.size(),
                                        sobol_dimensions));
  return keys;
}

}  // namespace morula::sweep
