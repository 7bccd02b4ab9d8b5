// The model that changes lead to: the model file read again with their keys, by the same readers and checks.
#pragma once

#include "io/document.h"
#include "models/input_folder.h"
#include "models/spec.h"

namespace morula {

// What a Spec was read from: the model file with what --set changed.
struct SpecSource {
  io::Document document;
  InputFolder folder;
};

// The model after the first `count` changes of `spec`. Throws SpecError if a value is wrong, and if a change
// would alter what must stay, such as the columns of the series.
Spec spec_after(const Spec& spec, std::size_t count);

// Reads the model after each step that has changes, and throws SpecError with every problem found.
void check_changes(const Spec& spec);

}  // namespace morula
