// A family that uses everything that the interface of models offers: a lattice of 32-bit labels, and a table
// of things that grows and shrinks, with signed and floating-point values. It exists only in the tests.
#pragma once

#include "models/family.h"

namespace morula::test {

Family toy_family();

}  // namespace morula::test
