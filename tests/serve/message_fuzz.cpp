// Any bytes give either a message whose numbers are within their limits, or a MessageError.
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "serve/message.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace morula::serve;
  try {
    const Message message = parse_message({reinterpret_cast<const char*>(data), size});
    if (message.ask == Ask::Look && !message.look) std::abort();
    if (!std::isfinite(message.x) || !std::isfinite(message.y)) std::abort();
    if (!message.look) return 0;
    const Look& look = *message.look;
    if (look.width < least_side || look.width > largest_side) std::abort();
    if (look.height < least_side || look.height > largest_side) std::abort();
    if (look.pixels_of_site && !(*look.pixels_of_site > 0)) std::abort();
    for (const double part : look.from)
      if (!std::isfinite(part)) std::abort();
  } catch (const MessageError& error) {
    if (std::string_view(error.what()).empty()) std::abort();
  }
  return 0;
}
