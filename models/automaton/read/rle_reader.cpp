#include "models/automaton/read/rle_reader.h"

#include <fmt/format.h>

#include <cctype>
#include <charconv>
#include <cstdlib>
#include <utility>

#include "io/document.h"

namespace morula {
namespace {

// Larger than any lattice, and small enough that sums cannot overflow.
constexpr Index widest = Index{1} << 40;

class RleReader {
 public:
  RleReader(const std::string& text, const std::string& source) : text_(text), source_(source) {}

  Pattern read() {
    // The byte order mark that some editors put before UTF-8.
    if (text_.starts_with("\xEF\xBB\xBF")) next_ = 3;
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
    for (skip_spaces(); !at_end() && peek() == '#'; skip_spaces()) note_position(take_line());
  }

  void note_position(const std::string& comment) {
    const std::size_t key = comment.find("Pos=");
    if (!comment.starts_with("#CXRLE") || key == std::string::npos) return;
    const char* end = comment.data() + comment.size();
    GollyPosition position;
    const auto x = std::from_chars(comment.data() + key + 4, end, position.x);
    if (x.ec != std::errc{} || x.ptr == end || *x.ptr != ',') return;
    const auto y = std::from_chars(x.ptr + 1, end, position.y);
    const auto limit = static_cast<std::int64_t>(widest);
    if (y.ec == std::errc{} && std::abs(position.x) <= limit && std::abs(position.y) <= limit)
      pattern_.position = position;
  }

  void expect(char expected) {
    skip_spaces();
    if (at_end() || peek() != expected)
      fail(fmt::format("expected '{}': the pattern begins with a line such as 'x = 3, y = 3, rule = B3/S23'",
                       expected));
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
    pattern_.rule = rule_in(take_line());
  }

  // The text after `rule =`, without the spaces around it.
  static std::string rule_in(const std::string& line_end) {
    const std::string spaces = " \t";
    const std::size_t key = line_end.find("rule");
    std::size_t begin = key == std::string::npos ? key : line_end.find_first_not_of(spaces, key + 4);
    if (begin == std::string::npos || line_end[begin] != '=') return "";
    begin = line_end.find_first_not_of(spaces, begin + 1);
    if (begin == std::string::npos) return "";
    return line_end.substr(begin, line_end.find_last_not_of(spaces) + 1 - begin);
  }

  void read_body() {
    for (skip_comments(); !at_end(); skip_comments()) {
      const bool counted = std::isdigit(static_cast<unsigned char>(peek()));
      const Index count = counted ? take_number("a run's length") : 1;
      if (count == 0) fail("a run of length 0; remove it");
      skip_spaces();
      if (at_end()) fail("the pattern ends inside a run; it must end with '!'");
      if (peek() == '!') return;
      add_run(count);
      take();
    }
    fail("the pattern is cut short; it must end with '!'");
  }

  void add_run(Index count) {
    if (peek() == '$') return end_rows(count);
    const std::uint8_t state = take_state();
    if (y_ >= pattern_.height) fail(fmt::format("more rows than the header's {}", pattern_.height));
    if (count > pattern_.width - x_)
      fail(fmt::format("a row longer than the header's width of {}", pattern_.width));
    if (state != 0) add_cells(count, state);
    x_ += count;
  }

  void end_rows(Index count) {
    y_ += count;
    x_ = 0;
    if (y_ > pattern_.height) fail(fmt::format("more rows than the header's {}", pattern_.height));
  }

  // Leaves the last letter for read_body() to take, so that an error message about the run points to it.
  std::uint8_t take_state() {
    if (peek() == 'b' || peek() == '.') return 0;
    if (peek() == 'o') return 1;
    int before = 0;  // number of states named by the prefix letters before this one
    if (peek() >= 'p' && peek() <= 'y') {
      before = (peek() - 'p' + 1) * 24;
      take();
    }
    if (at_end()) fail("the pattern ends inside a state; it must end with '!'");
    if (peek() < 'A' || peek() > 'X')
      fail(fmt::format("unexpected {}; cells are b and o, or . and A to X, and pA to yO", printable(peek())));
    const int state = before + (peek() - 'A' + 1);
    if (state > 255) fail("a state above yO, which stands for 255, the largest state");
    return static_cast<std::uint8_t>(state);
  }

  void add_cells(Index count, std::uint8_t state) {
    std::vector<Run>& runs = pattern_.runs;
    const bool goes_on = !runs.empty() && runs.back().y == y_ && runs.back().state == state &&
                         runs.back().x + runs.back().length == x_;
    if (goes_on)
      runs.back().length += count;
    else
      runs.push_back({x_, y_, count, state});
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
