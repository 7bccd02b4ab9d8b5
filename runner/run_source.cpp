#include "runner/run_source.h"

#include <algorithm>
#include <utility>

#include "core/error.h"
#include "io/document.h"
#include "io/durable_file.h"
#include "io/section.h"
#include "io/yaml_edit.h"
#include "models/catalogue.h"
#include "runner/changes_file.h"
#include "runner/kept_model.h"

namespace morula {
namespace {

namespace fs = std::filesystem;

Spec read_with_overrides(const ModelFile& file, const std::vector<std::string>& overrides,
                         const InputFolder& folder,
                         const std::optional<std::vector<std::string>>& changes = {}) try {
  io::Document document = io::parse_document(file.text, file.path.string());
  for (const std::string& assignment : overrides) io::apply_override(document, assignment);
  const auto sets_changes = [](const std::string& set) { return set.starts_with("changes="); };
  if (std::ranges::none_of(overrides, sets_changes))
    add_changes(changes ? *changes : changes_beside(file.path), file.path, document);
  Spec spec = read_spec(document, folder);
  if (!folder.has_copies()) check_notes(spec, folder / ".");
  return spec;
} catch (const FileError& error) {  // a large file, of which the run keeps only a note, no longer exists
  throw SpecError({}, "", error.what());
}

fs::path folder_of(const fs::path& file) { return fs::absolute(file).lexically_normal().parent_path(); }

// The folder to which paths in model.yaml are relative.
fs::path folder_of_paths(const fs::path& run, const Manifest& manifest) {
  return manifest.folder.empty() ? fs::absolute(run).lexically_normal() : manifest.folder;
}

// The override `initial={run: 'FOLDER'}` in the form of --set, with the folder in YAML's single quotes.
std::string starting_from(const fs::path& folder) {
  std::string quoted;
  for (const char c : fs::absolute(folder).string()) quoted += c == '\'' ? "''" : std::string(1, c);
  return "initial={run: '" + quoted + "'}";
}

// Throws SpecError if a file that the model names has changed since the run began.
void check_inputs(const Spec& spec, const Manifest& manifest, const fs::path& folder) {
  std::vector<Problem> changed;
  const auto is_that_of = [&](const Manifest::Input& begun, const InputFile& input) {
    const fs::path path =
        begun.is_copied ? folder_of_paths(folder, manifest) / begun.path : fs::path(begun.source);
    return begun.key == input.named.key && path.lexically_normal() == input.path.lexically_normal();
  };
  for (const InputFile& input : spec.inputs)
    for (const Manifest::Input& begun : manifest.inputs)
      if (is_that_of(begun, input) && begun.hash != input.hash)
        changed.push_back({input.named.place, input.named.key,
                           "has changed since the run began; put it back, or start a new run with it"});
  if (!changed.empty()) throw SpecError(std::move(changed));
}

// Removes changes after the last step: they have not acted, and a model file that lists them would be
// refused.
std::string with_last_step(const std::string& text, std::uint64_t steps) {
  io::Document document = io::parse_document(text, "");
  if (!document.problems.empty()) throw SpecError(document.problems);
  io::apply_override(document, "steps=" + std::to_string(steps));
  const auto is_beyond = [steps](const io::Value& change) {
    const io::Value* const at = change.kind == io::Value::Kind::Map ? change.find("at") : nullptr;
    return at && io::parse_whole(at->text).value_or(0) > steps;
  };
  for (io::Entry& entry : document.root.entries)
    if (entry.key == "changes") std::erase_if(entry.value.items, is_beyond);
  return io::edited_yaml(text, document.root);
}

// The source from which the model of a run was read when the run began.
ModelSource source_of_begun(const fs::path& folder, const Manifest& manifest) {
  if (std::ranges::find(families(), manifest.model, &Family::name) == families().end())
    throw FileError((folder / "manifest.json").string(),
                    "names a family of models that is not known here: '" + manifest.model + "'");
  const ModelFile file = load_model_file(folder / "model.yaml");
  if (hash_of(file.text) != manifest.model_hash && hash_of(file.text) != manifest.next_model_hash)
    throw SpecError({file.path.string()}, "",
                    "has changed since the run began; put it back, or start a new run with it");
  std::vector<std::string> overrides = manifest.overrides;
  if (fs::exists(checkpoint_in(folder)) && family_named(manifest.model).reads("initial"))
    overrides.push_back(starting_from(folder));  // the state it started from may be gone, and is not needed
  return {file, overrides, folder_of_paths(folder, manifest)};
}

}  // namespace

fs::path checkpoint_in(const fs::path& run) { return run / "checkpoint.h5"; }

void replace_steps(Manifest& manifest, std::uint64_t steps) {
  std::erase_if(manifest.overrides, [](const std::string& set) { return set.starts_with("steps="); });
  manifest.overrides.push_back("steps=" + std::to_string(steps));
}

// Writes the number of steps to model.yaml. If the process is killed between the two files, the run can still
// be resumed.
void write_steps(std::uint64_t steps, const fs::path& folder, Manifest& manifest) {
  if (!manifest.folder.empty()) return;  // a run of an earlier version
  const fs::path place = folder / "model.yaml";
  const std::string text = with_last_step(io::read_file(place), steps);
  manifest.next_model_hash = hash_of(text);
  save_manifest(manifest, folder);
  io::write_file(place, text);
  manifest.model_hash = *std::exchange(manifest.next_model_hash, std::nullopt);
  save_manifest(manifest, folder);
}

Spec read_run_model(const fs::path& folder, const Manifest& manifest, const DeferredVolumes& deferred) {
  ModelSource source = source_of_begun(folder, manifest);
  source.deferred = deferred;
  const Spec spec = read_model(source);
  check_inputs(spec, manifest, folder);
  return spec;
}

Spec read_model(const ModelFile& file, const std::vector<std::string>& overrides) {
  return read_with_overrides(file, overrides, folder_of(file.path));
}

Spec read_model(const ModelSource& source) {
  return read_with_overrides(source.file, source.overrides,
                             InputFolder(source.folder, source.copies, source.deferred), source.changes);
}

ModelSource source_of(const RunRequest& request) {
  return {request.model, request.overrides, folder_of(request.model.path)};
}

ModelSource source_of_run(const fs::path& folder) { return source_of_begun(folder, load_manifest(folder)); }

ModelFile load_model_file(const fs::path& path) { return {path, io::read_input(path)}; }

Spec read_run(const fs::path& folder, const DeferredVolumes& deferred) {
  return read_run_model(folder, load_manifest(folder), deferred);
}

}  // namespace morula
