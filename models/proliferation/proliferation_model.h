#pragma once

#include "models/family.h"

namespace morula {

Family proliferation_family();

}  // namespace morula
