// Writes the statements that add up words of 32 cells digit by digit: three words of one digit become one
// word of this digit and one of the next.
#pragma once

#include <fmt/format.h>

#include <string>
#include <utility>
#include <vector>

#include "core/dialect.h"

namespace morula {

// The statements written so far, and the number of operations on words that they take.
struct Statements {
  std::string text;
  unsigned operations = 0;

  // Assigns an expression to a new variable and returns its name.
  std::string named(const std::string& expression) {
    const std::string name = fmt::format("sum_{}", names_++);
    text += fmt::format("u32 {} = {}; ", name, expression);
    ++operations;
    return name;
  }

 private:
  unsigned names_ = 0;
};

class SumWriter {
 public:
  explicit SumWriter(Statements& statements) : statements_(statements) {}

  void add(const std::string& word, u32 weight) {
    for (unsigned digit = 0; weight >> digit != 0; ++digit)
      if (weight >> digit & 1) add_digit(digit, word);
  }

  void add_digit(unsigned digit, const std::string& word) {
    if (columns_.size() <= digit) columns_.resize(digit + 1);
    columns_[digit].push_back(word);
    if (columns_[digit].size() == 3) reduce(digit);
  }

  // One word for each digit.
  std::vector<std::string> digits() {
    for (unsigned digit = 0; digit < columns_.size(); ++digit)
      while (columns_[digit].size() > 1) reduce(digit);
    std::vector<std::string> words;
    for (const auto& column : columns_) words.push_back(column.empty() ? "0u" : column.front());
    return words;
  }

 private:
  void reduce(unsigned digit) {
    const std::vector<std::string> words = std::exchange(columns_[digit], {});
    const bool three = words.size() == 3;
    const std::string sum =
        statements_.named(three ? fmt::format("parity({}, {}, {})", words[0], words[1], words[2])
                                : fmt::format("{} ^ {}", words[0], words[1]));
    const std::string carry =
        statements_.named(three ? fmt::format("majority({}, {}, {})", words[0], words[1], words[2])
                                : fmt::format("{} & {}", words[0], words[1]));
    columns_[digit].push_back(sum);
    add_digit(digit + 1, carry);
  }

  Statements& statements_;
  std::vector<std::vector<std::string>> columns_;
};

}  // namespace morula
