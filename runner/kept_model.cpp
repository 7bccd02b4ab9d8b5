#include "runner/kept_model.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <optional>
#include <set>

#include "core/error.h"
#include "io/document.h"
#include "io/durable_file.h"
#include "io/hdf5_file.h"
#include "io/volume.h"
#include "io/yaml_edit.h"
#include "models/file_elsewhere.h"
#include "models/input_hash.h"

namespace morula {
namespace {

namespace fs = std::filesystem;

constexpr const char* inputs_folder = "inputs";

// The absolute path, without a slash at its end.
fs::path normal(const fs::path& path) {
  const fs::path absolute = fs::absolute(path).lexically_normal();
  return absolute.has_filename() ? absolute : absolute.parent_path();
}

// A file that the model names, and the value that names it.
struct NamedFile {
  std::string key;
  SourceLocation place;
  fs::path path;
  std::optional<Hash> hash = {};  // if the file was read
  bool is_state = false;          // it is the state of a run, and the value names the folder of the run
};

// A key `run` names the folder of a run; the input file is the checkpoint in it.
bool names_a_run(const InputFile& input) {
  return input.named.key.ends_with(".run") && input.path.filename() == "checkpoint.h5";
}

std::vector<NamedFile> files_named_by(const Spec& spec) {
  std::vector<NamedFile> files;
  for (const InputFile& input : spec.inputs)
    files.push_back({input.named.key, input.named.place, input.path, input.hash, names_a_run(input)});
  if (spec.initial_run) {
    const fs::path state = spec.initial_run->folder / "checkpoint.h5";
    files.push_back({"initial.run", spec.initial_run->place, state, std::nullopt, true});
  }
  return files;
}

fs::path folder_of_all(const std::vector<NamedFile>& files) {
  std::optional<fs::path> common;
  for (const NamedFile& file : files) {
    // The copy of a state has the name of its run.
    fs::path folder = normal(file.path).parent_path();
    if (file.is_state) folder = folder.parent_path();
    if (!common) common = folder;
    const auto end = std::ranges::mismatch(*common, folder).in1;
    fs::path shared;
    for (auto part = common->begin(); part != end; ++part) shared /= *part;
    common = shared;
  }
  return common.value_or(fs::path());
}

std::uint64_t size_of_files(const fs::path& path) {
  std::uint64_t bytes = 0;
  for (const fs::path& file : io::files_of_volume(path)) bytes += fs::file_size(file);
  return bytes;
}

void visit_scalars(io::Value& value, const std::function<void(io::Value&)>& visit) {
  if (value.kind == io::Value::Kind::Scalar) visit(value);
  for (io::Value& item : value.items) visit_scalars(item, visit);
  for (io::Entry& entry : value.entries) visit_scalars(entry.value, visit);
}

// Replaces each value that names the file by the file's name in the run directory. Returns false if no value
// names it, as for a file that another file includes.
bool rename_in(io::Value& root, const NamedFile& file, const fs::path& folder, const std::string& name) {
  bool is_named = false;
  visit_scalars(root, [&](io::Value& value) {
    const fs::path written = file.is_state ? folder / value.text / "checkpoint.h5" : folder / value.text;
    if (normal(found_file(written)) != normal(file.path)) return;
    value.text = file.is_state ? fs::path(name).parent_path().string() : name;
    is_named = true;
  });
  return is_named;
}

// The path relative to the folder of the model file: text in the model file itself can include files that lie
// beside it.
std::string name_beside(const fs::path& file, const fs::path& folder, const std::string& otherwise) {
  const fs::path within = normal(file).lexically_relative(normal(folder));
  return within.empty() || *within.begin() == ".." ? otherwise : within.string();
}

// A state file contains its own hash, so that it need not be read completely.
Hash hash_of_input(const fs::path& path, bool is_state) {
  return is_state ? parse_hash(io::Hdf5Reader(path).text("state_hash")) : hash_of_files(path);
}

// A file of an input, and its name in the run directory.
struct Copy {
  fs::path source;
  std::string name;
};

std::vector<Copy> copies_of(const KeptInput& input) {
  const fs::path source_folder = input.source.parent_path(), folder = fs::path(input.name).parent_path();
  std::vector<Copy> copies;
  for (const fs::path& file : io::files_of_volume(input.source))
    copies.push_back({file, (folder / file.lexically_relative(source_folder)).string()});
  return copies;
}

void write_copies(const KeptInput& input, const fs::path& run) {
  for (const Copy& copy : copies_of(input)) {
    fs::create_directories((run / copy.name).parent_path());
    fs::copy_file(copy.source, run / copy.name, fs::copy_options::overwrite_existing);
    io::sync_file(run / copy.name);
  }
  if (hash_of_input(run / input.name, input.is_state) != input.hash)
    throw Error(input.source.string() + ": has changed while the run was starting; start it again");
}

}  // namespace

std::string with_overrides(const std::string& text, const std::vector<std::string>& overrides) {
  if (overrides.empty()) return text;
  io::Document document = io::parse_document(text, "");
  if (!document.problems.empty()) throw SpecError(document.problems);
  for (const std::string& assignment : overrides) io::apply_override(document, assignment);
  return io::edited_yaml(text, document.root);
}

std::string without_steps(const std::string& text) {
  const io::Document document = io::parse_document(text, "");
  const auto steps = std::ranges::find(document.root.entries, "steps", &io::Entry::key);
  const bool has_line = steps != document.root.entries.end() && steps->key_place.column == 1 &&
                        steps->value.line == steps->key_place.line;
  if (!has_line) return text;
  std::size_t begin = 0;
  for (int line = 1; line < steps->key_place.line; ++line) begin = text.find('\n', begin) + 1;
  const std::size_t end = text.find('\n', begin);
  return text.substr(0, begin) + (end == std::string::npos ? "" : text.substr(end + 1));
}

KeptModel keep_model(const std::string& text, const Spec& spec, const fs::path& folder) {
  const std::vector<NamedFile> files = files_named_by(spec);
  const fs::path common = folder_of_all(files);
  io::Document document = io::parse_document(text, "");
  std::set<std::string> renamed;  // keys
  KeptModel kept;
  for (const NamedFile& file : files) {
    const std::string name = (inputs_folder / normal(file.path).lexically_relative(common)).string();
    if (rename_in(document.root, file, folder, name)) renamed.insert(file.key);
    const bool is_beside = !renamed.contains(file.key);
    kept.inputs.push_back(
        kept_input(file.key, file.path, file.hash, is_beside ? name_beside(file.path, folder, name) : name));
  }
  kept.text = io::edited_yaml(text, document.root);
  return kept;
}

KeptInput kept_input(const std::string& key, const fs::path& file, const std::optional<Hash>& hash,
                     const std::string& name) {
  KeptInput kept{key, normal(file), name, size_of_files(file)};
  kept.is_state = !hash;
  kept.hash = hash ? *hash : hash_of_input(file, true);
  kept.is_copied = kept.bytes <= largest_kept;
  return kept;
}

void write_kept_model(const KeptModel& kept, const fs::path& run) {
  io::write_file(run / "model.yaml", kept.text);
  write_kept_inputs(kept.inputs, run);
}

std::vector<std::string> names_of(const std::vector<KeptInput>& inputs) {
  std::vector<std::string> names;
  for (const KeptInput& input : inputs) {
    if (!input.is_copied) names.push_back(input.name + elsewhere_suffix);
    if (input.is_copied)
      for (const Copy& copy : copies_of(input)) names.push_back(copy.name);
  }
  return names;
}

void write_kept_inputs(const std::vector<KeptInput>& inputs, const fs::path& run) {
  for (const KeptInput& input : inputs) {
    if (input.is_copied) {
      write_copies(input, run);
      continue;
    }
    fs::create_directories((run / input.name).parent_path());
    io::write_file(run / (input.name + elsewhere_suffix),
                   to_json(FileElsewhere{input.source, input.bytes, input.hash}));
  }
}

void check_notes(const Spec& spec, const fs::path& folder) {
  if (!fs::is_directory(folder / inputs_folder)) return;
  std::vector<Problem> changed;
  for (const auto& entry : fs::recursive_directory_iterator(folder / inputs_folder)) {
    if (entry.path().extension() != elsewhere_suffix) continue;
    fs::path place = entry.path();
    const auto note = noted_elsewhere(place.replace_extension());
    for (const NamedFile& file : files_named_by(spec))
      if (note && normal(file.path) == note->path &&
          (file.hash ? *file.hash : hash_of_input(file.path, file.is_state)) != note->hash)
        changed.push_back({file.place, file.key,
                           fmt::format("has changed since the run was made; put {} back", describe(*note))});
  }
  if (!changed.empty()) throw SpecError(std::move(changed));
}

}  // namespace morula
