// The two functions that run a model in a run directory: start_run() and resume_run().
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

// The text of a model file. It is read only once, so that the text that is checked, run and kept is the same.
struct ModelFile {
  std::filesystem::path path;
  std::string text;
};

struct RunRequest {
  ModelFile model;
  std::vector<std::string> overrides;  // in the form of --set; --seed and --steps are overrides too
  std::filesystem::path folder;        // the run directory
  IfExists if_exists = IfExists::Refuse;
};

// Reads the model file with these overrides. Throws SpecError.
Spec read_model(const ModelFile& file, const std::vector<std::string>& overrides);
ModelFile load_model_file(const std::filesystem::path& path);

// How the models of a run are made: by one process, or over ranks.
struct ModelMaker {
  std::function<void(const Spec&, const Backend&)> check_fits;  // throws SpecError if the memory is too small
  std::function<std::unique_ptr<Model>(const Spec&, const Backend&, Start)> make;
  DeferredVolumes deferred{};  // volumes whose values are not read together with the model file
};
ModelMaker in_one_process();
ModelMaker steerable_in_one_process();  // for Hooks::wanted_changes

// Makes a model in its initial state, which may be the last state of another run. Throws SpecError if the
// model does not fit into memory.
std::unique_ptr<Model> make_initial_model(const Spec& spec, const Backend& backend,
                                          const ModelMaker& maker = in_one_process());

// The backend to open for this model: `auto` means the CPU if the model runs nowhere else. Throws SpecError
// if such a model is to run on a device.
BackendRequest backend_for(BackendRequest request, const Spec& spec);

// The source from which any rank can read a model: the text of a model file, its overrides, and the files
// that it names.
struct ModelSource {
  ModelFile file;
  std::vector<std::string> overrides;
  std::filesystem::path folder;    // paths in the model file are relative to it
  std::filesystem::path copies{};  // folder with copies of the files that it names: see InputFolder
  DeferredVolumes deferred{};
  std::optional<std::vector<std::string>> changes{};  // lines of changes.jsonl; if absent, the file is read
};
Spec read_model(const ModelSource& source);
ModelSource source_of(const RunRequest& request);

// The source of the model with which resume_run() continues this run directory.
ModelSource source_of_run(const std::filesystem::path& folder);
Spec read_run(const std::filesystem::path& folder, const DeferredVolumes& deferred = {});

// Both return the manifest at the end. An error in the request throws SpecError before anything is written; a
// later failure leaves the last checkpoint intact.
Manifest start_run(const RunRequest& request, const Backend& backend, const Hooks& hooks,
                   const ModelMaker& maker = in_one_process());
Manifest resume_run(const std::filesystem::path& folder, std::optional<std::uint64_t> steps,
                    const Backend& backend, const Hooks& hooks, const ModelMaker& maker = in_one_process());

// Makes a run directory whose checkpoint is the present state of this model, so that resume_run() can
// continue it. `seconds` is the time that its steps took; paths in the model file are relative to `folder`.
Manifest save_run(const RunRequest& request, const std::filesystem::path& folder, const Spec& spec,
                  Model& model, const Backend& backend, double seconds);

// Sets the status to `stopped`, for a process that ends before the first step. Returns the manifest.
Manifest mark_stopped(const std::filesystem::path& folder);

}  // namespace morula
