#include "gpu/parameters.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <utility>

#include "core/error.h"
#include "gpu/checks.h"

namespace morula::gpu {

namespace {

constexpr std::size_t pointer_bytes = 8;

std::size_t size_of_argument(const Argument& argument) {
  if (std::holds_alternative<Buffer*>(argument)) return pointer_bytes;
  return std::visit([](const auto& value) { return sizeof value; }, argument);
}

bool fits(const std::vector<std::size_t>& sizes, const std::vector<std::size_t>& argument_sizes) {
  return std::equal(
      sizes.begin(), sizes.end(), argument_sizes.begin(), argument_sizes.end(),
      [](std::size_t size, std::size_t argument_size) { return size == 0 || size == argument_size; });
}

}  // namespace

void Parameters::check(const DeviceInfo& device, std::span<const Argument> arguments) const {
  std::vector<std::size_t> argument_sizes;
  argument_sizes.reserve(arguments.size());
  for (const auto& argument : arguments) argument_sizes.push_back(size_of_argument(argument));
  if (fits(sizes, argument_sizes)) return;
  throw Error(fmt::format("{}: kernel '{}' takes parameters of {} bytes; it was given {}", describe(device),
                          kernel, sizes, argument_sizes));
}

std::size_t size_of_type(const std::string& name) {
  if (name.ends_with('*')) return pointer_bytes;
  constexpr std::array<std::pair<const char*, std::size_t>, 8> known = {
      {{"u32", 4}, {"uint", 4}, {"i32", 4}, {"int", 4}, {"u64", 8}, {"ulong", 8}, {"i64", 8}, {"long", 8}}};
  for (const auto& [type, size] : known)
    if (name == type) return size;
  return 0;
}

}  // namespace morula::gpu
