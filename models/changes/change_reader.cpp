#include "models/changes/change_reader.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <limits>
#include <map>

#include "io/hdf5_file.h"
#include "models/catalogue.h"
#include "models/changes/changed_spec.h"
#include "models/input_file.h"
#include "models/sites/shape_reader.h"

namespace morula {
namespace {

// Whether `path` begins with the words of `first`, in which `*` stands for any word.
bool begins_with(const std::vector<std::string>& path, const std::vector<std::string>& first) {
  const auto is_met = [](const std::string& word, const std::string& pattern) {
    return pattern == "*" || pattern == word;
  };
  return first.size() <= path.size() &&
         std::equal(first.begin(), first.end(), path.begin(),
                    [&](const auto& a, const auto& b) { return is_met(b, a); });
}

// A mapping stands for its keys, unless the model file has another kind of value in its place.
void add_settings(const std::string& path, const io::Value& value, const io::Value& model,
                  std::vector<KeySetting>& settings) {
  const io::Value* const now = io::value_at(model, path);
  const bool is_replaced = now && now->kind != io::Value::Kind::Map;
  if (value.kind != io::Value::Kind::Map || is_replaced) return settings.push_back({path, value});
  for (const io::Entry& entry : value.entries)
    add_settings(path.empty() ? entry.key : path + '.' + entry.key, entry.value, model, settings);
}

io::Value scalar(const std::string& text, const std::string& source) {
  io::Value value;
  value.kind = io::Value::Kind::Scalar;
  value.text = text;
  value.source = std::make_shared<const std::string>(source);
  return value;
}

// Keys that differ only at the end are written together: volume.*.{target|strength}.
std::vector<std::string> grouped(const std::vector<std::string>& keys) {
  std::vector<std::string> groups;
  for (std::size_t i = 0; i < keys.size();) {
    const std::string first = keys[i].substr(0, keys[i].find("*.") + 2);
    std::vector<std::string> ends;
    const std::size_t begin = i;
    do ends.push_back(keys[i].substr(std::min(first.size(), keys[i].size())));
    while (++i < keys.size() && first.ends_with("*.") && keys[i].starts_with(first));
    groups.push_back(ends.size() == 1 ? keys[begin] : fmt::format("{}{{{}}}", first, fmt::join(ends, "|")));
  }
  return groups;
}

bool is_in_changes_file(const io::Value& change) {
  return std::filesystem::path(change.place().source).filename() == "changes.jsonl";
}

class ChangesReader {
 public:
  ChangesReader(const InputFolder& folder, const io::Value& model, Spec& spec)
      : folder_(folder), model_(model), spec_(spec), changeable_(family_of(spec).changeable) {}

  std::optional<Change> read(const io::Value& item, const std::string& path, io::Problems& problems,
                             bool may_be_from_outside) {
    const std::size_t problems_before = problems.count();
    io::Section section(item, path, problems);
    Change change;
    change.place = item.place();
    change.written = item;
    constexpr std::uint64_t any_step = std::numeric_limits<std::uint64_t>::max();
    change.at = section.whole("at", 0, any_step, io::Presence::Required).value_or(0);
    if (change.at > spec_.end())
      section.problem("at",
                      fmt::format("is {}, beyond the last step, {}; remove the change or make more steps "
                                  "('morula run … --set changes=[]' leaves out all changes)",
                                  change.at, spec_.end()));
    if (section.choice("from", {"model", "outside"}) == "outside") {
      change.origin = ChangeOrigin::Outside;
      if (!may_be_from_outside)
        section.problem("from", "is 'outside', which is only for changes in changes.jsonl; remove the key");
    }
    const auto kind = section.exactly_one({"set", "sites", "assign"});
    if (kind == "set") read_keys(section, change);
    if (kind == "sites") read_sites(section, change);
    if (kind == "assign") read_fields(section, change);
    section.finish();
    return problems.count() == problems_before ? std::optional(std::move(change)) : std::nullopt;
  }

  // Each key may be changed at most once at each step, and no changed key may lie within another one.
  void check_twice(const std::vector<Change>& changes, io::Problems& problems,
                   const std::string& what_to_do = "remove one of the changes") const {
    std::map<std::uint64_t, std::vector<const KeySetting*>> of_step;
    for (const Change& change : changes)
      for (const KeySetting& key : change.keys) {
        std::vector<const KeySetting*>& earlier = of_step[change.at];
        if (std::ranges::any_of(earlier, [&](const KeySetting* before) { return overlap(*before, key); }))
          problems.add(key.value.place(), key.key,
                       fmt::format("is changed twice at step {}; {}", change.at, what_to_do));
        earlier.push_back(&key);
      }
  }

 private:
  static bool overlap(const KeySetting& a, const KeySetting& b) {
    const auto first = io::words_of_path(a.key), second = io::words_of_path(b.key);
    return begins_with(first, second) || begins_with(second, first);
  }

