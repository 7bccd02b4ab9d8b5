#include "bench/compared.h"

#include <fmt/format.h>

namespace morula {

std::string as_text(const std::vector<LeftOut>& left_out, unsigned dimensions) {
  std::string text;
  for (const LeftOut& skipped : left_out)
    text += fmt::format("left out: {}^{}, {}: {}\n", skipped.side, dimensions, skipped.path, skipped.why);
  return text;
}

io::Json as_json(const std::vector<LeftOut>& left_out) {
  io::Json list = io::Json::array();
  for (const LeftOut& skipped : left_out)
    list.push_back({{"side", skipped.side}, {"path", skipped.path}, {"why", skipped.why}});
  return list;
}

}  // namespace morula
