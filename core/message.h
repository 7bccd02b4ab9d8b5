// Texts and numbers as bytes that ranks send each other.
#pragma once

#include <cstring>
#include <string_view>

#include "core/communicator.h"

namespace morula {

inline Bytes message_of(std::string_view text) {
  const auto bytes = std::as_bytes(std::span(text));
  return {bytes.begin(), bytes.end()};
}
inline std::string_view text_in(const Bytes& message) {
  return {reinterpret_cast<const char*>(message.data()), message.size()};
}

inline Bytes message_of(std::span<const std::uint64_t> numbers) {
  const auto bytes = std::as_bytes(numbers);
  return {bytes.begin(), bytes.end()};
}
inline std::vector<std::uint64_t> numbers_in(const Bytes& message) {
  std::vector<std::uint64_t> numbers(message.size() / sizeof(std::uint64_t));
  if (!numbers.empty()) std::memcpy(numbers.data(), message.data(), message.size());
  return numbers;
}

}  // namespace morula
