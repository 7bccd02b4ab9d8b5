#include "io/table_file.h"

#include <fmt/compile.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <cerrno>

#include "io/descriptor.h"

namespace morula::io {
namespace {

constexpr std::size_t text_bytes = std::size_t{1} << 20;
constexpr std::size_t longest_number = 32;  // -1.7976931348623157e+308 and a comma

// A table may have a million rows, so the format "{}" is parsed once, by the compiler.
char* put_number(char* at, const Number& number) {
  if (std::holds_alternative<Absent>(number)) return at;
  if (const auto* real = std::get_if<double>(&number)) return fmt::format_to(at, FMT_COMPILE("{}"), *real);
  const auto* with_sign = std::get_if<std::int64_t>(&number);
  const fmt::format_int digits =
      with_sign ? fmt::format_int(*with_sign) : fmt::format_int(std::get<std::uint64_t>(number));
  return std::copy_n(digits.data(), digits.size(), at);
}

}  // namespace

std::string quoted_if_needed(const std::string& name) {
  if (name.find_first_of(",\"\r\n") == std::string::npos) return name;
  std::string text = "\"";
  for (const char letter : name) text += letter == '"' ? "\"\"" : std::string(1, letter);
  return text + '"';
}

std::string cell_of(const Number& number) {
  std::array<char, longest_number> text{};
  return {text.data(), put_number(text.data(), number)};
}

TableFile::TableFile(const std::filesystem::path& place, const std::vector<std::string>& columns)
    : pending_(place),
      file_(std::fopen(pending_.path().c_str(), "wbe")),
      columns_(columns.size()),
      text_(text_bytes) {
  if (!file_) throw_errno(pending_.path(), errno);
  std::string header;
  for (const std::string& column : columns) header += (header.empty() ? "" : ",") + quoted_if_needed(column);
  write(header + '\n');
}

void TableFile::add(std::span<const Number> rows) {
  assert(rows.size() % columns_ == 0);
  char* const begin = text_.data();
  char* const full = begin + text_bytes - longest_number;
  char* at = begin;
  std::size_t column = 0;
  for (const Number& number : rows) {
    if (at > full) {
      write({begin, at});
      at = begin;
    }
    at = put_number(at, number);
    const bool ends_row = ++column == columns_;
    *at++ = ends_row ? '\n' : ',';
    if (ends_row) column = 0;
  }
  write({begin, at});
}

void TableFile::write(std::string_view text) {
  if (std::fwrite(text.data(), 1, text.size(), file_.get()) != text.size())
    throw_errno(pending_.path(), errno);
}

void TableFile::commit() {
  if (std::fclose(file_.release()) != 0) throw_errno(pending_.path(), errno);
  pending_.commit();
}

}  // namespace morula::io
