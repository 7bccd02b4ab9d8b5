// The two ways into a run.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "models/family.h"
#include "runner/manifest.h"
#include "runner/run_folder.h"
#include "runner/stepping.h"

namespace morula {

// A model file as the user gave it, read once: what is checked is what runs and what is kept.
struct ModelFile {
  std::filesystem::path path;
  std::string text;
};

struct RunRequest {
  ModelFile model;
  std::vector<std::string> overrides;  // as --set takes them; --seed and --steps are overrides too
  std::filesystem::path folder;        // the run directory
  IfExists if_exists = IfExists::Refuse;
};

// What a model file says with these overrides. Throws SpecError.
Spec read_model(const ModelFile& file, const std::vector<std::string>& overrides);
ModelFile load_model_file(const std::filesystem::path& path);

// How the models of a run are made: by one process, or over ranks.
struct ModelMaker {
  std::function<void(const Spec&, const Backend&)> check_fits;  // throws SpecError where there is no room
  std::function<std::unique_ptr<Model>(const Spec&, const Backend&, Start)> make;
  DeferredVolumes deferred{};  // how the model file is read that the models are made of
};
ModelMaker in_one_process();
ModelMaker steerable_in_one_process();  // for Hooks::wanted_changes

// A model in its initial state, which may be the last state of another run. Throws SpecError if it does not
// fit into memory.
std::unique_ptr<Model> make_initial_model(const Spec& spec, const Backend& backend,
                                          const ModelMaker& maker = in_one_process());

// The backend to open for this model: `auto` means the CPU if the model runs nowhere else. Throws SpecError
// if such a model is to run on a device.
BackendRequest backend_for(BackendRequest request, const Spec& spec);

// What a model is read from, on any rank: a model file's text, its overrides, and the files it names.
struct ModelSource {
  ModelFile file;
  std::vector<std::string> overrides;
  std::filesystem::path folder;    // that paths in the model file are relative to
  std::filesystem::path copies{};  // of the files that it names: see InputFolder
  DeferredVolumes deferred{};
  std::optional<std::vector<std::string>> changes{};  // lines of changes.jsonl; read if they are not given
};
Spec read_model(const ModelSource& source);
ModelSource source_of(const RunRequest& request);

// The model of a run directory, as resume_run will go on with it.
ModelSource source_of_run(const std::filesystem::path& folder);
Spec read_run(const std::filesystem::path& folder, const DeferredVolumes& deferred = {});

// Both return the manifest as it stands at the end. Whatever is wrong with the request throws SpecError
// before anything is written; whatever fails later leaves the last checkpoint standing.
Manifest start_run(const RunRequest& request, const Backend& backend, const Hooks& hooks,
                   const ModelMaker& maker = in_one_process());
Manifest resume_run(const std::filesystem::path& folder, std::optional<std::uint64_t> steps,
                    const Backend& backend, const Hooks& hooks, const ModelMaker& maker = in_one_process());

// Makes a run directory whose checkpoint is this model as it stands, for resume_run to continue. `seconds`
// were spent on its steps; paths in the model file are relative to `folder`.
Manifest save_run(const RunRequest& request, const std::filesystem::path& folder, const Spec& spec,
                  Model& model, const Backend& backend, double seconds);

// For a process that ends before a step was taken: the run is no longer `running`. Returns its manifest.
Manifest mark_stopped(const std::filesystem::path& folder);

}  // namespace morula
