// Any bytes are either a pattern, whose runs lie inside it, or a SpecError.
#include <cstdint>
#include <cstdlib>
#include <string>

#include "models/automaton/rle.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  try {
    const morula::Pattern pattern = morula::parse_rle(text, "fuzz");
    for (const morula::Run& run : pattern.runs)
      if (run.y >= pattern.height || run.x >= pattern.width || run.length > pattern.width - run.x)
        std::abort();
  } catch (const morula::SpecError& error) {
    if (error.problems().empty()) std::abort();
  }
  return 0;
}
