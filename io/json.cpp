#include "io/json.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <ostream>

namespace morula::io {
namespace {

using Library = nlohmann::ordered_json;

template <typename... Visit>
struct Overloaded : Visit... {
  using Visit::operator()...;
};

bool is_pair(const Json& json) {
  return json.is_array() && json.size() == 2 && std::holds_alternative<std::string>(json.at(0).value());
}

Library to_library(const Json& json) {
  return std::visit(Overloaded{[](std::monostate) { return Library(nullptr); },
                               [](const Json::Array& array) {
                                 Library list = Library::array();
                                 for (const Json& item : array) list.push_back(to_library(item));
                                 return list;
                               },
                               [](const Json::Object& object) {
                                 Library members = Library::object();
                                 for (const auto& [key, value] : object) members[key] = to_library(value);
                                 return members;
                               },
                               [](const auto& plain) { return Library(plain); }},
                    json.value());
}

Json from_library(const Library& library) {
  switch (library.type()) {
    case Library::value_t::boolean:
      return library.get<bool>();
    case Library::value_t::number_integer:
      return library.get<std::int64_t>();
    case Library::value_t::number_unsigned:
      return library.get<std::uint64_t>();
    case Library::value_t::number_float:
      return library.get<double>();
    case Library::value_t::string:
      return library.get<std::string>();
    case Library::value_t::array: {
      Json list = Json::array();
      for (const Library& item : library) list.push_back(from_library(item));
      return list;
    }
    case Library::value_t::object: {
      Json object = Json::object();
      for (const auto& [key, value] : library.items()) object[key] = from_library(value);
      return object;
    }
    default:
      return nullptr;
  }
}

// The library's message names the place of the error and terms of its own grammar; users need only the place:
// "[json.exception.parse_error.101] parse error at line 1, column 5: syntax error while parsing object key …"
// becomes "not valid JSON at line 1, column 5".
std::string place_of_error(const std::string& message) {
  const std::string begin = "parse error at ";
  const std::size_t place = message.find(begin);
  if (place == std::string::npos) return "not valid JSON";
  const std::size_t first = place + begin.size();
  return "not valid JSON at " + message.substr(first, message.find(':', first) - first);
}

}  // namespace

Json::Json(std::initializer_list<Json> list) {
  if (!std::ranges::all_of(list, is_pair)) {
    value_ = Array(list);
    return;
  }
  value_ = Object();
  for (const Json& pair : list) (*this)[pair.at(0).as_string()] = pair.at(1);
}

Json Json::array(std::initializer_list<Json> list) {
  Json json;
  json.value_ = Array(list);
  return json;
}

Json Json::object() {
  Json json;
  json.value_ = Object();
  return json;
}

Json Json::parse(std::string_view text) {
  try {
    return from_library(Library::parse(text));
  } catch (const Library::exception& error) {
    throw JsonError(place_of_error(error.what()));
  }
}

std::string Json::dump(int indent) const {
  return to_library(*this).dump(indent, ' ', false, Library::error_handler_t::replace);
}

bool Json::is_number() const {
  return std::holds_alternative<double>(value_) || std::holds_alternative<std::int64_t>(value_) ||
         std::holds_alternative<std::uint64_t>(value_);
}

std::size_t Json::size() const { return is_object() ? members().size() : is_null() ? 0 : as_array().size(); }

const Json& Json::at(std::size_t index) const {
  if (index >= as_array().size()) throw JsonError("there is no element " + std::to_string(index));
  return as_array()[index];
}

void Json::push_back(Json value) {
  if (is_null()) value_ = Array();
  as_array();  // throws if it is not an array
  std::get<Array>(value_).push_back(std::move(value));
}

Json::Array::const_iterator Json::begin() const { return as_array().begin(); }
Json::Array::const_iterator Json::end() const { return as_array().end(); }

const Json& Json::at(const std::string& key) const {
  if (const Json* found = find(key)) return *found;
  throw JsonError("the key '" + key + "' is missing");
}

Json& Json::operator[](const std::string& key) {
  if (is_null()) value_ = Object();
  if (const Json* found = find(key)) return const_cast<Json&>(*found);  // this object is not const
  members();                                                            // throws if it is not an object
  return std::get<Object>(value_).emplace_back(Member{key, nullptr}).value;
}

void Json::update(const Json& other) {
  for (const auto& [key, value] : other.members()) (*this)[key] = value;
}

void Json::erase(const std::string& key) {
  if (is_object())
    std::erase_if(std::get<Object>(value_), [&](const Member& member) { return member.key == key; });
}

const Json::Object& Json::members() const {
  if (!is_object()) is_not("an object");
  return std::get<Object>(value_);
}

const Json* Json::find(const std::string& key) const {
  if (!is_object()) return nullptr;
  const auto found = std::ranges::find(members(), key, &Member::key);
  return found == members().end() ? nullptr : &found->value;
}

bool Json::as_bool() const {
  if (!std::holds_alternative<bool>(value_)) is_not("true or false");
  return std::get<bool>(value_);
}

double Json::as_double() const {
  if (const auto* whole = std::get_if<std::int64_t>(&value_)) return static_cast<double>(*whole);
  if (const auto* whole = std::get_if<std::uint64_t>(&value_)) return static_cast<double>(*whole);
  if (!std::holds_alternative<double>(value_)) is_not("a number");
  return std::get<double>(value_);
}

std::int64_t Json::as_signed(std::int64_t least, std::int64_t most) const {
  std::int64_t value = 0;
  if (const auto* natural = std::get_if<std::uint64_t>(&value_);
      natural && std::in_range<std::int64_t>(*natural))
    value = static_cast<std::int64_t>(*natural);
  else if (const auto* whole = std::get_if<std::int64_t>(&value_))
    value = *whole;
  else
    is_not("a whole number in range");
  if (value < least || value > most) is_not("a whole number in range");
  return value;
}

std::uint64_t Json::as_unsigned(std::uint64_t most) const {
  std::uint64_t value = 0;
  if (const auto* whole = std::get_if<std::int64_t>(&value_); whole && *whole >= 0)
    value = static_cast<std::uint64_t>(*whole);
  else if (const auto* natural = std::get_if<std::uint64_t>(&value_))
    value = *natural;
  else
    is_not("a natural number");
  if (value > most) is_not("a natural number in range");
  return value;
}

const std::string& Json::as_string() const {
  if (!std::holds_alternative<std::string>(value_)) is_not("a string");
  return std::get<std::string>(value_);
}

const Json::Array& Json::as_array() const {
  if (!is_array()) is_not("an array");
  return std::get<Array>(value_);
}

void Json::is_not(const std::string& what) const {
  throw JsonError(dump().substr(0, 40) + " is not " + what);
}

bool operator==(const Json& a, const Json& b) { return to_library(a) == to_library(b); }

std::ostream& operator<<(std::ostream& out, const Json& json) { return out << json.dump(); }

}  // namespace morula::io
