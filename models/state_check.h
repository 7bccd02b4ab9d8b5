// Checks states that were saved as bytes before a model takes them.
#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <span>

namespace morula {

// The first state that is not below `states`, if there is one. Compilers vectorise a maximum but not a search
// that may stop early, and a restore must keep up with the device's bus.
inline std::optional<unsigned> first_state_beyond(std::span<const std::byte> saved, unsigned states) {
  unsigned char largest = 0;
  for (const std::byte state : saved) largest = std::max(largest, static_cast<unsigned char>(state));
  if (largest < states) return std::nullopt;
  const auto is_beyond = [&](std::byte state) { return std::to_integer<unsigned>(state) >= states; };
  return std::to_integer<unsigned>(*std::ranges::find_if(saved, is_beyond));
}

}  // namespace morula
