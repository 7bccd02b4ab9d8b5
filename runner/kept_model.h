// What a run directory keeps of the model that was run, so that it can be moved, sent to others and run
// again: model.yaml with everything that the command line changed, and in inputs/ the files that it names. Of
// a large file it keeps where it was, its size and its hash (models/file_elsewhere.h).
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "models/spec.h"

namespace morula {

constexpr std::uint64_t largest_kept = std::uint64_t{32} << 20;  // bytes; of a stack of pictures, all of them

// A file, or a stack of pictures, that the model names.
struct KeptInput {
  std::string key;               // that names it
  std::filesystem::path source;  // where it was read, absolute
  std::string name;              // in the run directory: "inputs/glider.rle"
  std::uint64_t bytes = 0;
  Hash hash = {};
  bool is_copied = true;  // else a note is kept
  bool is_state = false;  // of the run that `initial.run` names
};

struct KeptModel {
  std::string text;  // of model.yaml
  std::vector<KeptInput> inputs;
};

// A model file's text with what --set changed; comments and layout stay where they can.
std::string with_overrides(const std::string& text, const std::vector<std::string>& overrides);

// The text without its line `steps`, so that the model text in saved states does not depend on how far the
// run goes.
std::string without_steps(const std::string& text);

// `spec` is the model of this text, whose files are relative to `folder`.
KeptModel keep_model(const std::string& text, const Spec& spec, const std::filesystem::path& folder);

// Throws Error if a file has changed since it was read.
void write_kept_model(const KeptModel& kept, const std::filesystem::path& run);
void write_kept_inputs(const std::vector<KeptInput>& inputs, const std::filesystem::path& folder);
std::vector<std::string> names_of(const std::vector<KeptInput>& inputs);  // of the copies and notes

// A file that was read with this hash; none for the state of a run, which has its own.
KeptInput kept_input(const std::string& key, const std::filesystem::path& file,
                     const std::optional<Hash>& hash, const std::string& name);

// Throws SpecError if a large file, of which only size and hash were kept, has changed since then.
void check_notes(const Spec& spec, const std::filesystem::path& folder);

}  // namespace morula
