// What may change while species compete.
#pragma once

#include "models/changes/changeable.h"

namespace morula {

Changeable interaction_changeable();

}  // namespace morula
