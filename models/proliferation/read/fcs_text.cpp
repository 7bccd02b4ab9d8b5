#include "models/proliferation/read/fcs_text.h"

#include <fmt/format.h>

#include <cctype>
#include <optional>
#include <utility>
#include <vector>

#include "core/error.h"
#include "io/section.h"

namespace morula {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

std::string_view without_blanks(std::string_view text) {
  constexpr std::string_view blanks(" \t\r\n\0", 5);
  const std::size_t first = text.find_first_not_of(blanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

// At most eight digits; blanks alone mean 0.
std::uint64_t offset_at(std::string_view bytes, std::size_t where, const std::string& file) {
  const std::string_view text = without_blanks(bytes.substr(where, 8));
  if (text.empty()) return 0;
  if (const auto offset = io::parse_whole(text)) return *offset;
  throw SpecError({file}, "",
                  fmt::format("bytes {} to {} are '{}'; an FCS header must have a whole number there", where,
                              where + 7, text));
}

void check_version(std::string_view bytes, const std::string& file) {
  if (!is_fcs(bytes)) throw SpecError({file}, "", "is not an FCS file; must begin with FCS3.0 or FCS3.1");
  const std::string_view version = bytes.substr(3, 3);
  if (version != "3.0" && version != "3.1")
    throw SpecError({file}, "", fmt::format("is FCS {}; must be FCS 3.0 or 3.1: export it as one", version));
  if (bytes.size() < fcs_header_size)
    throw SpecError({file}, "",
                    fmt::format("is cut short: its header has {} bytes, the file {}; copy it again",
                                fcs_header_size, bytes.size()));
}

void check_segment(const FcsText& text, std::uint64_t size, const std::string& file) {
  if (text.first < fcs_header_size || text.last <= text.first)
    throw SpecError({file}, "",
                    fmt::format("says that its text goes from byte {} to {}; must begin behind the header's "
                                "{} and end after that",
                                text.first, text.last, fcs_header_size));
  if (text.last >= size)
    throw SpecError({file}, "",
                    fmt::format("is cut short: its text goes to byte {}, the file has {}; copy it again",
                                text.last, size));
}

// The first byte of TEXT is the delimiter. Inside a keyword or a value it is written twice, so none is empty.
std::vector<std::string> words_of(std::string_view text) {
  const char delimiter = text.front();
  std::vector<std::string> words(1);
  for (std::size_t i = 1; i < text.size(); ++i) {
    if (text[i] != delimiter) {
      words.back() += text[i];
    } else if (i + 1 < text.size() && text[i + 1] == delimiter) {
      words.back() += delimiter;
      ++i;
    } else {
      words.emplace_back();
    }
  }
  return words;
}

std::string in_capitals(std::string_view text) {
  std::string capitals(text);
  for (char& c : capitals) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return capitals;
}

}  // namespace

bool is_fcs(std::string_view bytes) {
  return bytes.size() >= 6 && bytes.starts_with("FCS") && is_digit(bytes[3]) && bytes[4] == '.' &&
         is_digit(bytes[5]);
}

FcsText read_fcs_text(std::string_view bytes, const std::string& file) {
  check_version(bytes, file);
  FcsText text;
  text.first = offset_at(bytes, 10, file);
  text.last = offset_at(bytes, 18, file);
  text.data_first = offset_at(bytes, 26, file);
  text.data_last = offset_at(bytes, 34, file);
  check_segment(text, bytes.size(), file);
  const std::vector<std::string> words = words_of(bytes.substr(text.first, text.last - text.first + 1));
  for (std::size_t i = 0; i + 1 < words.size(); i += 2)
    text.keywords.emplace(in_capitals(without_blanks(words[i])), without_blanks(words[i + 1]));
  return text;
}

}  // namespace morula
