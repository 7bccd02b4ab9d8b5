#include "models/replicas_reader.h"
#include "core/counted.h"

#include <fmt/format.h>

namespace morula {

Replicas read_replicas(io::Section& root) {
  const std::uint64_t count = root.whole("replicas", 1, most_replicas).value_or(1);
  const std::uint64_t first = root.whole("first_replica", 0, most_replicas - 1).value_or(0);
  const auto alone = root.whole("replica", 0, most_replicas - 1);
  if (first + count > most_replicas)
    root.problem("first_replica", fmt::format("is {}; with {} it must be at most {}", first,
                                              counted(count, "replica"), most_replicas - count));
  if (!alone) return {count, first};
  if (*alone < first || *alone - first >= count)
    root.problem("replica", count == 1 ? fmt::format("is {}, but there is only replica {}; say how many with "
                                                     "replicas",
                                                     *alone, first)
                                       : fmt::format("is {}; replicas count from {} to {}", *alone, first,
                                                     first + count - 1));
  return {1, *alone};
}

}  // namespace morula
