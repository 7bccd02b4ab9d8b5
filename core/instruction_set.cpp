#include "core/instruction_set.h"

#include <algorithm>
#include <string>
#include <vector>

#include "core/error.h"

namespace morula {
namespace {

// These levels contain more than vector instructions, and compilers use all of it;
// cmake/instruction_sets.cmake names the same levels.
bool processor_has([[maybe_unused]] std::string_view set) {
#if defined(__x86_64__)
  if (set == "avx2") return __builtin_cpu_supports("x86-64-v3");
  if (set == "avx512") return __builtin_cpu_supports("x86-64-v4");
#endif
  return false;
}

std::string listed(std::span<const std::string_view> sets) {
  std::string list;
  for (std::size_t i = 0; i < sets.size(); ++i) {
    if (i > 0) list += i + 1 < sets.size() ? ", " : " or ";
    list += sets[i];
  }
  return list;
}

}  // namespace

std::string_view used_instruction_set() { return compiled_instruction_set; }

std::string_view choose_instruction_set(std::span<const std::string_view> built, const char* asked) {
  std::vector<std::string_view> supported{built.front()};
  std::copy_if(built.begin() + 1, built.end(), std::back_inserter(supported), processor_has);
  const std::string_view name = asked ? asked : "";
  if (name.empty()) return supported.back();
  if (const auto found = std::find(supported.begin(), supported.end(), name); found != supported.end())
    return *found;
  const bool is_built = std::find(built.begin(), built.end(), name) != built.end();
  throw SpecError({"MORULA_CPU"}, "",
                  "is " + std::string(name) +
                      (is_built ? ", which this processor does not have; must be " + listed(supported)
                       : built.size() > 1 ? "; must be " + listed(supported)
                                          : "; this program is built for " + listed(supported) + " only"));
}

}  // namespace morula
