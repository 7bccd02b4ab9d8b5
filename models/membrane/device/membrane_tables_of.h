// The tables of a system as kernels read them: see membrane_tables.h.
#pragma once

#include <vector>

#include "gpu/source.h"
#include "models/membrane/configuration.h"
#include "models/membrane/plan.h"

namespace morula::membrane {

struct MembraneTables {
  explicit MembraneTables(const Plan& plan);

  std::vector<u32> words;
  std::vector<u64> counts;
  // The number of objects that send-in rules take, the number of send-out rules, and the largest number of
  // rules that compete in a class. They are rounded up, so that systems of about the same size share a
  // compiled program.
  u32 sendable = 0, outs = 0, most_asked = 0;
  bool any_send_in = false;
  u32 objects = 0;

  // `bytes` is the size of a count in membranes without children.
  gpu::Source source(const Modes& modes, u32 bytes) const;

 private:
  u32 begin() const { return static_cast<u32>(words.size()); }
  void add_rules(const Plan& plan);
  void add_classes(const Plan& plan);
};

constexpr u32 membrane_group = 128;

}  // namespace morula::membrane