  void read_keys(io::Section& section, Change& change) const {
    const io::Value* const set = section.value("set");
    if (set->kind != io::Value::Kind::Map || set->entries.empty())
      return section.problem("set", fmt::format("is {}; must be keys with new values, as in "
                                                "{{potts.temperature: 5}}",
                                                describe(*set)));
    add_settings("", *set, model_, change.keys);
    for (KeySetting& setting : change.keys) {
      if (changeable_.as_written) setting.key = changeable_.as_written(setting.key, model_);
      if (changeable_.allows(setting.key)) continue;
      const std::string what =
          changeable_.keys.empty()
              ? changeable_.why_not
              : fmt::format("cannot change while the model runs; in this family these can: {}",
                            fmt::join(grouped(changeable_.keys), ", "));
      section.problems().add(setting.value.place(), setting.key, what);
    }
  }

  void read_sites(io::Section& section, Change& change) const {
    section.allow("to");
    auto where = section.section("sites");
    if (!changeable_.set_sites || !spec_.lattice)
      return section.problem("sites", "is for families on a lattice; remove it");
    if (!where) return;
    SitesSetting setting{read_shape(*where, *spec_.lattice), ""};
    where->finish();
    const auto to = section.text("to", io::Presence::Required);
    if (!to) return;
    const std::vector<std::string> states = changeable_.states(spec_);
    const auto number = io::parse_whole(*to);
    const bool is_known =
        std::ranges::find(states, *to) != states.end() || (number && *number < states.size());
    if (!is_known) {
      const bool is_long = states.size() > 32;
      section.problem("to", fmt::format("is '{}'; must be {}", *to,
                                        is_long ? fmt::format("a number below {}", states.size())
                                                : fmt::format("one of {}", fmt::join(states, ", "))));
    }
    setting.to = *to;
    change.sites = setting;
  }

  void read_fields(io::Section& section, Change& change) const {
    if (!changeable_.why_not.empty()) return section.problem("assign", changeable_.why_not);
    auto fields = section.section("assign");
    if (!fields) return;
    const io::Value* const map = section.find("assign");
    if (map->entries.empty())
      return section.problem("assign",
                             "names no field; write fields with their files, as in {state: file.h5}");
    for (const io::Entry& entry : map->entries) {
      const auto name = fields->text(entry.key, io::Presence::Required);
      if (!name) continue;
      try {
        if (!io::Hdf5Reader(folder_ / *name).field(entry.key))
          throw FileError(*name, "has no dataset '" + entry.key + "' that a state can have");
        note_input({fields->place_of(entry.key), fields->path_of(entry.key)}, folder_, *name, spec_);
        change.fields.push_back({entry.key, folder_ / *name});
      } catch (const FileError& error) {
        fields->problem(entry.key, error.what());
      }
    }
    fields->finish();
  }

  const InputFolder& folder_;
  const io::Value& model_;
  Spec& spec_;
  const Changeable& changeable_;
};

}  // namespace

bool Changeable::allows(const std::string& key) const {
  const auto path = io::words_of_path(key);
  return std::ranges::any_of(
      keys, [&](const std::string& allowed) { return begins_with(path, io::words_of_path(allowed)); });
}

void read_changes(io::Section& root, const InputFolder& folder, Spec& spec) {
  const io::Value* const list = root.value("changes");
  if (!list) return;
  if (list->kind != io::Value::Kind::List)
    return root.problem(
        "changes",
        fmt::format("is {}; must be a list, as in [{{at: 500, set: {{KEY: VALUE}}}}]", describe(*list)));
  ChangesReader reader(folder, root.all(), spec);
  for (std::size_t i = 0; i < list->items.size(); ++i)
    if (auto change = reader.read(list->items[i], fmt::format("changes[{}]", i), root.problems(),
                                  is_in_changes_file(list->items[i])))
      spec.changes.push_back(std::move(*change));
  std::ranges::stable_sort(spec.changes, {}, &Change::at);
  reader.check_twice(spec.changes, root.problems());
}

Change parse_change(const ChangeText& given, std::uint64_t at, const Spec& spec) {
  io::Document document = io::parse_document(given.text, given.source);
  io::Problems problems;
  problems.add(document.problems);
  io::set_value(document, "at", scalar(std::to_string(at), given.source), {given.source});
  io::set_value(document, "from", scalar("outside", given.source), {given.source});
  Spec noting = spec;  // a copy, since the reader records input files in it and `spec` must not change
  ChangesReader reader(given.folder, spec.source->document.root, noting);
  const auto change = reader.read(document.root, "", problems, true);
  if (change) {
    std::vector<Change> changes = spec.changes;
    changes.push_back(*change);
    reader.check_twice(changes, problems, "take a step before you change it again");
  }
  problems.throw_if_any();
  return *change;
}

}  // namespace morula
