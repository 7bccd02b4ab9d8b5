#include "core/hash.h"

#include <charconv>

#include "core/error.h"

namespace morula {

Hash hash_of(std::string_view text) {
  Hash hash;
  for (std::size_t i = 0; i < text.size(); ++i)
    hash += {hash_term(0, i, static_cast<unsigned char>(text[i]))};
  return hash;
}

std::string to_string(Hash hash) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string text(16, '0');
  for (std::size_t i = 0; i < 16; ++i) text[i] = digits[(hash.value >> (60 - 4 * i)) & 15];
  return text;
}

Hash parse_hash(std::string_view digits) {
  Hash hash;
  const char* end = digits.data() + digits.size();
  const auto [stopped, error] = std::from_chars(digits.data(), end, hash.value, 16);
  if (digits.size() != 16 || error != std::errc{} || stopped != end)
    throw Error("'" + std::string(digits) + "' is not a state hash");
  return hash;
}

}  // namespace morula
