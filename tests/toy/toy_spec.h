// The toy's section of a model file.
#pragma once

#include "io/section.h"
#include "models/input_folder.h"
#include "models/spec.h"

namespace morula::test {

struct ToySpec : FamilySpec {
  std::uint64_t halts_at = 0;  // read from the script
  std::uint32_t first_label = 0;
};

void read_toy(io::Section& root, const InputFolder& folder, Spec& spec);

std::vector<View> toy_views(const Lattice& lattice);

}  // namespace morula::test
