// Reads sweep files.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "core/elementary.h"
#include "io/section.h"
#include "io/yaml_text.h"
#include "sweep/settings.h"
#include "sweep/sobol.h"
#include "sweep/sweep_spec.h"

namespace morula::sweep {
namespace {

using io::Value;

constexpr double largest = 1e300;

// A box has these keys as well, with lists.
bool is_range(const Value& value) {
  if (value.kind != Value::Kind::Map) return false;
  const Value *from = value.find("from"), *to = value.find("to");
  return (from != nullptr || to != nullptr) && (from == nullptr || from->kind != Value::Kind::List) &&
         (to == nullptr || to->kind != Value::Kind::List);
}

bool takes_ranges(Design design) { return design == Design::Sobol || design == Design::LatinHypercube; }

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

// A value that stands twice would be one point twice.
void refuse_twins(const SweptKey& key, const std::string& path, io::Problems& problems) {
  std::set<std::string> seen, told;
  for (const Value& value : key.values) {
    const std::string text = canonical_text(value);
    if (!seen.insert(text).second && told.insert(text).second)
      problems.add(
          value.place(), path,
          fmt::format("has {} twice; remove one, or ask for more replicas", io::to_flow_yaml(value)));
  }
}

// Keys by which runs of a point are told apart.
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
                 "tells the runs of a point apart and cannot be swept; ask for 'replicas' instead");
  const Value* value = &entry.value;
  // --over key={from: 1, to: 2} is a list of one.
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

// One key below the other would be overwritten by it.
void refuse_nested(const std::vector<SweptKey>& keys, io::Problems& problems) {
  for (const SweptKey& inner : keys)
    for (const SweptKey& outer : keys)
      if (inner.key.starts_with(outer.key + '.'))
        problems.add(inner.place, "sweep.over." + inner.key,
                     fmt::format("lies within {}, which is swept too; write both as one", outer.key));
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

// Of a zip, one key may have a value twice, but not all of them at once.
void refuse_twin_rows(const std::vector<SweptKey>& keys, io::Problems& problems) {
  std::map<std::string, std::size_t> seen;
  for (std::size_t row = 0; row < keys.front().values.size(); ++row) {
    std::string text;
    for (const SweptKey& key : keys) {
      if (row >= key.values.size()) return;  // refused already
      if (key.range && key.range->whole) return;
      text += canonical_text(key.values[row]) + '\n';
    }
    if (const auto [before, is_new] = seen.insert({text, row}); !is_new)
      problems.add(keys.front().values[row].place(), "sweep.over",
                   fmt::format("has the same values in places {} and {} of its lists; remove one, or ask for "
                               "more replicas",
                               before->second + 1, row + 1));
  }
}

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

Design read_design(io::Section& section) {
  const auto name = section.choice("design", design_names());
  if (!name) return Design::Grid;
  return static_cast<Design>(std::ranges::find(design_names(), *name) - design_names().begin());
}

std::optional<Measure> read_measure(io::Section& root) {
  auto section = root.section("measure");
  if (!section) return std::nullopt;
  Measure measure;
  measure.place = section->place();
  measure.from = section->whole("from", 0, std::numeric_limits<std::uint64_t>::max() / 2).value_or(0);
  measure.to = section->whole("to", 0, std::numeric_limits<std::uint64_t>::max() / 2);
  if (measure.to && *measure.to < measure.from)
    section->problem("to", fmt::format("is {}, before 'from'", *measure.to));
  section->finish();
  return measure;
}

Keep read_keep(io::Section& section) {
  Keep keep;
  const Value* list = section.value("keep");
  if (list == nullptr) return keep;
  if (list->kind != Value::Kind::List) {
    section.problem("keep", "must be a list of series, frames, state");
    return keep;
  }
  for (const Value& item : list->items) {
    if (item.text == "series")
      keep.series = true;
    else if (item.text == "frames")
      keep.frames = true;
    else if (item.text == "state")
      keep.state = true;
    else
      section.problems().add(item.place(), section.path_of("keep"),
                             fmt::format("holds {}; known are series, frames, state", describe(item)));
  }
  return keep;
}

std::uint64_t points_of(const SweepSpec& sweep) {
  if (takes_ranges(sweep.design)) return sweep.points;
  if (sweep.design == Design::Zip) return sweep.over.empty() ? 0 : sweep.over.front().values.size();
  std::uint64_t points = 1;
  for (const SweptKey& key : sweep.over)
    points = std::min<std::uint64_t>(most_runs + 1, points * std::max<std::size_t>(1, key.values.size()));
  return points;
}

void read_points(io::Section& section, SweepSpec& sweep) {
  if (takes_ranges(sweep.design)) {
    sweep.points = section.whole("points", 1, most_runs, io::Presence::Required).value_or(1);
  } else if (section.has("points")) {
    section.allow("points");
    section.problem("points",
                    fmt::format("is for sobol and latin-hypercube; the points of design {} are those "
                                "of its values",
                                to_string(sweep.design)));
  }
  const std::uint64_t replicas = std::max<std::uint64_t>(1, sweep.replicas.value_or(1));
  if (points_of(sweep) > most_runs / replicas)
    section.problem("over",
                    fmt::format("makes more than {} runs; take fewer values, or fewer replicas", most_runs));
}

}  // namespace

const std::vector<std::string>& design_names() {
  static const std::vector<std::string> names = {"grid", "zip", "sobol", "latin-hypercube"};
  return names;
}

std::string to_string(Design design) { return design_names()[static_cast<std::size_t>(design)]; }

double Range::at(double part) const {
  double number =
      part == 0   ? from
      : part == 1 ? to
      : logarithmic
          ? exponential(natural_logarithm(from) + part * (natural_logarithm(to) - natural_logarithm(from)))
          : from + part * (to - from);
  return whole ? std::round(number) : number;
}

bool is_sweep_file(const io::Document& document) { return document.root.find("sweep") != nullptr; }

SweepSpec read_sweep(const io::Document& document, const std::filesystem::path& folder,
                     const TextOfFile& text_of) {
  io::Problems problems;
  problems.add(document.problems);
  io::Section root(document.root, "", problems);
  SweepSpec sweep;
  auto section = root.section("sweep", io::Presence::Required);
  root.finish();
  problems.throw_if_any();
  const auto model = section->text("model", io::Presence::Required);
  sweep.seed = section->whole("seed", 0, std::numeric_limits<std::uint64_t>::max()).value_or(sweep.seed);
  sweep.design = read_design(*section);
  sweep.over = read_over(*section, sweep.design);
  sweep.replicas = section->whole("replicas", 1, most_replicas);
  read_points(*section, sweep);
  sweep.measure = read_measure(*section);
  sweep.keep = read_keep(*section);
  sweep.keep_place = section->place_of("keep");
  section->finish();
  problems.throw_if_any();
  sweep.model.path = folder / *model;
  try {
    sweep.model.text = text_of(sweep.model.path);
  } catch (const SpecError& error) {
    throw SpecError(section->place_of("model"), "sweep.model", error.problems().front().what);
  }
  if (is_sweep_file(io::parse_document(sweep.model.text, sweep.model.path.string())))
    throw SpecError(section->place_of("model"), "sweep.model", "is a sweep file; must be a model file");
  return sweep;
}

namespace {

Value whole_value(std::uint64_t number, const std::string& source) {
  Value value;
  value.kind = Value::Kind::Scalar;
  value.text = std::to_string(number);
  value.source = std::make_shared<const std::string>(source);
  return value;
}

Value text_value(const std::string& text, const std::string& source) {
  Value value = whole_value(0, source);
  value.text = text;
  return value;
}

void forget_places(Value& value) {
  value.line = value.column = 0;
  for (Value& item : value.items) forget_places(item);
  for (io::Entry& entry : value.entries) {
    entry.key_place.line = entry.key_place.column = 0;
    forget_places(entry.value);
  }
}

// `key=a,b,c`: what stands behind the sign is a list without its brackets.
io::Entry swept_by_words(const std::string& words) {
  const std::string source = "--over " + on_one_line(words);
  const std::size_t equals = words.find('=');
  const std::string key = words.substr(0, equals);
  if (equals == std::string::npos || !io::is_path(key))
    throw SpecError({source}, "", "must be key.path=value,value,… as in lattice.size=[64,64],[128,128]");
  io::Document given = io::parse_document('[' + words.substr(equals + 1) + ']', source);
  if (!given.problems.empty()) throw SpecError(given.problems);
  forget_places(given.root);
  return {key, {source}, std::move(given.root)};
}

}  // namespace

void apply_words(io::Document& document, const SweepWords& words,
                 const std::optional<std::filesystem::path>& model) {
  const auto put = [&](const std::string& key, Value value, const std::string& source) {
    set_value(document, "sweep." + key, std::move(value), {source});
  };
  if (model) {
    document.root = Value{};
    put("model", text_value(model->filename().string(), model->string()), model->string());
  }
  if (!words.over.empty()) {
    Value over;
    over.kind = Value::Kind::Map;
    over.source = std::make_shared<const std::string>("--over");
    for (const std::string& one : words.over) {
      io::Entry entry = swept_by_words(one);
      if (over.find(entry.key) != nullptr)
        throw SpecError(entry.key_place, entry.key, "is swept twice; give all of its values in one --over");
      over.entries.push_back(std::move(entry));
    }
    put("over", std::move(over), "--over");
  }
  if (words.seed) put("seed", whole_value(*words.seed, "--seed"), "--seed");
  if (words.replicas) put("replicas", whole_value(*words.replicas, "--replicas"), "--replicas");
  if (words.points) put("points", whole_value(*words.points, "--points"), "--points");
  if (words.from) put("measure.from", whole_value(*words.from, "--from"), "--from");
  if (words.design) put("design", text_value(*words.design, "--design"), "--design");
  if (words.keep.empty()) return;
  Value keep;
  keep.kind = Value::Kind::List;
  keep.source = std::make_shared<const std::string>("--keep");
  for (const std::string& one : words.keep) keep.items.push_back(text_value(one, "--keep"));
  put("keep", std::move(keep), "--keep");
}

}  // namespace morula::sweep
