// Reads `changes` of a model file.
#pragma once

#include "io/section.h"
#include "models/input_folder.h"
#include "models/spec.h"

namespace morula {

// Into spec.changes, by their steps. The rest of `spec` has been read.
void read_changes(io::Section& root, const InputFolder& folder, Spec& spec);

// A change from outside, as a line of changes.jsonl has it, but for the keys `at` and `from`:
// {"set": {"potts.temperature": 5}}. Files that it names are relative to `folder`.
struct ChangeText {
  std::string text;
  std::string source;  // what messages call it
  InputFolder folder = std::filesystem::path(".");
};
// It is to act at step `at` of the model. Throws SpecError with all that is wrong with it.
Change parse_change(const ChangeText& change, std::uint64_t at, const Spec& spec);

}  // namespace morula
