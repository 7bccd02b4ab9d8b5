#include "serve/message.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "io/json.h"

namespace morula::serve {
namespace {

using io::Json;

constexpr std::pair<const char*, Ask> names[] = {
    {"look", Ask::Look},     {"seen", Ask::Seen},     {"play", Ask::Play},       {"pause", Ask::Pause},
    {"step", Ask::Step},     {"speed", Ask::Speed},   {"restart", Ask::Restart}, {"keep", Ask::Keep},
    {"back", Ask::Back},     {"change", Ask::Change}, {"value", Ask::Value},     {"curves", Ask::Curves},
    {"legend", Ask::Legend}, {"take", Ask::Take},     {"open", Ask::Open},       {"gallery", Ask::Gallery},
    {"beside", Ask::Beside}, {"follow", Ask::Follow}, {"preview", Ask::Preview}, {"film", Ask::Film}};

// Limits the depth of nested brackets, since the JSON parser calls itself for each of them.
void check_depth(std::string_view text) {
  constexpr int deepest = 32;
  int depth = 0;
  bool is_quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (is_quoted && c == '\\') {
      ++i;  // skips the escaped character
      continue;
    }
    if (c == '"') is_quoted = !is_quoted;
    if (is_quoted) continue;
    if (c == '{' || c == '[') ++depth;
    if (c == '}' || c == ']') --depth;
    if (depth > deepest) throw MessageError("has more nested brackets than any message needs");
  }
}

double number(const Json& json, const char* key, double least, double most, double otherwise) {
  if (!json.contains(key)) return otherwise;
  const auto value = json.at(key).get<double>();
  if (!std::isfinite(value) || value < least || value > most)
    throw MessageError(fmt::format("{} is {}; must be between {} and {}", key, value, least, most));
  return value;
}

std::string word(const Json& json, const char* key) {
  return json.contains(key) ? json.at(key).get<std::string>() : std::string();
}

bool flag(const Json& json, const char* key) { return json.contains(key) && json.at(key).get<bool>(); }

unsigned side(const Json& json, const char* key) {
  return static_cast<unsigned>(number(json, key, least_side, largest_side, 800));
}

Axis axis_of(const std::string& name) {
  if (name == "x") return Axis::X;
  if (name == "y") return Axis::Y;
  if (name == "z" || name.empty()) return Axis::Z;
  throw MessageError("axis must be x, y or z");
}

Look look_of(const Json& json) {
  constexpr double far = 1e12;
  Look look;
  look.width = side(json, "width");
  look.height = side(json, "height");
  look.of = word(json, "of");
  look.palette = word(json, "palette");
  look.is_volume = !json.contains("volume") || flag(json, "volume");
  look.axis = axis_of(word(json, "axis"));
  if (json.contains("at")) look.at = json.at("at").get<std::uint64_t>();
  look.x = number(json, "x", -far, far, 0);
  look.y = number(json, "y", -far, far, 0);
  if (json.contains("scale")) look.pixels_of_site = number(json, "scale", 1e-6, 1e4, 1);
  if (json.contains("from"))
    for (std::size_t i = 0; i < 3; ++i) {
      look.from[i] = json.at("from").at(i).get<double>();
      if (!(std::abs(look.from[i]) < 1e6)) throw MessageError("from must be a direction");
    }
  look.zoom.factor = number(json, "zoom", 0.1, 50, 1);
  look.zoom.x = number(json, "shift_x", -2, 2, 0);
  look.zoom.y = number(json, "shift_y", -2, 2, 0);
  look.is_dark = flag(json, "dark");
  look.has_panes = flag(json, "panes");
  return look;
}

void read_details(const Json& json, Message& message) {
  constexpr double many = 1e15;
  if (message.ask == Ask::Look) message.look = look_of(json);
  if (message.ask == Ask::Step || message.ask == Ask::Back)
    message.steps = static_cast<std::uint64_t>(number(json, "steps", 0, many, 1));
  if (message.ask == Ask::Speed && json.contains("speed"))
    message.speed = number(json, "speed", 1e-3, 1e9, 1);
  if (message.ask == Ask::Change) message.text = json.at("change").dump();
  if (message.ask == Ask::Beside && json.contains("change")) message.text = json.at("change").dump();
  if (message.ask == Ask::Follow) {
    message.text = word(json, "field");
    message.value = static_cast<std::uint64_t>(number(json, "value", 0, many, 0));
  }
  if (message.ask == Ask::Take || message.ask == Ask::Open || message.ask == Ask::Preview ||
      message.ask == Ask::Film)
    message.text = word(json, "what");
  if (message.ask == Ask::Open && json.contains("text")) {
    message.text = word(json, "text");
    message.file_name = word(json, "name");
    message.is_text = true;
  }
  message.x = number(json, "x", -1e12, 1e12, 0);
  message.y = number(json, "y", -1e12, 1e12, 0);
  message.picks = flag(json, "pick");
  message.is_beside = flag(json, "beside");
  message.is_logarithmic = flag(json, "logarithmic");
  if (message.ask == Ask::Curves || message.ask == Ask::Take) {
    if (json.contains("hidden")) message.hidden = json.at("hidden").get<std::vector<std::string>>();
    if (json.contains("width")) message.width = std::max(300u, side(json, "width"));
  }
}

}  // namespace

Message parse_message(std::string_view text) {
  if (text.size() > largest_message) throw MessageError("is larger than any message may be");
  check_depth(text);
  try {
    const Json json = Json::parse(text);
    const auto asked = json.at("do").get<std::string>();
    const auto* const known =
        std::ranges::find(names, asked, [](const auto& pair) { return std::string(pair.first); });
    if (known == std::end(names)) throw MessageError(fmt::format("'{}' is not known", asked));
    Message message;
    message.ask = known->second;
    read_details(json, message);
    return message;
  } catch (const io::JsonError& error) {
    throw MessageError(error.what());
  }
}

}  // namespace morula::serve
