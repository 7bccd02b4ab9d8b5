#include "core/error.h"

#include <algorithm>
#include <tuple>

namespace morula {
namespace {

std::vector<Problem> in_order(std::vector<Problem> problems) {
  const auto position = [](const Problem& p) {
    return std::tie(p.place.source, p.place.line, p.place.column);
  };
  std::stable_sort(problems.begin(), problems.end(),
                   [&](const Problem& a, const Problem& b) { return position(a) < position(b); });
  return problems;
}

std::string joined(const std::vector<Problem>& problems) {
  std::string lines;
  for (const Problem& problem : problems) {
    if (!lines.empty()) lines += '\n';
    lines += to_string(problem);
  }
  return lines;
}

// Cuts between words if there is a space nearby, and never within a multi-byte character.
std::string shortened(const std::string& text, std::size_t longest) {
  if (text.size() <= longest) return text;
  constexpr std::size_t longest_word = 60;
  std::size_t end = text.rfind(' ', longest);
  if (end == std::string::npos || end + longest_word < longest) {
    end = longest;
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
  } else {
    ++end;
  }
  return text.substr(0, end) + "…";
}

}  // namespace

std::string on_one_line(std::string text) {
  for (char& c : text)
    if (static_cast<unsigned char>(c) < 32 || c == 127) c = ' ';
  return text;
}

std::string to_string(const SourceLocation& place) {
  std::string text = place.source;
  if (place.line > 0) text += ':' + std::to_string(place.line);
  if (place.line > 0 && place.column > 0) text += ':' + std::to_string(place.column);
  return text;
}

std::string to_string(const Problem& problem) {
  std::string text = to_string(problem.place);
  if (!text.empty()) text += ": ";
  if (!problem.key.empty()) text += shortened(problem.key, 200) + ": ";
  return on_one_line(text + shortened(problem.what, 600));
}

SpecError::SpecError(std::vector<Problem> problems)
    : std::runtime_error(joined(in_order(problems))), problems_(in_order(std::move(problems))) {}

SpecError::SpecError(SourceLocation place, std::string key, std::string what)
    : SpecError(std::vector<Problem>{{std::move(place), std::move(key), std::move(what)}}) {}

}  // namespace morula
