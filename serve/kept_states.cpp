#include "serve/kept_states.h"

#include <functional>
#include <system_error>

#include "io/durable_file.h"
#include "io/json.h"
#include "io/section.h"
#include "models/observer.h"
#include "runner/changes_file.h"
#include "runner/checkpoint.h"
#include "runner/kept_model.h"
#include "runner/manifest.h"
#include "runner/run.h"
#include "runner/run_source.h"

namespace morula::serve {
namespace {

namespace fs = std::filesystem;

void keep_changes_if(const fs::path& run,
                     const std::function<bool(const io::Json& change, std::uint64_t number)>& is_kept) {
  const fs::path place = run / "changes.jsonl";
  if (!fs::exists(place)) return;
  std::string text;
  std::uint64_t number = 0;
  for (const std::string& line : read_changes_file(run))
    if (is_kept(io::Json::parse(line), number++)) text += line + '\n';
  text.empty() ? static_cast<void>(fs::remove(place)) : io::write_file(place, text);
}

// Keeps the first `count` changes, and those of the model file, which will act again.
void keep_changes(const fs::path& run, std::uint64_t count) {
  keep_changes_if(run, [count](const io::Json& change, std::uint64_t number) {
    return change.at("from").get<std::string>() != "outside" || number < count;
  });
}

bool is_beyond(const io::Json& change, std::uint64_t step) {
  return change.at("at").get<std::uint64_t>() > step;
}

void set_back(const fs::path& run, std::uint64_t step) {
  Manifest manifest = load_manifest(run);
  manifest.status = "stopped";
  manifest.steps = step;
  manifest.state_hash.reset();
  manifest.replica_hashes.clear();
  std::erase_if(manifest.parts, [&](const Manifest::Part& part) { return part.to > step; });
  save_manifest(manifest, run);
}

void remove_kept_after(const fs::path& run, std::uint64_t step) {
  std::error_code missing;
  for (const auto& entry : fs::directory_iterator(run / "checkpoints", missing))
    if (const auto at = io::parse_whole(entry.path().stem().string()); at && *at > step)
      fs::remove(entry.path());
}

}  // namespace

fs::path kept_state(const fs::path& run, std::uint64_t step) {
  return run / "checkpoints" / numbered(step, ".h5");
}

void keep_state(Model& model, const fs::path& run, ThreadPool* threads) {
  fs::create_directories(run / "checkpoints");
  save_state(model, kept_state(run, model.time()), threads);
}

// Changes nothing that a resume needs before the checkpoint is replaced.
void go_back_to(const fs::path& run, std::uint64_t step, std::uint64_t changes) {
  const fs::path copy = run / "checkpoints" / "back.h5";
  fs::copy_file(kept_state(run, step), copy, fs::copy_options::overwrite_existing);
  io::sync_file(copy);
  fs::rename(copy, checkpoint_in(run));
  keep_changes(run, changes);
  set_back(run, step);
  remove_kept_after(run, step);
}

void go_back_to_start(const fs::path& run) {
  fs::remove(checkpoint_in(run));
  keep_changes(run, 0);
  set_back(run, 0);
  std::error_code missing;
  fs::remove_all(run / "checkpoints", missing);
}

void finish_folder(const fs::path& run) {
  Manifest manifest = load_manifest(run);
  const Spec spec = read_run(run);
  if (!spec.steps || spec.ends_at_a_time || manifest.steps == 0 || manifest.steps == *spec.steps) return;
  replace_steps(manifest, manifest.steps);
  manifest.status = "done";
  save_manifest(manifest, run);
  write_steps(manifest.steps, run, manifest);
  keep_changes_if(run,
                  [&](const io::Json& change, std::uint64_t) { return !is_beyond(change, manifest.steps); });
}

std::string model_with_changes(const fs::path& run, std::uint64_t step) {
  const Spec spec = read_run(run);
  const bool ends_here = spec.steps && !spec.ends_at_a_time && step > 0;
  io::Json changes = io::Json::array();
  bool has_changes = false;  // true also if all changes are dropped: the model file then gets an empty list
  for (const std::string& line : read_changes_file(run)) {
    io::Json change = io::Json::parse(line);
    has_changes = true;
    if (ends_here && is_beyond(change, step)) continue;
    change.erase("from");
    changes.push_back(std::move(change));
  }
  std::vector<std::string> settings;
  if (has_changes) settings.push_back("changes=" + changes.dump());
  if (ends_here) settings.push_back("steps=" + std::to_string(step));
  return with_overrides(io::read_file(run / "model.yaml"), settings);
}

}  // namespace morula::serve
