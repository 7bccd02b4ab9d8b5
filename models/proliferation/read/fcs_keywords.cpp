#include "models/proliferation/read/fcs_keywords.h"

#include <fmt/format.h>

#include "io/section.h"

namespace morula {

std::string of_channel(std::uint64_t channel, char which) { return fmt::format("$P{}{}", channel, which); }

const std::string* FcsKeywords::find(const std::string& key) const {
  const auto found = text_.keywords.find(key);
  return found == text_.keywords.end() ? nullptr : &found->second;
}

std::string FcsKeywords::required(const std::string& key) {
  if (const std::string* text = find(key); text && !text->empty()) return *text;
  problem(key, "is missing; an FCS file must have it");
  return "";
}

std::optional<std::uint64_t> FcsKeywords::whole(const std::string& key, std::uint64_t least,
                                                std::uint64_t most) {
  const std::string text = required(key);
  if (text.empty()) return std::nullopt;
  const auto number = io::parse_whole(text);
  if (number && *number >= least && *number <= most) return number;
  const std::string expected = most == any_number ? fmt::format("of at least {}", least)
                                                  : fmt::format("between {} and {}", least, most);
  problem(key, fmt::format("is '{}'; must be a whole number {}", text.substr(0, 40), expected));
  return std::nullopt;
}

std::optional<double> FcsKeywords::real(const std::string& key, const std::string& text, double least,
                                        double most) {
  const auto number = io::parse_real(text);
  if (number && *number >= least && *number <= most) return number;
  problem(key, fmt::format("is '{}'; must be a number between {} and {}", text.substr(0, 40), least, most));
  return std::nullopt;
}

void FcsKeywords::problem(const std::string& key, std::string what) {
  SourceLocation place{file_};
  problems_.push_back({std::move(place), key, std::move(what)});
  if (problems_.size() == most_problems) throw SpecError(problems_);
}

}  // namespace morula
