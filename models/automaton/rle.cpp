#include "models/automaton/rle.h"

#include <fmt/format.h>

#include <cctype>
#include <utility>

#include "io/document.h"

namespace morula {
namespace {

constexpr Index widest = Index{1} << 40;  // cells; larger than any lattice, and sums cannot overflow

class RleReader {
 public:
  RleReader(const std::string& text, const std::string& source) : text_(text), source_(source) {}

  Pattern read() {
    if (text_.starts_with("\xEF\xBB\xBF")) next_ = 3;  // the mark that some editors put before UTF-8
    skip_comments();
    read_header();
    read_body();
    return std::move(pattern_);
  }

 private:
  [[noreturn]] void fail(const std::string& what) const {
    throw SpecError({source_, line_, column_}, "", what);
  }
  bool at_end() const { return next_ >= text_.size(); }
  char peek() const { return text_[next_]; }

  char take() {
    const char c = text_[next_++];
    if (c == '\n') {
      ++line_;
      column_ = 1;
    } else {
      ++column_;
    }
    return c;
  }

  void skip_spaces() {
    while (!at_end() && std::isspace(static_cast<unsigned char>(peek()))) take();
  }

  std::string take_line() {
    std::string line;
    while (!at_end() && peek() != '\n') line += take();
    if (!line.empty() && line.back() == '\r') line.pop_back();
    return line;
  }

  void skip_comments() {
    for (skip_spaces(); !at_end() && peek() == '#'; skip_spaces()) take_line();
  }

  void expect(char wanted) {
    skip_spaces();
    if (at_end() || peek() != wanted)
      fail(fmt::format("expected '{}': the pattern begins with a line such as 'x = 3, y = 3, rule = B3/S23'",
                       wanted));
    take();
    skip_spaces();
  }

  Index take_number(const char* what) {
    if (at_end() || !std::isdigit(static_cast<unsigned char>(peek()))) fail(fmt::format("expected {}", what));
    Index number = 0;
    while (!at_end() && std::isdigit(static_cast<unsigned char>(peek()))) {
      number = number * 10 + static_cast<Index>(peek() - '0');
      if (number > widest) fail(fmt::format("{} is too large", what));
      take();
    }
    return number;
  }

  void read_header() {
    expect('x');
    expect('=');
    pattern_.width = take_number("the pattern's width");
    expect(',');
    expect('y');
    expect('=');
    pattern_.height = take_number("the pattern's height");
    take_line();  // the rule of the pattern: the model file has its own
  }

  void read_body() {
    for (skip_comments(); !at_end(); skip_comments()) {
      const bool counted = std::isdigit(static_cast<unsigned char>(peek()));
      const Index count = counted ? take_number("a run's length") : 1;
      skip_spaces();
      if (at_end()) fail("the pattern ends inside a run; it must end with '!'");
      if (peek() == '!') return;
      add_run(count);
      take();
    }
    fail("the pattern is cut short; it must end with '!'");
  }

  void add_run(Index count) {
    const char tag = peek();
    if (tag == '$') {
      y_ += count;
      x_ = 0;
      if (y_ > pattern_.height) fail(fmt::format("more rows than the header's {}", pattern_.height));
      return;
    }
    const bool dead = tag == 'b' || tag == '.', live = tag == 'o' || tag == 'A';
    if (!dead && !live) fail(fmt::format("unexpected {}; cells are b (dead) and o (live)", printable(tag)));
    if (y_ >= pattern_.height) fail(fmt::format("more rows than the header's {}", pattern_.height));
    if (count > pattern_.width - x_)
      fail(fmt::format("a row longer than the header's width of {}", pattern_.width));
    if (live && count > 0) add_live(count);
    x_ += count;
  }

  void add_live(Index count) {
    std::vector<Run>& runs = pattern_.runs;
    const bool goes_on = !runs.empty() && runs.back().y == y_ && runs.back().x + runs.back().length == x_;
    if (goes_on)
      runs.back().length += count;
    else
      runs.push_back({x_, y_, count, 1});
  }

  static std::string printable(char c) {
    return std::isprint(static_cast<unsigned char>(c))
               ? fmt::format("'{}'", c)
               : fmt::format("byte {:#04x}", static_cast<unsigned char>(c));
  }

  const std::string& text_;
  const std::string& source_;
  std::size_t next_ = 0;
  int line_ = 1, column_ = 1;
  Index x_ = 0, y_ = 0;
  Pattern pattern_;
};

}  // namespace

Pattern parse_rle(const std::string& text, const std::string& source) {
  return RleReader(text, source).read();
}

Pattern load_rle(const std::filesystem::path& path) { return parse_rle(io::read_input(path), path.string()); }

}  // namespace morula
