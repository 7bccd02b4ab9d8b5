// The cellular Potts model as a family.
#pragma once

#include "models/family.h"

namespace morula {

Family potts_family();

}  // namespace morula
