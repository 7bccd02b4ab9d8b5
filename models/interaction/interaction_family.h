#pragma once

#include "models/family.h"

namespace morula {

Family interaction_family();

}  // namespace morula
