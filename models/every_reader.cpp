#include "models/every_reader.h"

#include "core/stream.h"

namespace morula {

std::optional<std::uint64_t> read_every(io::Section& parent, const std::string& key,
                                        const std::vector<std::string>& others) {
  auto section = parent.section(key);
  if (!section) return std::nullopt;
  const auto every = section->whole("every", 1, largest_when, io::Presence::Required);
  for (const std::string& other : others) section->allow(other);
  section->finish();
  return every;
}

}  // namespace morula
