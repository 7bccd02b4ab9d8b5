#include "models/replicas_reader.h"

#include <fmt/format.h>

namespace morula {

Replicas read_replicas(io::Section& root) {
  const std::uint64_t count = root.whole("replicas", 1, most_replicas).value_or(1);
  const auto alone = root.whole("replica", 0, most_replicas - 1);
  if (!alone) return {count, 0};
  if (*alone >= count)
    root.problem("replica",
                 count == 1
                     ? fmt::format("is {}, but there is only replica 0; say how many with replicas", *alone)
                     : fmt::format("is {}; replicas count from 0 to {}", *alone, count - 1));
  return {1, *alone};
}

}  // namespace morula
