// Any bytes are either an error at a place in them, or a formula that evaluates to a value of its type or
// fails.
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "models/formula/device_text.h"
#include "tests/formula/formulas.h"

namespace {

using namespace morula;

void check_value(const std::string& text) {
  try {
    const test::Evaluated value = test::value_of(text);
    if (const auto* real = std::get_if<double>(&value); real && std::isnan(*real)) std::abort();
  } catch (const test::Failure&) {
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  try {
    formula::Program program = test::compiled(text);
    formula::drop_unused(program);
    formula::device_text(program, std::vector<std::string>(program.inputs.size(), "0"));
    check_value(text);
  } catch (const formula::FormulaError& error) {
    if (error.place.line < 1 || error.place.column < 1 || std::string(error.what()).empty()) std::abort();
  }
  return 0;
}
