#include "models/automaton/plain/sum_texts.h"

#include <fmt/format.h>

#include <map>
#include <utility>
#include <vector>

namespace morula {
namespace {

// Adds up words by full adders: whenever a digit has three, they become one of it and one of the next.
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

// Each sum at which a row begins or ceases to excite turns the answer over.
std::string trigger_of(const Transitions& transitions, u8 row, u64 largest_sum,
                       const std::vector<std::string>& digits, SumWriter& writer) {
  std::string answer = transitions.excites(row, 0) ? "~0u" : "0u";
  for (u64 sum = 1; sum <= largest_sum; ++sum)
    if (transitions.excites(row, static_cast<u32>(sum)) !=
        transitions.excites(row, static_cast<u32>(sum - 1)))
      answer = writer.named(fmt::format("{} ^ {}", answer, at_least(digits, sum)));
  return answer;
}

u64 rows_of(const Transitions& transitions) {
  return transitions.rows().size() / transitions.words_per_row();
}

}  // namespace

std::string trigger_statements(const Neighbourhood& neighbourhood, const Transitions& transitions) {
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
  for (u64 row = 1; row < rows_of(transitions); ++row) {
    const std::string answer =
        trigger_of(transitions, static_cast<u8>(row), neighbourhood.largest_sum(), digits, writer);
    writer.text += fmt::format("u32 trigger_{} = {}; ", row, answer);
  }
  return writer.text;
}

std::string trigger_choice(const Transitions& transitions) {
  std::string choice = "0u";
  for (u64 row = rows_of(transitions); row-- > 1;)
    choice = fmt::format("((row) == {}u ? trigger_{} : {})", row, row, choice);
  return choice;
}

}  // namespace morula
