// YAML on one line: {a: 1, b: [2, 3]}.
#pragma once

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <string>
#include <string_view>
#include <vector>

namespace morula::test {

template <class T>
std::string flow_list(const std::vector<T>& items) {
  return fmt::format("[{}]", fmt::join(items, ", "));
}

class FlowMap {
 public:
  FlowMap() = default;
  template <class T>
  FlowMap(std::string_view key, const T& value) {
    add(key, value);
  }

  template <class T>
  FlowMap& add(std::string_view key, const T& value) {
    entries_.push_back(fmt::format("{}: {}", key, value));
    return *this;
  }
  FlowMap& add(std::string_view key, const FlowMap& map) { return add(key, map.text()); }

  std::string text() const { return fmt::format("{{{}}}", fmt::join(entries_, ", ")); }
  bool empty() const { return entries_.empty(); }

 private:
  std::vector<std::string> entries_;
};

}  // namespace morula::test
