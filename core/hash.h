#pragma once

#include <compare>
#include <string>
#include <string_view>

#include "core/mix.h"

namespace morula {

// The state hash: equal states have equal hashes on every processor.
struct Hash {
  u64 value = 0;

  constexpr Hash& operator+=(Hash other) {
    value += other.value;
    return *this;
  }
  friend constexpr bool operator==(Hash, Hash) = default;
};

Hash hash_of(std::string_view text);       // of a file's text, to notice when it has changed
std::string to_string(Hash hash);          // sixteen hexadecimal digits
Hash parse_hash(std::string_view digits);  // throws Error on anything else

}  // namespace morula
