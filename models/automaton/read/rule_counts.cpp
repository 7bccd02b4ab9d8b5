#include "models/automaton/read/rule_counts.h"

#include <fmt/format.h>

#include <optional>
#include <utility>

#include "models/automaton/read/rule_characters.h"

namespace morula {
namespace {

class CountsReader {
 public:
  CountsReader(std::string_view list, const CountsPlace& place) : list_(list), place_(place) {}

  Counts read() {
    if (list_.empty()) return {};  // no count at all, as in "B/S23"
    for (const std::string_view word : split(list_, ',')) {
      read_word(trimmed(word));
      if (!counts_.problem.empty()) break;
    }
    return counts_;
  }

 private:
  void read_word(std::string_view word) {
    if (const auto dots = word.find(".."); dots != std::string_view::npos)
      read_range(word, word.substr(0, dots), word.substr(dots + 2));
    else if (!all_digits(word))
      read_letters(word);
    else if (!place_.one_digit)
      add(word);
    else
      for (std::size_t i = 0; i < word.size(); ++i) add(word.substr(i, 1));
  }

  void read_range(std::string_view word, std::string_view first, std::string_view last) {
    if (!all_digits(first) || !all_digits(last)) return fail_as_count(word);
    const auto from = count_in(first), to = count_in(last);
    if (!from || !to) return;
    if (*from > *to) return fail(fmt::format("the range {} runs backwards; write {}..{}", word, last, first));
    for (unsigned count = *from; count <= *to; ++count) set(count, arrangements_of(count));
  }

  // Reads digits, each followed by its letters, as in 2-i34q.
  void read_letters(std::string_view word) {
    if (!looks_like_letters(word) || is_dashed_range(word)) return fail_as_count(word);
    if (!place_.letters)
      return fail(
          fmt::format("'{}' {}: letters are only for the neighbourhood moore in two "
                      "dimensions; write counts alone",
                      word, where()));
    for (std::size_t next = 0; next < word.size() && counts_.problem.empty();) {
      std::size_t end = next + 1;
      while (end < word.size() && !is_digit(word[end])) ++end;
      read_count_with_letters(word.substr(next, end - next));
      next = end;
    }
  }

  void read_count_with_letters(std::string_view text) {
    const auto count = count_in(text.substr(0, 1));
    if (!count) return;
    if (text.size() == 1) return set(*count, arrangements_of(*count));
    const bool negated = text[1] == '-';
    const std::string_view letters = text.substr(negated ? 2 : 1);
    if (letters.empty()) return fail(fmt::format("no letter follows '{}' {}; remove the '-'", text, where()));
    Arrangements named;
    for (const char letter : letters) {
      const Arrangements of_letter = arrangements_of(*count, lower(letter));
      if (of_letter.none()) return fail(no_such_letter(*count, letter));
      if ((named & of_letter).any())
        return fail(fmt::format("'{}' names {} twice {}; remove one", text, letter, where()));
      named |= of_letter;
    }
    set(*count, negated ? arrangements_of(*count) & ~named : named);
  }

  std::string no_such_letter(unsigned count, char letter) const {
    if (hensel_letters(count).empty())
      return fmt::format("'{}{}' {}: no letter may follow {}", count, letter, where(), count);
    return fmt::format("'{}{}' {} is not an arrangement of neighbours; the letters of {} are {}", count,
                       letter, where(), count, hensel_letters(count));
  }

  // Does the word begin with a digit and consist of digits, letters and minus signs that follow a digit
  // directly?
  static bool looks_like_letters(std::string_view word) {
    if (word.empty() || !is_digit(word[0])) return false;
    for (std::size_t i = 1; i < word.size(); ++i) {
      const bool sign = word[i] == '-' && is_digit(word[i - 1]);
      if (!sign && !is_digit(word[i]) && hensel_letters(4).find(lower(word[i])) == std::string_view::npos)
        return false;
    }
    return true;
  }

  static bool is_dashed_range(std::string_view word) {
    const auto dash = word.find('-');
    return dash != std::string_view::npos && all_digits(word.substr(0, dash)) &&
           all_digits(word.substr(dash + 1));
  }

  std::optional<unsigned> count_in(std::string_view digits) {
    const unsigned count = small_number(digits);
    if (count <= place_.neighbours) return count;
    std::string text =
        fmt::format("a cell cannot have {} live neighbours: it has {}", digits, place_.neighbours);
    if (!place_.one_digit && digits == list_)
      text += fmt::format("; counts are separated by commas: did you mean '{}{}'?", prefix(),
                          with_commas(digits));
    fail(text);
    return std::nullopt;
  }

  void add(std::string_view digits) {
    if (!counts_.problem.empty()) return;
    if (const auto count = count_in(digits)) set(*count, arrangements_of(*count));
  }

  void set(unsigned count, const Arrangements& arrangements) {
    const u32 bit = u32{1} << count;
    if (seen_ & bit) return fail(fmt::format("{} is written twice {}; remove one", count, where()));
    seen_ |= bit;
    if (arrangements.none() && place_.letters) return;  // a minus sign with every letter, as in 2-aceikn
    counts_.bits |= bit;
    if (!place_.letters) return;
    counts_.with |= arrangements;
    counts_.by_letter |= arrangements != arrangements_of(count);
  }

  void fail_as_count(std::string_view word) {
    std::string text = fmt::format("'{}' {} is not a count of neighbours", word, where());
    if (is_dashed_range(word)) {
      const auto dash = word.find('-');
      text += fmt::format("; a range is written {}..{}", word.substr(0, dash), word.substr(dash + 1));
    }
    fail(text);
  }

  void fail(std::string problem) {
    if (counts_.problem.empty()) counts_.problem = std::move(problem);
  }

  std::string prefix() const { return place_.written ? std::string(1, place_.letter) : ""; }
  std::string where() const {
    if (place_.written) return fmt::format("after {}", place_.letter);
    return place_.letter == 'B' ? "among the births" : "among the survivals";
  }

  static std::string with_commas(std::string_view digits) {
    std::string text;
    for (const char digit : digits) text += (text.empty() ? "" : ",") + std::string(1, digit);
    return text;
  }

  std::string_view list_;
  const CountsPlace& place_;
  u32 seen_ = 0;
  Counts counts_;
};

}  // namespace

Counts parse_counts(std::string_view list, const CountsPlace& place) {
  return CountsReader(list, place).read();
}

std::string counts_text(u32 counts) {
  std::string text;
  for (unsigned first = 0; first < 32; ++first) {
    if (!(counts >> first & 1u)) continue;
    unsigned last = first;
    while (last + 1 < 32 && counts >> (last + 1) & 1u) ++last;
    if (!text.empty()) text += ',';
    if (last < first + 2) last = first;  // a range of two counts is written as two counts
    text += last == first ? std::to_string(first) : fmt::format("{}..{}", first, last);
    first = last;
  }
  return text;
}

}  // namespace morula
