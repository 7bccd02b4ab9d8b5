// Any bytes are either a SpecError or a system that reads back after it has been printed.
#include <cstdint>
#include <cstdlib>
#include <string>

#include "core/error.h"
#include "models/membrane/read/plingua.h"
#include "models/membrane/read/print.h"

using namespace morula;
using namespace morula::membrane;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const Limits limits = {20000, 2000, 2000, 500};
  const auto nothing = [](const std::string&) { return std::nullopt; };
  try {
    const System system =
        read_plingua({"fuzz", std::string(reinterpret_cast<const char*>(data), size)}, nothing, limits)
            .system;
    const std::string printed = print_plingua(system);
    const System again = read_plingua({"printed", printed}, nothing).system;
    if (print_plingua(again) != printed) std::abort();
  } catch (const SpecError& error) {
    if (error.problems().empty()) std::abort();
  }
  return 0;
}
