#include "io/yaml_open.h"

#include <algorithm>
#include <vector>

namespace morula::io {
namespace {

constexpr std::size_t none = std::string_view::npos;

bool is_quote(char c) { return c == '"' || c == '\''; }
bool is_space(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

// The place of the quote that closes the one at `open`. In double quotes, a backslash escapes; in single
// quotes, two quotes stand for one.
std::size_t closing_quote(std::string_view text, std::size_t open) {
  const char quote = text[open];
  for (std::size_t at = open + 1; at < text.size(); ++at) {
    if (quote == '"' && text[at] == '\\') {
      ++at;
    } else if (text[at] == quote) {
      if (quote == '"' || at + 1 == text.size() || text[at + 1] != quote) return at;
      ++at;
    }
  }
  return none;
}

std::size_t end_of_line(std::string_view text, std::size_t at) {
  return std::min(text.find('\n', at), text.size());
}

std::size_t indentation(std::string_view line) { return std::min(line.find_first_not_of(' '), line.size()); }

// Walks over a text and keeps the brackets that are open.
class Scanner {
 public:
  explicit Scanner(std::string_view text) : text_(text) {}

  std::optional<std::size_t> scan() {
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (is_quote(c) && begins_value()) {
        const std::size_t close = closing_quote(text_, at_);
        if (close == none) return at_;
        at_ = close;
      } else if (c == '#' && (at_ == 0 || is_space(text_[at_ - 1]))) {
        at_ = end_of_line(text_, at_);
        continue;
      } else if ((c == '|' || c == '>') && brackets_.empty() && begins_value()) {
        skip_block();
        continue;
      } else {
        count_bracket(c);
      }
      ++at_;
    }
    return brackets_.empty() ? std::nullopt : std::optional(brackets_.back());
  }

 private:
  // Whether a value or a key begins here, rather than going on.
  bool begins_value() const {
    std::size_t before = end_of_word_before(at_);
    while (const auto begin = anchor_or_tag_before(before)) before = end_of_word_before(*begin);
    if (before == 0 || text_[before - 1] == '\n') return true;
    const char last = text_[before - 1];
    const bool is_apart = before < at_;
    return last == '[' || last == '{' || (!brackets_.empty() && last == ',') ||
           (is_apart && (last == ':' || last == '-' || last == '?'));
  }

  std::size_t end_of_word_before(std::size_t at) const {
    while (at > 0 && (text_[at - 1] == ' ' || text_[at - 1] == '\t')) --at;
    return at;
  }

  // Where the anchor (&name) or the tag (!name) begins that ends here.
  std::optional<std::size_t> anchor_or_tag_before(std::size_t end) const {
    std::size_t begin = end;
    while (begin > 0 && !is_space(text_[begin - 1])) --begin;
    if (end == at_ || begin == end || (text_[begin] != '&' && text_[begin] != '!')) return std::nullopt;
    return begin;
  }

  // In a plain word outside of brackets, a bracket is a letter like any other.
  void count_bracket(char c) {
    if ((c == '[' || c == '{') && (!brackets_.empty() || begins_value())) brackets_.push_back(at_);
    if ((c == ']' || c == '}') && !brackets_.empty()) brackets_.pop_back();
  }

  // Skips the text of a block, which is indented more deeply than the line of its | or >.
  void skip_block() {
    const std::size_t line_begin = at_ == 0 ? 0 : text_.rfind('\n', at_ - 1) + 1;
    const std::size_t outer = indentation(text_.substr(line_begin, at_ - line_begin));
    for (at_ = end_of_line(text_, at_); at_ < text_.size(); at_ = end_of_line(text_, at_ + 1)) {
      const std::string_view line = text_.substr(at_ + 1, end_of_line(text_, at_ + 1) - at_ - 1);
      if (!std::ranges::all_of(line, is_space) && indentation(line) <= outer) return;
    }
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::vector<std::size_t> brackets_;
};

}  // namespace

std::optional<std::size_t> open_quote_at(std::string_view text, std::size_t begin) {
  while (begin < text.size() && (text[begin] == '&' || text[begin] == '!')) {
    while (begin < text.size() && !is_space(text[begin])) ++begin;
    while (begin < text.size() && is_space(text[begin])) ++begin;
  }
  if (begin >= text.size() || !is_quote(text[begin]) || closing_quote(text, begin) != none)
    return std::nullopt;
  return begin;
}

std::optional<std::size_t> open_quote_or_bracket(std::string_view text) { return Scanner(text).scan(); }

}  // namespace morula::io
