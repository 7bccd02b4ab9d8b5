#include "io/yaml_text.h"

#include <fmt/format.h>

#include <algorithm>

namespace morula::io {
namespace {

using Kind = Value::Kind;

bool is_plain(const std::string& text) {
  const auto plain = [](char letter) {
    return (letter >= '0' && letter <= '9') || (letter >= 'a' && letter <= 'z') ||
           (letter >= 'A' && letter <= 'Z') ||
           std::string_view("._/+-").find(letter) != std::string_view::npos;
  };
  if (text.empty() || !std::ranges::all_of(text, plain)) return false;
  if (text[0] == '-' && (text.size() < 2 || !(text[1] >= '0' && text[1] <= '9')))
    return false;  // it would be an item of a list, or the end of a document
  for (const char* null : {"null", "Null", "NULL"})
    if (text == null) return false;
  return !text.starts_with("...");
}

std::string quoted(const std::string& text) {
  std::string out = "\"";
  for (const char letter : text) {
    const auto code = static_cast<unsigned char>(letter);
    if (letter == '"' || letter == '\\')
      out += fmt::format("\\{}", letter);
    else if (code < 32 || code == 127)
      out += fmt::format("\\x{:02x}", code);
    else
      out += letter;
  }
  return out + '"';
}

std::string scalar(const std::string& text) { return is_plain(text) ? text : quoted(text); }

std::string flow(const Value& value) {
  std::string inside;
  const auto add = [&](const std::string& item) { inside += (inside.empty() ? "" : ", ") + item; };
  switch (value.kind) {
    case Kind::Scalar:
      return scalar(value.text);
    case Kind::List:
      for (const Value& item : value.items) add(flow(item));
      return '[' + inside + ']';
    case Kind::Map:
      for (const Entry& entry : value.entries) add(scalar(entry.key) + ": " + flow(entry.value));
      return '{' + inside + '}';
    case Kind::Null:
      break;
  }
  return "~";
}

bool is_list_of_maps(const Value& value) {
  return value.kind == Kind::List && !value.items.empty() &&
         std::ranges::all_of(value.items, [](const Value& item) { return item.kind == Kind::Map; });
}

void add_block(std::string& text, const Value& map, int levels, const std::string& indent) {
  for (const Entry& entry : map.entries) {
    text += indent + scalar(entry.key) + ':';
    const Value& value = entry.value;
    if (levels > 1 && value.kind == Kind::Map && !value.entries.empty()) {
      text += '\n';
      add_block(text, value, levels - 1, indent + "  ");
    } else if (is_list_of_maps(value)) {
      text += '\n';
      for (const Value& item : value.items) text += indent + "  - " + flow(item) + '\n';
    } else {
      text += ' ' + flow(value) + '\n';
    }
  }
}

}  // namespace

std::string to_flow_yaml(const Value& value) { return flow(value); }

std::string to_yaml(const Value& root, int levels) {
  if (root.kind != Kind::Map) return flow(root) + '\n';
  std::string text;
  add_block(text, root, levels, "");
  return text;
}

}  // namespace morula::io
