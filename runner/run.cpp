#include "runner/run.h"

#include <algorithm>
#include <exception>
#include <new>
#include <utility>

#include "core/error.h"
#include "io/durable_file.h"
#include "models/catalogue.h"
#include "runner/changes_file.h"
#include "runner/checkpoint.h"
#include "runner/kept_model.h"
#include "runner/run_files.h"
#include "runner/run_identity.h"
#include "runner/run_source.h"
#include "runner/standard_observers.h"

namespace morula {
namespace {

namespace fs = std::filesystem;

void load_checkpoint(Model& model, const Spec& spec, const fs::path& folder, const Backend& backend) {
  try {
    check_identity(checkpoint_in(folder), spec, folder);
    load_state(model, checkpoint_in(folder), backend.threads.get(), backend.device.get());
  } catch (const FileError& error) {
    throw Error(std::string(error.what()) +
                "; remove it to begin again, or put a copy of the last state/*.h5 in its place");
  }
}

// Sets the backend and device on which the run continues from now on.
void describe_backend(Manifest& manifest, const Backend& backend) {
  manifest.version = program_version();
  manifest.backend = to_string(backend.kind);
  manifest.device = backend.device_name();
  manifest.threads = backend.threads->size();
}

std::string status_of(Ending ending) {
  switch (ending) {
    case Ending::Done:
      return "done";
    case Ending::Halted:
      return "halted";
    case Ending::Stopped:
      return "stopped";
  }
  return "";
}

std::vector<Manifest::Input> inputs_of(const KeptModel& kept) {
  std::vector<Manifest::Input> inputs;
  for (const KeptInput& input : kept.inputs)
    inputs.push_back(
        {input.key, input.name, input.hash, input.source.string(), input.bytes, input.is_copied});
  return inputs;
}

std::string reason_of(const std::exception_ptr& failure) {
  try {
    std::rethrow_exception(failure);
  } catch (const std::bad_alloc&) {
    return "out of memory";
  } catch (const std::exception& error) {
    return on_one_line(error.what());
  }
}

// Saves the manifest of a run that has failed. If the disk is full, the manifest stays as it was.
void save_failure(Manifest& manifest, const std::exception_ptr& failure, const fs::path& folder) {
  manifest.status = "failed";
  manifest.failure = reason_of(failure);
  try {
    save_manifest(manifest, folder);
  } catch (const FileError&) {
  }
}

// Makes the changes that are asked for. If one is wrong, the error is sent to whoever asked for it, and the
// run goes on.
void steer(Model& model, const std::vector<WantedChange>& wanted, const fs::path& folder) {
  if (wanted.empty()) return;
  auto* const changing = dynamic_cast<ChangingModel*>(&model);
  if (!changing) throw Error("a model that is steered must be made by steerable_in_one_process()");
  for (const WantedChange& change : wanted) try {
      changing->change({change.text, "change", folder}, log_of_run(*changing, folder));
      change.answer("");
    } catch (const std::exception& error) {
      change.answer(error.what());
    }
}

// Runs the model from its present step to the end that the spec gives.
Manifest go_on(Model& model, const Spec& spec, const Backend& backend, const fs::path& folder,
               Manifest manifest, const Hooks& hooks) {
  ThreadPool* const threads = backend.threads.get();
  hooks.starting(StartStage::FirstOutput);
  manifest.chosen = spec.chosen;
  const double seconds_before = manifest.seconds;
  double seconds = 0;
  const auto note_seconds = [&](const Progress& progress) {
    seconds = progress.seconds;
    hooks.progress(progress);
  };
  const std::vector<Manifest::Part> parts_before = manifest.parts;
  const std::uint64_t from = model.time();
  const StateAttributes identity = identity_of_run(spec, folder);
  StepSchedule step_schedule{
      spec.steps, spec.checkpoint_every, {}, make_observers(spec, folder, threads), [](Model&) {}};
  if (hooks.wanted_changes)
    step_schedule.steer = [&](Model& at) { steer(at, hooks.wanted_changes(), folder); };
  step_schedule.checkpoint = [&](Model& at) {
    manifest.state_hash = save_state(at, checkpoint_in(folder), threads, identity);
    manifest.replica_hashes = at.replica_hashes();
    manifest.steps = at.time();
    manifest.seconds = seconds_before + seconds;
    if (at.time() > from) {
      describe_backend(manifest, backend);
      manifest.parts = parts_before;
      manifest.parts.push_back(
          {from, at.time(), manifest.version, manifest.backend, manifest.device, manifest.threads, seconds});
    }
    manifest.updates = at.updates();
    manifest.updates_per_second =
        manifest.seconds > 0 ? static_cast<double>(manifest.updates) / manifest.seconds : 0;
    save_manifest(manifest, folder);
  };
  StepResult result;
  try {
    Hooks of_steps = hooks;
    of_steps.progress = note_seconds;
    result = take_steps(model, step_schedule, of_steps);
  } catch (...) {
    save_failure(manifest, std::current_exception(), folder);
    throw;
  }
  manifest.status = status_of(result.ending);
  if (result.ending == Ending::Done && spec.whole_steps && model.time() < *spec.whole_steps) {
    manifest.status = status_of(Ending::Stopped);
    manifest.whole_steps = spec.whole_steps;
  }
  if (result.ending != Ending::Stopped) manifest.remarks = model.remarks();
  save_manifest(manifest, folder);
  return manifest;
}

// A change reads the file that it assigns when its step is reached. A file in the folder that is being
// replaced would no longer exist by then, except for a file in inputs/, which is kept if a run is repeated in
// its own folder.
void refuse_assignments_from(const fs::path& folder, const Spec& spec) {
  if (!fs::exists(folder)) return;
  const std::string replaced = fs::weakly_canonical(folder).string() + '/';
  for (const Change& change : spec.changes)
    for (const FieldAssignment& assignment : change.fields) {
      const std::string file = fs::weakly_canonical(assignment.file).string();
      if (change.origin == ChangeOrigin::Model && file.starts_with(replaced) &&
          !file.starts_with(replaced + "inputs/"))
        throw SpecError(
            change.place, "assign",
            file + " lies in the folder that this run replaces; move it, or choose another --out");
    }
}

// Writes a checkpoint and removes it: files of the previous run are removed only if those of this run can be
// written. Throws FileError.
void try_checkpoint(Model& model, const fs::path& folder, const Backend& backend) {
  save_state(model, checkpoint_in(folder), backend.threads.get());
  fs::remove(checkpoint_in(folder));
}

// Makes the run directory with everything except the first output.
Manifest furnish_run(const RunRequest& request, const fs::path& folder, const Spec& spec, Model& model,
                     const Backend& backend) {
  Manifest manifest;
  manifest.model = spec.family;
  manifest.seed = spec.seed;
  manifest.unit = model.unit();
  const std::string text = with_overrides(request.model.text, request.overrides);
  const KeptModel kept = keep_model(text, spec, folder);
  manifest.model_file = fs::absolute(request.model.path).lexically_normal();
  manifest.model_hash = hash_of(kept.text);
  manifest.overrides = spec.from_files;
  manifest.inputs = inputs_of(kept);
  manifest.kept = names_of(kept.inputs);
  describe_backend(manifest, backend);
  refuse_assignments_from(request.folder, spec);
  const bool replaces = is_run_folder(request.folder);
  create_run_folder(request.folder, request.if_exists, [&](const fs::path& new_folder) {
    write_kept_model(kept, new_folder);
    if (!spec.changes.empty()) write_changes(spec.changes, new_folder);
    save_manifest(manifest, new_folder);
    if (replaces) try_checkpoint(model, new_folder, backend);
  });
  return manifest;
}

}  // namespace

ModelMaker in_one_process() { return {check_fits, make_model}; }
ModelMaker steerable_in_one_process() { return {check_fits, make_changing_model}; }

std::unique_ptr<Model> make_initial_model(const Spec& spec, const Backend& backend, const ModelMaker& maker) {
  maker.check_fits(spec, backend);
  auto model = maker.make(spec, backend, spec.initial_run ? Start::Blank : Start::Initial);
  if (!spec.initial_run) return model;
  try {
    start_from_run(*model, spec.initial_run->folder, backend.threads.get(), backend.device.get());
  } catch (const FileError& error) {
    model.reset();  // now, not while the exception unwinds: this tells the other ranks that there is no model
    throw SpecError(spec.initial_run->place, "initial.run", error.what());
  }
  return model;
}

Manifest start_run(const RunRequest& request, const Backend& backend, const Hooks& hooks,
                   const ModelMaker& maker) {
  ModelSource source = source_of(request);
  source.deferred = maker.deferred;
  const Spec spec = read_model(source);
  check_free(request.folder, request.if_exists);
  hooks.starting(spec.initial_run ? StartStage::ReadingOtherRun : StartStage::MakingState);
  const auto model = make_initial_model(spec, backend, maker);

  hooks.starting(StartStage::MakingFolder);
  const Manifest manifest = furnish_run(request, source.folder, spec, *model, backend);
  const RunLock lock(request.folder);
  return go_on(*model, spec, backend, request.folder, manifest, hooks);
}

Manifest save_run(const RunRequest& request, const fs::path& folder, const Spec& spec, Model& model,
                  const Backend& backend, double seconds) {
  check_free(request.folder, request.if_exists);
  Manifest manifest = furnish_run(request, folder, spec, model, backend);
  const RunLock lock(request.folder);
  manifest.chosen = spec.chosen;
  for (const auto& observer : make_observers(spec, request.folder, backend.threads.get())) {
    observer->begin(model, 0);  // nothing was observed yet
    observer->sync();
  }
  manifest.state_hash = save_state(model, checkpoint_in(request.folder), backend.threads.get(),
                                   identity_of_run(spec, request.folder));
  manifest.replica_hashes = model.replica_hashes();
  manifest.steps = model.time();
  manifest.updates = model.updates();
  manifest.seconds = seconds;
  manifest.updates_per_second = seconds > 0 ? static_cast<double>(model.updates()) / seconds : 0;
  manifest.status = "stopped";
  save_manifest(manifest, request.folder);
  return manifest;
}

Manifest mark_stopped(const fs::path& folder) {
  Manifest manifest = load_manifest(folder);
  if (manifest.status != "running") return manifest;
  manifest.status = "stopped";
  save_manifest(manifest, folder);
  return manifest;
}

BackendRequest backend_for(BackendRequest request, const Spec& spec) {
  if (!spec.cpu_only || request.name == "cpu") return request;
  if (request.name != "auto") throw SpecError({*spec.cpu_only});
  request.name = "cpu";
  request.device.reset();
  return request;
}

Manifest resume_run(const fs::path& folder, std::optional<std::uint64_t> steps, const Backend& backend,
                    const Hooks& hooks, const ModelMaker& maker) {
  load_manifest(folder);  // throws before a lock file is made in a folder that is not a run directory
  const RunLock lock(folder);
  Manifest manifest = load_manifest(folder);  // again, since another process may have written it until now
  remove_unfinished(folder, run_file_names(manifest.model));
  if (steps) replace_steps(manifest, *steps);
  const bool saved = fs::exists(checkpoint_in(folder));
  const Spec spec = read_run_model(folder, manifest, maker.deferred);
  maker.check_fits(spec, backend);
  hooks.starting(saved ? StartStage::RestoringCheckpoint : StartStage::MakingState);
  auto model = saved ? maker.make(spec, backend, Start::Blank) : make_initial_model(spec, backend, maker);
  if (saved) load_checkpoint(*model, spec, folder, backend);
  if (const std::uint64_t reached = model->time(); reached > spec.end()) {
    model.reset();  // as above
    throw SpecError(
        {folder.string()}, "steps",
        "the run is at step " + std::to_string(reached) + " already; --steps must be at least that");
  }
  manifest.status = "running";
  manifest.remarks.clear();
  manifest.whole_steps.reset();
  manifest.failure.clear();
  if (!saved) {
    manifest.seconds = 0;
    manifest.parts.clear();
    describe_backend(manifest, backend);
  }
  save_manifest(manifest, folder);
  if (steps) write_steps(*steps, folder, manifest);
  return go_on(*model, spec, backend, folder, manifest, hooks);
}

}  // namespace morula
