// The changes that a user can make while an automaton runs.
#pragma once

#include "models/changes/changeable.h"

namespace morula {

Changeable automaton_changeable();

}  // namespace morula
