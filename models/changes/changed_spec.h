// The model that changes lead to: the model file read again with their keys, by the same readers and checks.
#pragma once

#include <span>

#include "io/document.h"
#include "models/input_folder.h"
#include "models/spec.h"

namespace morula {

// What a Spec was read from: the model file with what --set changed, but without its changes.
struct SpecSource {
  io::Document document;
  InputFolder folder;
};

// The model `now` after further changes of the model `begun`. Throws SpecError if a value is wrong, and if
// the changes would alter what must stay, such as the columns of the series.
Spec with_changes(const Spec& begun, const Spec& now, std::span<const Change> changes);

// Reads the model after each step that has changes, and throws SpecError if one of them is wrong.
void check_changes(const Spec& spec);

}  // namespace morula
