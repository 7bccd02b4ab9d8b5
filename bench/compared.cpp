#include "bench/compared.h"

#include <fmt/format.h>

namespace morula {

std::string as_text(const std::vector<LeftOut>& left_out, unsigned dimensions) {
  std::string text;
  for (const LeftOut& one : left_out)
    text += fmt::format("left out: {}^{}, {}: {}\n", one.side, dimensions, one.path, one.why);
  return text;
}

io::Json as_json(const std::vector<LeftOut>& left_out) {
  io::Json list = io::Json::array();
  for (const LeftOut& one : left_out)
    list.push_back({{"side", one.side}, {"path", one.path}, {"why", one.why}});
  return list;
}

}  // namespace morula
