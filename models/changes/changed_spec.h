// The model after changes: the model file is read again with the changed keys, by the same readers and
// checks.
#pragma once

#include <span>

#include "io/document.h"
#include "models/input_folder.h"
#include "models/spec.h"

namespace morula {

// What a Spec was read from: the model file with the changes of --set, but without its own `changes`.
struct SpecSource {
  io::Document document;
  InputFolder folder;
};

// The model that results if `changes` are applied to the model `now`, which itself results from changes of
// the model `begun`. Throws SpecError if a value is wrong, or if the changes would alter something fixed,
// such as the columns of the series.
Spec with_changes(const Spec& begun, const Spec& now, std::span<const Change> changes);

// Reads the model after each step that has changes; throws SpecError if one of the changes is wrong.
void check_changes(const Spec& spec);

}  // namespace morula
