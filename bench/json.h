// What was measured, for machines: the values of JSON without its library, which is slow to compile.
#pragma once

#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace morula {

class Json {
 public:
  using Member = std::pair<std::string, Json>;
  using List = std::vector<Json>;
  using Object = std::vector<Member>;  // keeps the order of its members

  Json() = default;  // null
  Json(std::unsigned_integral auto number) : value_(std::uint64_t{number}) {}
  Json(double number) : value_(number) {}
  Json(std::string text) : value_(std::move(text)) {}
  Json(const char* text) : value_(std::string(text)) {}
  Json(std::initializer_list<Member> members) : value_(Object(members)) {}
  template <typename T>
  Json(const std::optional<T>& maybe) : Json(maybe ? Json(*maybe) : Json()) {}

  static Json list() { return Json(List()); }
  void add(Json item) { std::get<List>(value_).push_back(std::move(item)); }
  void add(std::string name, Json value) {
    std::get<Object>(value_).emplace_back(std::move(name), std::move(value));
  }

  using Value = std::variant<std::nullptr_t, std::uint64_t, double, std::string, List, Object>;
  const Value& value() const { return value_; }

 private:
  explicit Json(List items) : value_(std::move(items)) {}

  Value value_ = nullptr;
};

std::string to_text(const Json& json);  // indented by two spaces

}  // namespace morula
