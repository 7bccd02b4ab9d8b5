#include "models/proliferation/read/histogram_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <optional>
#include <string_view>
#include <utility>

#include "core/counted.h"
#include "core/error.h"

namespace morula {
namespace {

constexpr std::size_t most_columns = 64;  // limits the memory for files of another kind
constexpr std::size_t most_bins = 1 << 20;

struct TextCell {
  std::string_view text;
  int column = 1;  // at which it begins in its line
};

std::size_t past_blanks(std::string_view line, std::size_t from) {
  return std::min(line.find_first_not_of(" \t", from), line.size());
}

// The line without its comment and without the separators that spreadsheets leave after the last cell.
std::string_view written_part(std::string_view line) {
  line = line.substr(0, line.find('#'));
  return line.substr(0, line.find_last_not_of(" \t,") + 1);
}

// Cells are separated by blanks, with or without one comma among them. Between two commas there is an empty
// cell.
std::vector<TextCell> cells_of(std::string_view line) {
  std::vector<TextCell> cells;
  for (std::size_t at = past_blanks(line, 0); at < line.size() && cells.size() < most_columns;) {
    const std::size_t end = std::min(line.find_first_of(" \t,", at), line.size());
    cells.push_back({line.substr(at, end - at), static_cast<int>(at) + 1});
    at = past_blanks(line, end);
    if (at < line.size() && line[at] == ',') at = past_blanks(line, at + 1);
  }
  return cells;
}

struct Parsed {
  double value = 0;
  bool is_number = false, in_range = true;
};

Parsed parse(std::string_view text) {
  const bool signed_twice = text.starts_with("+-");
  if (text.starts_with('+')) text.remove_prefix(1);
  Parsed parsed;
  const auto [stopped, error] = std::from_chars(text.data(), text.data() + text.size(), parsed.value);
  parsed.in_range = error != std::errc::result_out_of_range;
  const bool whole_text = stopped == text.data() + text.size() && !signed_twice;
  parsed.is_number = whole_text && error != std::errc::invalid_argument && std::isfinite(parsed.value);
  return parsed;
}

// A first row that ends with a count is not a header, even if its fluorescence is misspelt.
bool is_header(const std::vector<TextCell>& cells) {
  const std::string_view first = cells.front().text;
  const bool begins_as_number = first.empty() || first.find_first_of("+-.0123456789") == 0;
  const auto from_chars_reads = [](std::string_view text) {  // this includes nan and inf
    double value = 0;
    return std::from_chars(text.data(), text.data() + text.size(), value).ptr == text.data() + text.size();
  };
  return !begins_as_number && !from_chars_reads(first) && !from_chars_reads(cells.back().text);
}

class HistogramTextReader {
 public:
  HistogramTextReader(const std::string& text, const std::string& file) : text_(text), file_(file) {}

  Histogram read() {
    refuse_wide_letters();
    if (text_.starts_with("\xEF\xBB\xBF")) text_.remove_prefix(3);  // the byte order mark of UTF-8
    for (std::size_t begin = 0; begin < text_.size(); ++line_) {
      const std::size_t end = std::min(text_.find_first_of("\r\n", begin), text_.size());
      read_line(text_.substr(begin, end - begin));
      begin = end + (text_.substr(end).starts_with("\r\n") ? 2 : 1);
    }
    if (problems_.empty() && histogram_.empty())
      add(0, "", "holds no cells; must have lines of a fluorescence and a count, such as '10.5 3'");
    if (!problems_.empty()) throw SpecError(std::move(problems_));
    return std::move(histogram_);
  }

 private:
  void add(int column, std::string key, std::string what) {
    problems_.push_back({{file_, column > 0 ? line_ : 0, column}, std::move(key), std::move(what)});
    if (problems_.size() == most_problems) throw SpecError(std::move(problems_));
  }

  // Spreadsheets call this format Unicode text.
  void refuse_wide_letters() {
    if (!text_.starts_with("\xFF\xFE") && !text_.starts_with("\xFE\xFF")) return;
    add(0, "", "is UTF-16, letters of two bytes; save it as plain text or CSV, in UTF-8");
    throw SpecError(std::move(problems_));
  }

