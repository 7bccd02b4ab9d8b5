// Any bytes are either a SpecError or a file with channels. Each channel is either a SpecError or a histogram
// whose bins rise and which has no more cells than the file has bytes.
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "core/error.h"
#include "models/proliferation/read/fcs.h"
#include "tests/fuzz/histogram_check.h"

namespace {

using namespace morula;

void check_channel(std::string_view bytes, const std::string& channel) {
  try {
    check_histogram(read_fcs(bytes, "fuzz", channel), bytes.size());
  } catch (const SpecError& error) {
    if (error.problems().empty()) std::abort();
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  std::vector<std::string> channels = {"GFP"};
  try {
    for (const std::string& name : fcs_channels(bytes, "fuzz")) channels.push_back(name);
  } catch (const SpecError& error) {
    if (error.problems().empty()) std::abort();
  }
  for (const std::string& channel : channels) check_channel(bytes, channel);
  return 0;
}
