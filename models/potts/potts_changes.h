// Changes that are possible while a tissue runs.
#pragma once

#include "models/changes/changeable.h"

namespace morula {

Changeable potts_changeable();

}  // namespace morula
