#include "models/automaton/plain/trigger_texts.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

namespace morula {
namespace {

// Adds up words by full adders: three words of a digit become one of this digit and one of the next.
class SumWriter {
 public:
  std::string text;

  void add(const std::string& word, u32 weight) {
    for (unsigned digit = 0; weight >> digit != 0; ++digit)
      if (weight >> digit & 1) add_to(digit, word);
  }

  // One word for each digit.
  std::vector<std::string> digits() {
    for (unsigned digit = 0; digit < columns_.size(); ++digit)
      while (columns_[digit].size() > 1) reduce(digit);
    std::vector<std::string> words;
    for (const auto& column : columns_) words.push_back(column.empty() ? "0u" : column.front());
    return words;
  }

  std::string named(const std::string& expression) {
    const std::string name = fmt::format("sum_{}", names_++);
    text += fmt::format("u32 {} = {}; ", name, expression);
    return name;
  }

 private:
  void add_to(unsigned digit, const std::string& word) {
    if (columns_.size() <= digit) columns_.resize(digit + 1);
    columns_[digit].push_back(word);
    if (columns_[digit].size() == 3) reduce(digit);
  }

  void reduce(unsigned digit) {
    const std::vector<std::string> words = std::exchange(columns_[digit], {});
    const bool three = words.size() == 3;
    const std::string sum = named(three ? fmt::format("parity({}, {}, {})", words[0], words[1], words[2])
                                        : fmt::format("{} ^ {}", words[0], words[1]));
    const std::string carry = named(three ? fmt::format("majority({}, {}, {})", words[0], words[1], words[2])
                                          : fmt::format("{} & {}", words[0], words[1]));
    columns_[digit].push_back(sum);
    add_to(digit + 1, carry);
  }

  std::vector<std::vector<std::string>> columns_;
  unsigned names_ = 0;
};

std::string at_least(const std::vector<std::string>& digits, u64 bound) {
  if (bound >> digits.size()) return "0u";
  std::string reached = "~0u";
  for (std::size_t i = 0; i < digits.size(); ++i)
    reached = fmt::format("({} {} {})", digits[i], bound >> i & 1 ? "&" : "|", reached);
  return reached;
}

// The answer is inverted at each sum at which the row begins or ceases to excite.
std::string trigger_of(const Transitions& transitions, u8 row, u64 largest_sum,
                       const std::vector<std::string>& digits, SumWriter& writer) {
  std::string answer = transitions.excites(row, 0) ? "~0u" : "0u";
  for (u64 sum = 1; sum <= largest_sum; ++sum)
    if (transitions.excites(row, static_cast<u32>(sum)) !=
        transitions.excites(row, static_cast<u32>(sum - 1)))
      answer = writer.named(fmt::format("{} ^ {}", answer, at_least(digits, sum)));
  return answer;
}

std::string statements(const Neighbourhood& neighbourhood, const Transitions& transitions,
                       const Triggers& triggers) {
  std::map<std::pair<i32, i32>, std::vector<Neighbour>> rows;  // by dz and dy
  for (const Neighbour& one : neighbourhood.neighbours)
    if (one.weight > 0) rows[{one.dz, one.dy}].push_back(one);
  SumWriter writer;
  unsigned number = 0;
  for (const auto& [at, cells] : rows) {
    const std::string row = fmt::format("row_{}", number++);
    writer.text += fmt::format("ActiveCells {} = active_cells(active, word, y + ({}), z + ({})); ", row,
                               at.second, at.first);
    for (const Neighbour& one : cells)
      writer.add(writer.named(fmt::format("neighbours_at({}, {})", row, one.dx)), one.weight);
  }
  const std::vector<std::string> digits = writer.digits();
  for (std::size_t i = 0; i < triggers.rows.size(); ++i) {
    const std::string answer =
        trigger_of(transitions, triggers.rows[i], neighbourhood.largest_sum(), digits, writer);
    writer.text += fmt::format("u32 trigger_{} = {}; ", i + 1, answer);
  }
  return writer.text;
}

bool hold_the_same(const Transitions& transitions, u64 row, u64 other) {
  const u64 words = transitions.words_per_row();
  const auto first = [&](u64 which) {
    return transitions.rows().begin() + static_cast<std::ptrdiff_t>(which * words);
  };
  return std::equal(first(row), first(row) + static_cast<std::ptrdiff_t>(words), first(other));
}

}  // namespace

Triggers::Triggers(const Transitions& transitions) : of_row{0} {
  for (u64 row = 1; row < transitions.rows().size() / transitions.words_per_row(); ++row) {
    std::size_t number = 0;
    while (number < rows.size() && !hold_the_same(transitions, row, rows[number])) ++number;
    if (number == rows.size()) rows.push_back(static_cast<u8>(row));
    of_row.push_back(static_cast<u8>(number + 1));
  }
}

void define_triggers(gpu::Source& source, const Neighbourhood& neighbourhood,
                     const Transitions& transitions) {
  constexpr u64 largest_table = 8192, most_triggers = 8;  // of 16 bits, in local memory
  const Triggers triggers(transitions);
  const u64 number = triggers.rows.size(), states = transitions.states();
  const bool is_whole = number <= most_triggers && states << number <= largest_table;
  std::string holding = "0u", moved;
  for (u64 i = number; i > 0; --i) {
    const std::string bit = fmt::format("((trigger_{} >> (i)) & 1u)", i);
    holding = is_whole ? fmt::format("({} << {} | {})", bit, i - 1, holding)
                       : fmt::format("((row) == {}u ? {} : {})", i, bit, holding);
    moved += fmt::format("trigger_{} >>= 16; ", i);
  }
  source.define("FIND_TRIGGERS", statements(neighbourhood, transitions, triggers))
      .define("NEXT_TRIGGERS", moved)
      .define("HAS_WHOLE_TABLE", std::string(is_whole ? "1" : "0"))
      .define("TABLE_SIZE", is_whole ? states << number : 2 * states)
      .define("HOLDING(row, i)", holding);
}

}  // namespace morula
