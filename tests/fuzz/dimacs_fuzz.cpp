// Any bytes are either a SpecError or a formula whose P system reads back after it has been written.
#include <cstdint>
#include <cstdlib>
#include <string>

#include "core/error.h"
#include "models/membrane/read/dimacs.h"
#include "models/membrane/read/plingua.h"

using namespace morula;
using namespace morula::membrane;

namespace {

// The system has several objects and rules for each clause and variable.
bool is_small(const Formula& formula) { return formula.variables * formula.clauses.size() < 200; }

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Formula formula;
  try {
    formula = read_dimacs(std::string(reinterpret_cast<const char*>(data), size), "fuzz");
  } catch (const SpecError& error) {
    if (error.problems().empty()) std::abort();
    return 0;
  }
  if (is_small(formula))
    read_plingua({"made", sat_plingua(formula)}, [](const std::string&) { return std::nullopt; });
  return 0;
}
