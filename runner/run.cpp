#include "runner/run.h"

#include <algorithm>

#include "core/error.h"
#include "io/document.h"
#include "io/durable_file.h"
#include "models/catalogue.h"
#include "runner/checkpoint.h"
#include "runner/standard_observers.h"

namespace morula {
namespace {

namespace fs = std::filesystem;

fs::path checkpoint_in(const fs::path& run) { return run / "checkpoint.h5"; }

Spec read_with_overrides(const ModelFile& file, const std::vector<std::string>& overrides,
                         const InputFolder& folder) {
  io::Document document = io::parse_document(file.text, file.path.string());
  for (const std::string& assignment : overrides) io::apply_override(document, assignment);
  return read_spec(document, folder);
}

fs::path folder_of(const fs::path& file) { return fs::absolute(file).lexically_normal().parent_path(); }

// As --set takes it, in YAML's single quotes.
std::string starting_from(const fs::path& folder) {
  std::string quoted;
  for (const char c : fs::absolute(folder).string()) quoted += c == '\'' ? "''" : std::string(1, c);
  return "initial={run: '" + quoted + "'}";
}

void load_checkpoint(Model& model, const fs::path& folder, const Backend& backend) {
  try {
    load_state(model, checkpoint_in(folder), backend.threads.get(), backend.device.get());
  } catch (const FileError& error) {
    throw Error(std::string(error.what()) +
                "; remove it to begin again, or put a copy of the last state/*.h5 in its place");
  }
}

// Of what runs from now on.
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

std::vector<Manifest::Input> inputs_of(const Spec& spec) {
  std::vector<Manifest::Input> inputs;
  for (const InputFile& input : spec.inputs)
    inputs.push_back({input.named.key, input.path.string(), input.hash});
  return inputs;
}

// Files that the model file names are still what they were when the run began.
void check_inputs(const Spec& spec, const Manifest& manifest) {
  std::vector<Problem> changed;
  for (const InputFile& input : spec.inputs)
    for (const Manifest::Input& begun : manifest.inputs)
      if (begun.key == input.named.key && begun.path == input.path.string() && begun.hash != input.hash)
        changed.push_back({input.named.place, input.named.key,
                           "has changed since the run began; put it back, or start a new run with it"});
  if (!changed.empty()) throw SpecError(std::move(changed));
}

// From wherever the model stands to the end that the spec says.
Manifest go_on(Model& model, const Spec& spec, const Backend& backend, const fs::path& folder,
               Manifest manifest, const Hooks& hooks) {
  ThreadPool* const threads = backend.threads.get();
  manifest.chosen = spec.chosen;
  const double seconds_before = manifest.seconds;
  double seconds = 0;
  const auto note_seconds = [&](const Progress& progress) {
    seconds = progress.seconds;
    hooks.progress(progress);
  };
  const std::vector<Manifest::Part> parts_before = manifest.parts;
  const std::uint64_t from = model.time();
  StepSchedule step_schedule{spec.steps, spec.checkpoint_every, {}, make_observers(spec, folder, threads)};
  step_schedule.checkpoint = [&](Model& at) {
    manifest.state_hash = save_state(at, checkpoint_in(folder), threads);
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
  const StepResult result = take_steps(model, step_schedule, {hooks.stop_wanted, note_seconds});
  manifest.status = status_of(result.ending);
  if (result.ending != Ending::Stopped) manifest.remarks = model.remarks();
  save_manifest(manifest, folder);
  return manifest;
}

// What the model of a run was read from when it began.
ModelSource source_of_begun(const fs::path& folder, const Manifest& manifest) {
  if (std::ranges::find(families(), manifest.model, &Family::name) == families().end())
    throw FileError((folder / "manifest.json").string(),
                    "names a family of models that is not known here: '" + manifest.model + "'");
  const ModelFile file = load_model_file(folder / "model.yaml");
  if (hash_of(file.text) != manifest.model_hash)
    throw SpecError({file.path.string()}, "",
                    "has changed since the run began; put it back, or start a new run with it");
  std::vector<std::string> overrides = manifest.overrides;
  if (fs::exists(checkpoint_in(folder)) && family_named(manifest.model).reads("initial"))
    overrides.push_back(starting_from(folder));  // what it began with may be gone, and is not needed
  return {file, overrides, manifest.folder};
}

Spec read_run_model(const fs::path& folder, const Manifest& manifest, const LeftVolumes& left) {
  ModelSource source = source_of_begun(folder, manifest);
  source.left = left;
  const Spec spec = read_model(source);
  check_inputs(spec, manifest);
  return spec;
}

}  // namespace

Spec read_model(const ModelFile& file, const std::vector<std::string>& overrides) {
  return read_with_overrides(file, overrides, folder_of(file.path));
}

Spec read_model(const ModelSource& source) {
  return read_with_overrides(source.file, source.overrides,
                             InputFolder(source.folder, source.copies, source.left));
}

ModelSource source_of(const RunRequest& request) {
  return {request.model, request.overrides, folder_of(request.model.path)};
}

ModelSource source_of_run(const fs::path& folder) { return source_of_begun(folder, load_manifest(folder)); }

ModelFile load_model_file(const fs::path& path) { return {path, io::read_input(path)}; }

ModelMaker in_one_process() { return {check_fits, make_model}; }

std::unique_ptr<Model> make_initial_model(const Spec& spec, const Backend& backend, const ModelMaker& maker) {
  maker.check_fits(spec, backend);
  auto model = maker.make(spec, backend, spec.initial_run ? Start::Blank : Start::Initial);
  if (!spec.initial_run) return model;
  try {
    start_from_run(*model, spec.initial_run->folder, backend.threads.get(), backend.device.get());
  } catch (const FileError& error) {
    model.reset();  // not while the exception unwinds: other ranks must hear that there is no model
    throw SpecError(spec.initial_run->place, "initial.run", error.what());
  }
  return model;
}

Manifest start_run(const RunRequest& request, const Backend& backend, const Hooks& hooks,
                   const ModelMaker& maker) {
  ModelSource source = source_of(request);
  source.left = maker.left;
  const Spec spec = read_model(source);
  check_free(request.folder, request.if_exists);
  const auto model = make_initial_model(spec, backend, maker);

  Manifest manifest;
  manifest.model = spec.family;
  manifest.seed = spec.seed;
  manifest.unit = model->unit();
  manifest.folder = folder_of(request.model.path);
  manifest.model_hash = hash_of(request.model.text);
  manifest.overrides = request.overrides;
  manifest.overrides.insert(manifest.overrides.end(), spec.from_files.begin(), spec.from_files.end());
  manifest.inputs = inputs_of(spec);
  describe_backend(manifest, backend);
  create_run_folder(request.folder, request.if_exists, [&](const fs::path& made) {
    io::write_file(made / "model.yaml", request.model.text);
    save_manifest(manifest, made);
  });
  const RunLock lock(request.folder);
  return go_on(*model, spec, backend, request.folder, manifest, hooks);
}

BackendRequest backend_for(BackendRequest request, const Spec& spec) {
  if (!spec.cpu_only || request.name == "cpu") return request;
  if (request.name != "auto") throw SpecError({*spec.cpu_only});
  request.name = "cpu";
  request.device.reset();
  return request;
}

Spec read_run(const fs::path& folder, const LeftVolumes& left) {
  return read_run_model(folder, load_manifest(folder), left);
}

Manifest resume_run(const fs::path& folder, std::optional<std::uint64_t> steps, const Backend& backend,
                    const Hooks& hooks, const ModelMaker& maker) {
  load_manifest(folder);  // nothing is made in a folder that is no run
  const RunLock lock(folder);
  Manifest manifest = load_manifest(folder);  // whoever held the lock until now may have written it
  remove_unfinished(folder);
  if (steps) manifest.overrides.push_back("steps=" + std::to_string(*steps));
  const bool saved = fs::exists(checkpoint_in(folder));
  const Spec spec = read_run_model(folder, manifest, maker.left);
  maker.check_fits(spec, backend);
  auto model = saved ? maker.make(spec, backend, Start::Blank) : make_initial_model(spec, backend, maker);
  if (saved) load_checkpoint(*model, folder, backend);
  if (const std::uint64_t reached = model->time(); reached > spec.end()) {
    model.reset();  // as above
    throw SpecError(
        {folder.string()}, "steps",
        "the run is at step " + std::to_string(reached) + " already; --steps must be at least that");
  }
  manifest.status = "running";
  manifest.remarks.clear();
  if (!saved) {
    manifest.seconds = 0;
    manifest.parts.clear();
    describe_backend(manifest, backend);
  }
  save_manifest(manifest, folder);
  return go_on(*model, spec, backend, folder, manifest, hooks);
}

}  // namespace morula
