// The plan of a sweep as plain data: all that its result files are made from, except the runs themselves. It
// is saved as plan.json, so that slices can be joined and the folders of different sweeps distinguished
// without the model file.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "io/json.h"
#include "models/backend.h"
#include "models/spec.h"
#include "sweep/point_models.h"

namespace morula::sweep {

struct PlannedPoint {
  Hash id;
  std::vector<std::string> settings;  // the value of each key, as YAML
  // The command that runs a single replica of the point, without the options that depend on the replica.
  std::string command;
  bool has_replicas = false;
  std::optional<std::uint64_t> steps{};    // absent if runs go on until they halt
  std::optional<double> steps_per_time{};  // as in Spec
  bool ends_at_a_time = false;
};

struct PlannedKey {
  std::string key;
  bool logarithmic = false;
};

struct Plan {
  std::string version, model;          // version of the program, and path of the model file
  Hash model_hash;                     // of the model file with its overrides
  std::map<std::string, Hash> inputs;  // of the files that it names, by key and path
  std::uint64_t seed = 1;
  std::string design;
  std::vector<PlannedKey> keys;
  std::uint64_t replicas = 1;
  std::optional<Measure> measure;
  Keep keep;
  // Event columns in the series of all points, which need not have the same columns.
  std::vector<EventColumns> events;
  std::vector<std::string> yes_no;
  std::map<std::string, std::string> titles;  // titles of columns in figures
  std::string end_time_key;                   // as in Spec
  bool may_halt = false;                      // the model file may end a run early
  std::vector<InputFile> files;  // the files that models name; needed to run them, and not in plan.json
  // The names of the copies in the folder: the sweep file, the model file, then all other files
  // (kept_sweep.h).
  std::vector<std::string> source;
  std::vector<PlannedPoint> points;

  std::uint64_t runs() const { return points.size() * replicas; }
  std::uint64_t seed_of(std::size_t point, std::uint64_t replica) const;
  std::string command_of(std::size_t point, std::uint64_t replica) const;
  bool has_time() const;  // whether any points count time in a unit other than steps
};

// Reads the model of every point. All problems are thrown together as one SpecError, with their places in the
// sweep file if they have one.
Plan make_plan(const PointModels& models);

io::Json as_json(const Plan& plan);
Plan plan_from(const io::Json& json);  // throws JsonError, or Error if the parts do not agree

// The reason why a folder that was begun with the plan `begun` cannot be continued with the plan `wanted`;
// empty if it can. Points and replicas may be added.
std::string difference(const Plan& begun, const Plan& wanted);

}  // namespace morula::sweep
