#include "models/formula_reader.h"

#include <fmt/format.h>

#include <bit>
#include <charconv>

namespace morula {
namespace {

bool has_lines(const std::string& text) { return text.find('\n') != std::string::npos; }

}  // namespace

std::optional<WrittenFormula> read_formula(io::Section& section, const std::string& key,
                                           io::Presence presence, const char* example) {
  const io::Value* value = section.value(key, presence);
  if (!value || section.is_cut_short(key)) return std::nullopt;
  if (value->kind == io::Value::Kind::Scalar && !value->text.empty())
    return WrittenFormula{section.path_of(key), value->text, value->place()};
  const bool is_taken_apart = value->kind == io::Value::Kind::List || value->kind == io::Value::Kind::Map;
  section.problem(key, is_taken_apart
                           ? fmt::format("is {}; must be a formula: put it in quotes, as in {}: \"{}\"",
                                         describe(*value), key, example)
                           : fmt::format("is empty; must be a formula, as in {}: \"{}\"", key, example));
  return std::nullopt;
}

void note_problem(const WrittenFormula& written, const formula::FormulaError& error, io::Problems& problems) {
  problems.add(written.place, written.key,
               formula::to_string(error.place, has_lines(written.text)) + ": " + error.what());
}

std::string place_in(const formula::FormulaText& formula, const formula::Place& place) {
  return formula.key + ", " + formula::to_string(place, has_lines(formula.text));
}

std::optional<WrittenNumber> parse_number(const std::string& text) {
  const char* const end = text.data() + text.size();
  std::int64_t whole = 0;
  if (const auto [stopped, error] = std::from_chars(text.data(), end, whole);
      error == std::errc{} && stopped == end)
    return WrittenNumber{formula::Type::Whole, static_cast<std::uint64_t>(whole)};
  if (const auto real = io::parse_real(text))
    return WrittenNumber{formula::Type::Real, std::bit_cast<std::uint64_t>(*real)};
  return std::nullopt;
}

}  // namespace morula
