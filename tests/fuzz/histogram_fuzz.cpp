// Any bytes are either a SpecError or a histogram whose bins rise, which has cells, and which reads back
// after it has been written.
#include <fmt/format.h>

#include <cstdint>
#include <cstdlib>
#include <string>

#include "core/error.h"
#include "models/proliferation/read/histogram_text.h"
#include "tests/fuzz/histogram_check.h"

namespace {

using namespace morula;

void check_reads_back(const Histogram& histogram) {
  std::string text = "fluorescence,count\n";
  for (const Bin& bin : histogram) text += fmt::format("{},{}\n", bin.fluorescence, bin.count);
  if (read_histogram_text(text, "written") != histogram) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    const Histogram histogram =
        read_histogram_text(std::string(reinterpret_cast<const char*>(data), size), "fuzz");
    check_histogram(histogram, most_cells);
    check_reads_back(histogram);
  } catch (const SpecError& error) {
    if (error.problems().empty()) std::abort();
  }
  return 0;
}
