#include "gpu/source.h"

#include <fmt/format.h>

#include <cctype>
#include <charconv>
#include <optional>
#include <utility>

namespace morula::gpu {

namespace {

bool is_name_character(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

std::string_view trim(std::string_view text) {
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.front()))) text.remove_prefix(1);
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.back()))) text.remove_suffix(1);
  return text;
}

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const auto end = text.find('\n');
    lines.push_back(text.substr(0, end));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  return lines;
}

// The line number in `name:12`, as clang writes it, or in `name(12)`, as NVRTC does.
std::optional<std::size_t> line_named(std::string_view message, std::string_view name) {
  for (auto at = message.find(name); at != std::string_view::npos; at = message.find(name, at + 1)) {
    if (at > 0 && is_name_character(message[at - 1])) continue;
    const std::string_view rest = message.substr(at + name.size());
    if (rest.empty() || (rest.front() != ':' && rest.front() != '(')) continue;
    std::size_t line = 0;
    const auto [end, error] = std::from_chars(rest.data() + 1, rest.data() + rest.size(), line);
    if (error != std::errc{} || line == 0) continue;
    if (rest.front() == ':' || (end != rest.data() + rest.size() && *end == ')')) return line;
  }
  return std::nullopt;
}

// The source line that a message refers to; empty if it refers to none.
std::string_view line_meant(std::string_view message, const Source& source) {
  for (const auto& text : source.texts) {
    const auto line = line_named(message, text.name);
    if (!line) continue;
    const auto lines = lines_of(text.body);
    if (*line <= lines.size()) return trim(lines[*line - 1]);
  }
  return {};
}

// "bad.h:3" for a line of the whole text, according to the last #line directive above it.
std::string place_of(std::size_t line, std::string_view assembled) {
  constexpr std::string_view directive = "#line 1 \"";
  std::string_view file;
  std::size_t number = 0, directive_at = 0;
  for (const std::string_view text : lines_of(assembled)) {
    if (++number == line) break;
    if (!text.starts_with(directive)) continue;
    file = text.substr(directive.size(), text.size() - directive.size() - 1);
    directive_at = number;
  }
  return fmt::format("{}:{}", file, line - directive_at);
}

std::string with_files_named(const std::string& log, std::string_view assembled) {
  constexpr std::string_view unnamed = "<kernel>:";
  std::string renamed;
  std::size_t copied = 0;
  for (auto at = log.find(unnamed); at != std::string::npos; at = log.find(unnamed, copied)) {
    const char* digits = log.data() + at + unnamed.size();
    std::size_t line = 0;
    const char* end = std::from_chars(digits, log.data() + log.size(), line).ptr;
    renamed.append(log, copied, at - copied);
    renamed += line > 0 ? place_of(line, assembled) : std::string(unnamed);
    copied = static_cast<std::size_t>(end - log.data());
  }
  return renamed.append(log, copied);
}

}  // namespace

Source& Source::define(std::string define_name, std::string value) {
  defines.push_back({std::move(define_name), std::move(value)});
  return *this;
}

// In C++ and in OpenCL C an unsigned decimal literal has the smaller of 32 and 64 bits that holds it; OpenCL
// C has no `ull`.
Source& Source::define(std::string define_name, std::uint64_t value) {
  return define(std::move(define_name), fmt::format("{}u", value));
}

std::string assemble(const Text& dialect, const Source& source) {
  std::string text_of_program =
      fmt::format("#line 1 \"{}\"\n{}\n#line 1 \"defines\"\n", dialect.name, dialect.body);
  for (const auto& [name, value] : source.defines)
    text_of_program += fmt::format("#define {} {}\n", name, value);
  for (const auto& text : source.texts)
    text_of_program += fmt::format("#line 1 \"{}\"\n{}\n", text.name, text.body);
  return text_of_program;
}

std::string annotate(const std::string& log, const Source& source, const std::string& assembled) {
  const std::string renamed = with_files_named(log, assembled);
  const auto messages = lines_of(renamed);
  std::string annotated;
  for (std::size_t i = 0; i < messages.size(); ++i) {
    annotated.append(messages[i]).append("\n");
    const auto line = line_meant(messages[i], source);
    const bool shown = i + 1 < messages.size() && trim(messages[i + 1]) == line;
    if (!line.empty() && !shown) annotated.append("    ").append(line).append("\n");
  }
  return annotated;
}

}  // namespace morula::gpu