  void refuse_binary(std::string_view line) {
    const auto control = [](char c) { return c != '\t' && static_cast<unsigned char>(c) < ' '; };
    const auto found = std::find_if(line.begin(), line.end(), control);
    if (found == line.end()) return;
    add(static_cast<int>(found - line.begin()) + 1, "",
        fmt::format("holds byte {:#04x}, which is not text; must be two columns of numbers or an FCS file",
                    static_cast<unsigned>(*found)));
    throw SpecError(std::move(problems_));
  }

  void read_line(std::string_view line) {
    refuse_binary(line);
    const std::vector<TextCell> cells = cells_of(written_part(line));
    if (cells.empty() || (std::exchange(may_be_header_, false) && is_header(cells))) return;
    if (cells.size() != 2) return refuse_columns(cells);
    const std::optional<double> fluorescence = number_in(cells[0], "fluorescence");
    const std::optional<double> count = count_in(cells[1]);
    if (fluorescence) check_rise(cells[0], *fluorescence);
    if (fluorescence && count) add_bin(*fluorescence, *count, cells[1]);
  }

  void refuse_columns(const std::vector<TextCell>& cells) {
    const std::size_t semicolon = cells[0].text.find(';');
    if (cells.size() == 1 && semicolon != std::string_view::npos)
      return add(cells[0].column + static_cast<int>(semicolon), "",
                 "has a semicolon; must have a comma, a tab or spaces between its two columns");
    add(cells[std::min<std::size_t>(2, cells.size() - 1)].column, "",
        fmt::format("has {}{}; must have two, a fluorescence and a count, such as '10.5 3'",
                    cells.size() == most_columns ? "at least " : "", counted(cells.size(), "column")));
  }

  std::optional<double> number_in(const TextCell& cell, const char* key) {
    const Parsed parsed = parse(cell.text);
    if (parsed.is_number && parsed.in_range) return parsed.value;
    const char* wanted = parsed.is_number             ? "must be 0 or between 1e-307 and 1e308 in size"
                         : cell.text.starts_with('"') ? "must be a number without quotes, as in 10.5"
                                                      : "must be a finite number, as in 10.5";
    add(cell.column, key, fmt::format("is '{}'; {}", cell.text.substr(0, 40), wanted));
    return std::nullopt;
  }

  std::optional<double> count_in(const TextCell& cell) {
    const std::optional<double> number = number_in(cell, "count");
    if (!number) return std::nullopt;
    const char* wrong = nullptr;
    if (*number < 0)
      wrong = "must be at least 0";
    else if (*number != std::floor(*number))
      wrong = "must be a whole number of cells";
    if (!wrong) return number;
    add(cell.column, "count", fmt::format("is {}; {}", cell.text.substr(0, 40), wrong));
    return std::nullopt;
  }

  // Compares a row with the one before it, right or wrong, so that one misplaced row is reported once.
  void check_rise(const TextCell& cell, double fluorescence) {
    if (before_ && !(fluorescence > *before_))
      add(cell.column, "fluorescence",
          fmt::format("is {} after {}; must rise: sort the rows, and add up those of one fluorescence",
                      fluorescence, *before_));
    before_ = fluorescence;
  }

  void add_bin(double fluorescence, double count, const TextCell& cell) {
    constexpr auto most = static_cast<double>(most_cells);
    const bool too_many = count > most || cells_ + count > most;
    if (too_many && !std::exchange(has_too_many_, true))
      add(cell.column, "count",
          fmt::format("makes more than {} cells; scale the counts down, or take a sample", most_cells));
    if (too_many || count == 0) return;
    cells_ += count;
    if (histogram_.size() == most_bins) {
      add(1, "", fmt::format("is beyond the {} rows of a histogram; gather the cells into bins", most_bins));
      throw SpecError(std::move(problems_));
    }
    // + 0.0 turns a negative zero into 0.
    histogram_.push_back({fluorescence + 0.0, static_cast<std::uint64_t>(count)});
  }

  std::string_view text_;
  const std::string& file_;
  int line_ = 1;
  bool may_be_header_ = true, has_too_many_ = false;
  std::optional<double> before_;
  double cells_ = 0;  // whole, and exact: below 2^53
  Histogram histogram_;
  std::vector<Problem> problems_;
};

}  // namespace

Histogram read_histogram_text(const std::string& text, const std::string& file) {
  return HistogramTextReader(text, file).read();
}

}  // namespace morula
