// Any bytes are either a model file or a SpecError whose lines can be printed.
#include <cstdint>
#include <cstdlib>
#include <string>

#include "models/catalogue.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  try {
    morula::read_spec(morula::io::parse_document(text, "fuzz"), "/nonexistent");
  } catch (const morula::SpecError& error) {
    if (error.problems().empty()) std::abort();
    for (const morula::Problem& problem : error.problems())
      for (const char c : to_string(problem))
        if (static_cast<unsigned char>(c) < 32) std::abort();
  }
  return 0;
}
