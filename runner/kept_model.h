// The copy of the model in a run directory, so that the directory can be moved, sent to others and run again:
// model.yaml with all changes from the command line, and in inputs/ the files that it names. For a large
// file, a note with its path, size and hash is kept instead (models/file_elsewhere.h).
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "models/spec.h"

namespace morula {

constexpr std::uint64_t largest_kept = std::uint64_t{32} << 20;  // bytes; for a stack of pictures, their sum

// A file, or a stack of pictures, that the model names.
struct KeptInput {
  std::string key;               // the key whose value names the file
  std::filesystem::path source;  // the absolute path from which it was read
  std::string name;              // its name in the run directory: "inputs/glider.rle"
  std::uint64_t bytes = 0;
  Hash hash = {};
  bool is_copied = true;  // if false, a note is kept instead
  bool is_state = false;  // it is the state of the run that `initial.run` names
};

struct KeptModel {
  std::string text;  // of model.yaml
  std::vector<KeptInput> inputs;
};

// The text of a model file with the changes of --set. Comments and layout are kept where possible.
std::string with_overrides(const std::string& text, const std::vector<std::string>& overrides);

// The text without its line `steps`, so that the model text in saved states does not depend on how far the
// run goes.
std::string without_steps(const std::string& text);

// `spec` is the model of this text, whose files are relative to `folder`.
KeptModel keep_model(const std::string& text, const Spec& spec, const std::filesystem::path& folder);

// Throws Error if a file has changed since it was read.
void write_kept_model(const KeptModel& kept, const std::filesystem::path& run);
void write_kept_inputs(const std::vector<KeptInput>& inputs, const std::filesystem::path& folder);
std::vector<std::string> names_of(const std::vector<KeptInput>& inputs);  // names of the copies and notes

// The entry for a file that had this hash when it was read; no hash is given for the state of a run, which
// contains its own.
KeptInput kept_input(const std::string& key, const std::filesystem::path& file,
                     const std::optional<Hash>& hash, const std::string& name);

// Throws SpecError if a large file, of which only size and hash were kept, has changed since then.
void check_notes(const Spec& spec, const std::filesystem::path& folder);

}  // namespace morula
