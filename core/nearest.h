#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace morula {

// The candidate that a misspelt word most likely meant, by edit distance (swapping two adjacent characters
// counts as one edit); nothing if no candidate is near.
std::optional<std::string> nearest(std::string_view word, std::span<const std::string> candidates);

// "must be one of a, b, c", with "; did you mean 'b'?" if a candidate is near.
std::string must_be_one_of(std::string_view word, std::span<const std::string> candidates);

}  // namespace morula
