#include "models/membrane/membrane_engine.h"

#include <fmt/format.h>

#include "core/bytes.h"

namespace morula::membrane {

void refuse_membranes(u64 step, u64 membranes, u64 needed, u64 available, const std::string& where) {
  if (needed <= available) return;
  throw Overflow(fmt::format("step {} would make {} membranes, which need {} {}; there is {}", step,
                             membranes, human_bytes(needed), where, human_bytes(available)));
}

std::string overflow_message(const System& system, u64 step, u64 membrane, u32 label, u32 object) {
  return fmt::format("step {} would make more than {} of '{}' in membrane {} (label '{}')", step, ~u64{0},
                     system.objects[object], membrane, system.labels[label]);
}

}  // namespace morula::membrane
