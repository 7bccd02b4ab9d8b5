// Reads the section `changes` of a model file.
#pragma once

#include "io/section.h"
#include "models/input_folder.h"
#include "models/spec.h"

namespace morula {

// Reads the changes into spec.changes, sorted by their steps. Everything else in `spec` must have been read
// before.
void read_changes(io::Section& root, const InputFolder& folder, Spec& spec);

// A change from outside, like a line of changes.jsonl without the keys `at` and `from`: {"set":
// {"potts.temperature": 5}}. Paths of files in it are relative to `folder`.
struct ChangeText {
  std::string text;
  std::string source;  // the name used in messages
  InputFolder folder = std::filesystem::path(".");
};
// The change will act at step `at` of the model. Throws SpecError with all its problems.
Change parse_change(const ChangeText& change, std::uint64_t at, const Spec& spec);

}  // namespace morula
