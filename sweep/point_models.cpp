#include "sweep/point_models.h"

#include <algorithm>
#include <set>

#include "models/catalogue.h"
#include "runner/changes_file.h"
#include "sweep/design.h"

namespace morula::sweep {
namespace {

void set_whole(io::Document& document, const std::string& key, std::uint64_t number) {
  io::Value value;
  value.kind = io::Value::Kind::Scalar;
  value.text = std::to_string(number);
  value.source = std::make_shared<const std::string>("the sweep");
  set_value(document, key, std::move(value), {"the sweep"});
}

// Refuses a model file that chooses its replicas, since a sweep numbers the replicas itself.
void refuse_own_replica(const io::Document& model) {
  for (const char* key : {"replica", "first_replica"})
    if (const io::Value* value = model.root.find(key))
      throw SpecError(value->place(), key, "chooses replicas, which a sweep does itself; remove it");
}

// Refuses DIR/model.yaml of a run that was changed from outside. A run of this file repeats the changes, but
// the runs of a sweep are other models.
void refuse_changes_from_outside(const std::filesystem::path& model) {
  if (has_changes_from_outside(model))
    throw SpecError({model.string()}, "changes",
                    "the run in this folder was changed from outside (changes.jsonl), which a sweep does not "
                    "repeat; copy model.yaml to another folder to sweep it without these changes");
}

// Refuses --set seed=…, which would have no effect, since each run has its own seed.
void refuse_seed(const std::string& assignment) {
  if (assignment.starts_with("seed="))
    throw SpecError({"--set " + on_one_line(assignment)}, "seed",
                    "cannot be set, since the seed of every run is drawn from the sweep's; give that with "
                    "--seed");
}

// Refuses --set for a swept key, which would have no effect either, since each point has its own value.
void refuse_swept(const std::string& assignment, const std::vector<SweptKey>& swept) {
  const std::string key = assignment.substr(0, assignment.find('='));
  if (std::ranges::find(swept, key, &SweptKey::key) != swept.end())
    throw SpecError({"--set " + on_one_line(assignment)}, key,
                    "cannot be set, since the sweep varies it; remove one of the two");
}

bool runs_batches(const io::Document& model) {
  const io::Value* name = model.root.find("model");
  return name != nullptr && std::ranges::any_of(families(), [&](const Family& family) {
           return family.name == name->text && family.reads("replicas") &&
                  (family.computes_batches || model.root.find("replicas") != nullptr);
         });
}

}  // namespace

std::filesystem::path PointModels::folder() const {
  return std::filesystem::absolute(sweep_.model.path).lexically_normal().parent_path();
}

PointModels::PointModels(SweepSpec sweep, const std::optional<InputFolder>& folder_of_files)
    : sweep_(std::move(sweep)),
      model_(io::parse_document(sweep_.model.text, sweep_.model.path.string())),
      inputs_(folder_of_files.value_or(folder())) {
  refuse_changes_from_outside(sweep_.model.path);
  for (const std::string& assignment : sweep_.overrides) {
    refuse_seed(assignment);
    refuse_swept(assignment, sweep_.over);
    io::apply_override(model_, assignment);
  }
  refuse_own_replica(model_);
  // After rounding to whole numbers, two points may have the same settings.
  std::set<std::uint64_t> seen;
  for (Settings& settings : design_points(sweep_)) {
    const Hash id = point_id(settings);
    if (!seen.insert(id.value).second) continue;
    io::Document document = model_;
    apply_settings(settings, document);
    has_replicas_.push_back(runs_batches(document));
    points_.push_back(std::move(settings));
    ids_.push_back(id);
  }
}

std::uint64_t PointModels::seed_of(std::size_t point, std::uint64_t replica) const {
  return point_seed(sweep_.seed, ids_[point], has_replicas(point) ? 0 : replica);
}

Spec PointModels::read(std::size_t point, Replicas which) const {
  io::Document document = model_;
  apply_settings(points_[point], document);
  const bool batches = has_replicas(point);
  set_whole(document, "seed", point_seed(sweep_.seed, ids_[point], batches ? 0 : which.first));
  if (batches) {
    set_whole(document, "replicas", which.count);
    set_whole(document, "first_replica", which.first);
  }
  return read_spec(document, inputs_);
}

}  // namespace morula::sweep
