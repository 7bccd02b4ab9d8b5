// Reads an FCS file's keywords one by one. Problems are noted, and reading goes on.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/error.h"
#include "models/proliferation/read/fcs_text.h"

namespace morula {

constexpr std::uint64_t any_number = std::numeric_limits<std::uint64_t>::max();

// The name of a channel's keyword, such as $P3B; channels are counted from 1.
std::string of_channel(std::uint64_t channel, char which);

class FcsKeywords {
 public:
  FcsKeywords(const FcsText& text, const std::string& file) : text_(text), file_(file) {}

  std::size_t size() const { return text_.keywords.size(); }
  const std::string* find(const std::string& key) const;
  std::string required(const std::string& key);  // empty if it is missing
  // Returns nothing if it is missing or wrong.
  std::optional<std::uint64_t> whole(const std::string& key, std::uint64_t least, std::uint64_t most);
  std::optional<double> real(const std::string& key, const std::string& text, double least, double most);

  void problem(const std::string& key, std::string what);
  void throw_if_any() const {
    if (!problems_.empty()) throw SpecError(problems_);
  }

 private:
  const FcsText& text_;
  const std::string& file_;
  std::vector<Problem> problems_;
};

}  // namespace morula
