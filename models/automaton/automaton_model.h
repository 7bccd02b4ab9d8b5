#pragma once

#include "models/family.h"

namespace morula {

Family automaton_family();

}  // namespace morula
