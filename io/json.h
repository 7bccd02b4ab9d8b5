// A JSON value that can be built, written, read and queried. Only json.cpp includes the library behind it,
// which takes seconds to compile in every file that includes it.
//
//   Json json = {{"name", "red"}, {"counts", {1, 2, 3}}};
//   json["more"] = Json::array();
//   json.at("counts").at(0).get<unsigned>();
//
// A list of pairs that begin with a string becomes an object.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <iosfwd>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "core/error.h"

namespace morula::io {

// A text that is not JSON, or a value of another type than was asked for.
class JsonError : public Error {
 public:
  using Error::Error;
};

class Json {
 public:
  struct Member;  // a key and its value
  using Array = std::vector<Json>;
  using Object = std::vector<Member>;  // in the order in which they were added

  Json() = default;  // null
  Json(std::nullptr_t) {}
  Json(std::same_as<bool> auto value) : value_(value) {}
  Json(std::signed_integral auto value) : value_(std::int64_t{value}) {}
  Json(std::unsigned_integral auto value) requires(!std::same_as<decltype(value), bool>)
      : value_(std::uint64_t{value}) {}
  Json(std::floating_point auto value) : value_(double{value}) {}
  Json(const char* text) : value_(std::string(text)) {}
  Json(std::string text) : value_(std::move(text)) {}
  template <typename T>
  Json(const std::optional<T>& maybe) : Json(maybe ? Json(*maybe) : Json()) {}
  template <typename T>
  Json(const std::vector<T>& list) : value_(Array(list.begin(), list.end())) {}
  Json(std::initializer_list<Json> list);

  static Json array(std::initializer_list<Json> list = {});
  static Json object();
  static Json parse(std::string_view text);  // throws JsonError

  std::string dump(int indent = -1) const;  // on one line if negative; invalid UTF-8 is replaced

  bool is_null() const { return std::holds_alternative<std::monostate>(value_); }
  bool is_number() const;
  bool is_array() const { return std::holds_alternative<Array>(value_); }
  bool is_object() const { return std::holds_alternative<Object>(value_); }

  // For arrays and objects. A null value becomes an array or an object when it is used as one.
  std::size_t size() const;
  const Json& at(std::size_t index) const;
  const Json& operator[](std::size_t index) const { return at(index); }
  const Json& front() const { return at(0); }
  void push_back(Json value);
  Array::const_iterator begin() const;
  Array::const_iterator end() const;

  bool contains(const std::string& key) const { return find(key) != nullptr; }
  const Json& at(const std::string& key) const;
  Json& operator[](const std::string& key);  // adds the key if it is missing
  void update(const Json& other);            // adds or replaces the members of another object
  void erase(const std::string& key);
  const Object& members() const;

  template <typename T>
  T get() const;
  template <typename T>
  void get_to(T& value) const {
    value = get<T>();
  }

  friend bool operator==(const Json& a, const Json& b);
  friend std::ostream& operator<<(std::ostream& out, const Json& json);  // for the messages of tests

  using Value =
      std::variant<std::monostate, bool, std::int64_t, std::uint64_t, double, std::string, Array, Object>;
  const Value& value() const { return value_; }

 private:
  const Json* find(const std::string& key) const;
  bool as_bool() const;
  double as_double() const;
  std::int64_t as_signed(std::int64_t least, std::int64_t most) const;
  std::uint64_t as_unsigned(std::uint64_t most) const;
  const std::string& as_string() const;
  const Array& as_array() const;
  [[noreturn]] void is_not(const std::string& what) const;

  Value value_;
};

struct Json::Member {
  std::string key;
  Json value;
};

template <typename T>
T Json::get() const {
  if constexpr (std::same_as<T, bool>) {
    return as_bool();
  } else if constexpr (std::signed_integral<T>) {
    return static_cast<T>(as_signed(std::numeric_limits<T>::min(), std::numeric_limits<T>::max()));
  } else if constexpr (std::unsigned_integral<T>) {
    return static_cast<T>(as_unsigned(std::numeric_limits<T>::max()));
  } else if constexpr (std::floating_point<T>) {
    return static_cast<T>(as_double());
  } else if constexpr (std::same_as<T, std::string>) {
    return as_string();
  } else {
    T list;  // a vector
    for (const Json& item : as_array()) list.push_back(item.get<typename T::value_type>());
    return list;
  }
}

}  // namespace morula::io
