// Settings that may change during a run of competing species.
#pragma once

#include "models/changes/changeable.h"

namespace morula {

Changeable interaction_changeable();

}  // namespace morula
