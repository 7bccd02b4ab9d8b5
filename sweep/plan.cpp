#include "sweep/plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "core/shell_quoted.h"
#include "io/section.h"
#include "io/yaml_text.h"
#include "runner/manifest.h"
#include "sweep/kept_sweep.h"

namespace morula::sweep {
namespace {

std::string described(const Settings& settings) {
  std::vector<std::string> words;
  for (const Setting& setting : settings)
    words.push_back(setting.key + '=' + io::to_flow_yaml(setting.value));
  return fmt::format("{}", fmt::join(words, ", "));
}

// Collects the problems of all points. The same problem is reported once, with the first point that has it.
class PointProblems {
 public:
  void add(const SpecError& error, std::size_t point, const Settings& settings) {
    for (Problem problem : error.problems()) {
      if (!told_.insert(to_string(problem)).second) continue;
      problem.what += fmt::format(" (point {}: {})", point + 1, described(settings));
      if (problems_.size() < most_problems) problems_.push_back(std::move(problem));
    }
  }
  void throw_if_any() const {
    if (!problems_.empty()) throw SpecError(problems_);
  }

 private:
  std::set<std::string> told_;
  std::vector<Problem> problems_;
};

// Throws SpecError if the model cannot do what the sweep asks of each run.
void check_wishes(const SweepSpec& sweep, const Spec& spec) {
  if (sweep.measure && spec.steps && sweep.measure->from > *spec.steps)
    throw SpecError(sweep.measure->place, "sweep.measure.from",
                    fmt::format("is {}, and the runs have {} steps", sweep.measure->from, *spec.steps));
  if (sweep.keep.frames && !spec.output.frames)
    throw SpecError(sweep.keep_place, "sweep.keep",
                    "asks for frames, and the model file has no output.frames; add it there");
}

std::map<std::string, std::string> titles_of(const Spec& spec) {
  std::map<std::string, std::string> titles;
  for (const SeriesPanel& panel : spec.figure.panels)
    for (const SeriesCurve& curve : panel.curves)
      titles[curve.column] = curve.name.empty() || curve.name == panel.title
                                 ? panel.title
                                 : fmt::format("{} ({})", curve.name, panel.title);
  return titles;
}

void add_if_new(std::vector<std::string>& names, const std::string& name) {
  if (std::ranges::find(names, name) == names.end()) names.push_back(name);
}

void describe_series(Plan& plan, const Spec& spec) {
  for (const EventColumns& events : spec.events) {
    auto known = std::ranges::find(plan.events, events.name, &EventColumns::name);
    if (known == plan.events.end()) known = plan.events.insert(known, {events.name, {}});
    for (const std::string& column : events.columns) add_if_new(known->columns, column);
  }
  for (const std::string& column : spec.yes_no_columns) add_if_new(plan.yes_no, column);
  plan.titles.merge(titles_of(spec));
}

// The file's name relative to the model file, whose folder may be elsewhere on another machine.
std::string name_of(const InputFile& input, const PointModels& models) {
  const std::filesystem::path name = has_absolute_name(input, models)
                                         ? absolute_name(input.path, models)
                                         : input.path.lexically_proximate(models.folder());
  return input.named.key + ' ' + name.string();
}

void note_files(Plan& plan, const Spec& spec) {
  const auto note = [&](const InputFile& file) {
    if (std::ranges::find(plan.files, file.path, &InputFile::path) == plan.files.end())
      plan.files.push_back(file);
  };
  for (const InputFile& input : spec.inputs) note(input);
  if (spec.initial_run) note({{}, spec.initial_run->folder / "checkpoint.h5", {}});
}

void refuse_too_many(const Plan& plan) {
  if (plan.points.size() > most_runs / plan.replicas)
    throw SpecError({plan.model}, "replicas",
                    fmt::format("is {}, which makes more than {} runs of {} points; take fewer points, or "
                                "fewer replicas",
                                plan.replicas, most_runs, plan.points.size()));
}

std::uint64_t replicas_of(const PointModels& models) {
  if (models.sweep().replicas) return *models.sweep().replicas;
  const io::Value* replicas = models.model().root.find("replicas");
  const auto number = replicas != nullptr ? io::parse_whole(replicas->text) : std::nullopt;
  return std::clamp<std::uint64_t>(number.value_or(1), 1, most_replicas);
}

PlannedPoint planned(const PointModels& models, std::size_t point, const Spec& spec) {
  PlannedPoint planned{models.id_of(point),        {},         "",
                       models.has_replicas(point), spec.steps, spec.steps_per_time,
                       spec.ends_at_a_time};
  planned.command = "morula run " + shell_quoted(models.sweep().model.path.string());
  for (const std::string& set : models.sweep().overrides) planned.command += " --set " + shell_quoted(set);
  for (const Setting& setting : models.points()[point]) {
    planned.settings.push_back(io::to_flow_yaml(setting.value));
    planned.command += " --set " + shell_quoted(setting.key + '=' + planned.settings.back());
  }
  return planned;
}

PlannedPoint point_from(const io::Json& json) {
  PlannedPoint point{parse_hash(json.at("id").get<std::string>()),
                     json.at("settings").get<std::vector<std::string>>(),
                     json.at("command").get<std::string>(), json.at("replicas").get<bool>()};
  if (!json.contains("steps_per_time")) return point;  // written by an earlier version
  if (!json.at("steps").is_null()) point.steps = json.at("steps").get<std::uint64_t>();
  if (!json.at("steps_per_time").is_null()) point.steps_per_time = json.at("steps_per_time").get<double>();
  json.at("ends_at_a_time").get_to(point.ends_at_a_time);
  return point;
}

}  // namespace

std::uint64_t Plan::seed_of(std::size_t point, std::uint64_t replica) const {
  return point_seed(seed, points[point].id, points[point].has_replicas ? 0 : replica);
}

std::string Plan::command_of(std::size_t point, std::uint64_t replica) const {
  std::string words = fmt::format("{} --seed {}", points[point].command, seed_of(point, replica));
  if (points[point].has_replicas) words += fmt::format(" --set replicas={} --replica {}", replicas, replica);
  return words;
}

bool Plan::has_time() const {
  return std::ranges::any_of(points,
                             [](const PlannedPoint& point) { return point.steps_per_time.has_value(); });
}

Plan make_plan(const PointModels& models) {
  const SweepSpec& sweep = models.sweep();
  Plan plan;
  plan.version = program_version();
  plan.model = sweep.model.path.string();
  plan.model_hash = hash_of(io::to_flow_yaml(models.model().root));
  plan.seed = sweep.seed;
  plan.design = to_string(sweep.design);
  for (const SweptKey& key : sweep.over) plan.keys.push_back({key.key, key.range && key.range->logarithmic});
  plan.replicas = replicas_of(models);
  plan.measure = sweep.measure;
  plan.keep = sweep.keep;
  PointProblems problems;
  for (std::size_t point = 0; point < models.points().size(); ++point) try {
      const Spec spec = models.read(point, {1, 0});
      check_wishes(sweep, spec);
      describe_series(plan, spec);
      if (spec.steps_per_time) plan.end_time_key = spec.end_time_key;
      plan.may_halt |= spec.until.has_value();
      note_files(plan, spec);
      for (const InputFile& input : spec.inputs) plan.inputs[name_of(input, models)] = input.hash;
      plan.points.push_back(planned(models, point, spec));
    } catch (const SpecError& error) {
      problems.add(error, point, models.points()[point]);
    }
  problems.throw_if_any();
  refuse_too_many(plan);
  if (!sweep.file.empty()) plan.source = source_of(models, plan.files).names();
  return plan;
}

io::Json as_json(const Plan& plan) {
  io::Json json = {
      {"version", plan.version}, {"model", plan.model},   {"model_hash", to_string(plan.model_hash)},
      {"seed", plan.seed},       {"design", plan.design}, {"replicas", plan.replicas}};
  json["inputs"] = io::Json::object();
  for (const auto& [name, hash] : plan.inputs) json["inputs"][name] = to_string(hash);
  json["source"] = plan.source;
  json["keys"] = io::Json::array();
  for (const PlannedKey& key : plan.keys)
    json["keys"].push_back(io::Json{{"key", key.key}, {"scale", key.logarithmic ? "log" : "linear"}});
  json["measure"] = nullptr;
  if (plan.measure) json["measure"] = io::Json{{"from", plan.measure->from}, {"to", plan.measure->to}};
  json["keep"] = io::Json::array();
  for (const auto& [name, kept] :
       {std::pair{"series", plan.keep.series}, {"frames", plan.keep.frames}, {"state", plan.keep.state}})
    if (kept) json["keep"].push_back(name);
  io::Json& series = json["series"] = io::Json::object();
  series["events"] = io::Json::object();
  for (const EventColumns& events : plan.events) series["events"][events.name] = events.columns;
  series["yes_no"] = plan.yes_no;
  series["titles"] = io::Json::object();
  for (const auto& [column, title] : plan.titles) series["titles"][column] = title;
  series["may_halt"] = plan.may_halt;
  series["end_time_key"] = plan.end_time_key;
  json["points"] = io::Json::array();
  for (const PlannedPoint& point : plan.points)
    json["points"].push_back(io::Json{{"id", to_string(point.id)},
                                      {"settings", io::Json(point.settings)},
                                      {"replicas", point.has_replicas},
                                      {"steps", point.steps},
                                      {"steps_per_time", point.steps_per_time},
                                      {"ends_at_a_time", point.ends_at_a_time},
                                      {"command", point.command}});
  return json;
}

Plan plan_from(const io::Json& json) {
  Plan plan;
  json.at("version").get_to(plan.version);
  json.at("model").get_to(plan.model);
  plan.model_hash = parse_hash(json.at("model_hash").get<std::string>());
  for (const auto& [name, hash] : json.at("inputs").members())
    plan.inputs[name] = parse_hash(hash.get<std::string>());
  if (json.contains("source")) json.at("source").get_to(plan.source);
  json.at("seed").get_to(plan.seed);
  json.at("design").get_to(plan.design);
  json.at("replicas").get_to(plan.replicas);
  for (const io::Json& key : json.at("keys"))
    plan.keys.push_back({key.at("key").get<std::string>(), key.at("scale").get<std::string>() == "log"});
  if (const io::Json& measure = json.at("measure"); !measure.is_null()) {
    plan.measure = Measure{measure.at("from").get<std::uint64_t>(), {}, {}};
    if (!measure.at("to").is_null()) plan.measure->to = measure.at("to").get<std::uint64_t>();
  }
  for (const io::Json& kept : json.at("keep")) {
    plan.keep.series |= kept.get<std::string>() == "series";
    plan.keep.frames |= kept.get<std::string>() == "frames";
    plan.keep.state |= kept.get<std::string>() == "state";
  }
  const io::Json& series = json.at("series");
  for (const auto& [name, columns] : series.at("events").members())
    plan.events.push_back({name, columns.get<std::vector<std::string>>()});
  series.at("yes_no").get_to(plan.yes_no);
  for (const auto& [column, title] : series.at("titles").members())
    plan.titles[column] = title.get<std::string>();
  series.at("may_halt").get_to(plan.may_halt);
  if (series.contains("end_time_key")) series.at("end_time_key").get_to(plan.end_time_key);
  for (const io::Json& point : json.at("points")) plan.points.push_back(point_from(point));
  for (const PlannedPoint& point : plan.points)
    if (point.settings.size() != plan.keys.size())
      throw Error("a point does not have a setting for each key");
  return plan;
}

std::string difference(const Plan& begun, const Plan& wanted) {
  const auto text_of = [](const Plan& plan, const char* key) { return as_json(plan).at(key).dump(); };
  if (begun.model_hash != wanted.model_hash) return "its model is another one";
  for (const auto& [name, hash] : begun.inputs)
    if (const auto now = wanted.inputs.find(name); now != wanted.inputs.end() && now->second != hash)
      return "a file that the model names has changed (" + name + ")";
  for (const char* key : {"seed", "design", "measure", "keep"})
    if (text_of(begun, key) != text_of(wanted, key))
      return fmt::format("its '{}' is {}, not {}", key, text_of(begun, key), text_of(wanted, key));
  std::set<std::uint64_t> ids;
  for (const PlannedPoint& point : wanted.points) ids.insert(point.id.value);
  const bool holds_all = std::ranges::all_of(
      begun.points, [&](const PlannedPoint& point) { return ids.contains(point.id.value); });
  if (wanted.design == to_string(Design::LatinHypercube) &&
      (!holds_all || begun.points.size() != wanted.points.size()))
    return "a Latin hypercube cannot be extended, since each of its points depends on how many there are";
  if (!holds_all) return "it has points that this sweep does not have";
  if (begun.replicas > wanted.replicas)
    return fmt::format("it has {} replicas of each point, not {}", begun.replicas, wanted.replicas);
  return "";
}

}  // namespace morula::sweep
