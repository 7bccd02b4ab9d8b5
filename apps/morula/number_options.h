// The options --seed, --replica and --steps, which replace numbers of the model file.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <optional>
#include <vector>

#include "runner/option_overrides.h"

namespace morula {

struct NumberOptions {
  std::optional<std::uint64_t> seed, replica, steps;
};

inline std::vector<OptionOverride> overrides_of(const NumberOptions& options) {
  std::vector<OptionOverride> made;
  const auto add = [&](const char* key, const std::optional<std::uint64_t>& number) {
    if (number) made.push_back({fmt::format("--{} {}", key, *number), fmt::format("{}={}", key, *number)});
  };
  add("seed", options.seed);
  add("replica", options.replica);
  add("steps", options.steps);
  return made;
}

// Runs `work`; problems of these options name them.
template <typename Work>
auto naming_number_options(const NumberOptions& options, const Work& work) {
  try {
    return work();
  } catch (const SpecError& error) {
    throw naming_options(error, overrides_of(options));
  }
}

}  // namespace morula
