#include "io/section.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "core/nearest.h"
#include "io/yaml_hints.h"

namespace morula::io {
namespace {

constexpr std::uint64_t technical = std::uint64_t{1} << 40;  // larger bounds are of no interest to a user

std::string range(std::uint64_t least, std::uint64_t most) {
  return most > technical ? fmt::format("a whole number, at least {}", least)
                          : fmt::format("a whole number between {} and {}", least, most);
}

}  // namespace

std::optional<std::uint64_t> parse_whole(std::string_view text) {
  std::uint64_t whole = 0;
  const char* end = text.data() + text.size();
  const auto [stopped, error] = std::from_chars(text.data(), end, whole);
  if (error == std::errc{} && stopped == end) return whole;
  constexpr double exactly_counted = 9007199254740992.0;  // 2^53: up to here every whole double is exact
  const auto real = parse_real(text);
  if (real && *real >= 0 && *real <= exactly_counted && *real == std::floor(*real))
    return static_cast<std::uint64_t>(*real);
  return std::nullopt;
}

std::optional<double> parse_real(std::string_view text) {
  double real = 0;
  const char* end = text.data() + text.size();
  const auto [stopped, error] = std::from_chars(text.data(), end, real);
  if (error != std::errc{} || stopped != end || !std::isfinite(real)) return std::nullopt;
  return real;
}

std::optional<std::uint64_t> whole_in(const Value& value, const std::string& path, std::uint64_t least,
                                      std::uint64_t most, Problems& problems) {
  const auto whole = value.kind == Value::Kind::Scalar ? parse_whole(value.text) : std::nullopt;
  if (whole && *whole >= least && *whole <= most) return whole;
  const auto real = value.kind == Value::Kind::Scalar ? parse_real(value.text) : std::nullopt;
  const bool too_large =
      real && *real > static_cast<double>(least) && (!whole || *whole > most) && *real == std::floor(*real);
  const std::string wanted = too_large ? fmt::format("at most {}", most) : range(least, most);
  problems.add(value.place(), path, fmt::format("is {}; must be {}", describe(value), wanted));
  return std::nullopt;
}

std::vector<Problem> Problems::take_from(std::size_t first) {
  const auto begin = list_.begin() + static_cast<std::ptrdiff_t>(std::min(first, list_.size()));
  std::vector<Problem> removed(begin, list_.end());
  list_.erase(begin, list_.end());
  return removed;
}

Section::Section(const Value& value, std::string path, Problems& problems)
    : value_(&value), path_(std::move(path)), problems_(&problems) {
  const bool empty_file = value.kind == Value::Kind::Null && path_.empty();
  if (empty_file)
    problems.add(value.place(), "", "is empty; a model file begins with 'model:' and a family's name");
  else if (const std::string spaced = with_space_after_colon(value.text); !spaced.empty())
    problems.add(value.place(), path_,
                 fmt::format("is {}; write a space after the colon: '{}'", describe(value), spaced));
  else if (value.kind != Value::Kind::Map)
    problems.add(value.place(), path_,
                 fmt::format("is {}; must be a mapping of keys to values", describe(value)));
}

SourceLocation Section::place_of(std::string_view key) const {
  const Value* found = value_->find(key);
  return found ? found->place() : place();
}

std::string Section::path_of(std::string_view key) const {
  return path_.empty() ? std::string(key) : path_ + '.' + std::string(key);
}

void Section::problem(std::string_view key, std::string what) {
  problems_->add(place_of(key), path_of(key), std::move(what));
}

const Value* Section::value(std::string_view key, Presence presence) {
  known_.insert(std::string(key));
  const Value* found = value_->find(key);
  if (!found && presence == Presence::Required) missing_.insert(std::string(key));
  return found;
}

std::optional<std::uint64_t> Section::whole(std::string_view key, std::uint64_t least, std::uint64_t most,
                                            Presence presence) {
  const Value* found = value(key, presence);
  if (!found) return std::nullopt;
  return whole_in(*found, path_of(key), least, most, *problems_);
}

std::optional<double> Section::real(std::string_view key, double least, double most, Presence presence) {
  const Value* found = value(key, presence);
  if (!found) return std::nullopt;
  const auto number = found->kind == Value::Kind::Scalar ? parse_real(found->text) : std::nullopt;
  if (number && *number >= least && *number <= most) return number;
  if (const std::string pointed = with_decimal_point(found->text); !pointed.empty())
    problem(key, fmt::format("is {}; write {}, with a decimal point", describe(*found), pointed));
  else
    problem(key,
            number ? fmt::format("is {}; must be between {} and {}", *number, least, most)
                   : fmt::format("is {}; must be a number between {} and {}", describe(*found), least, most));
  return std::nullopt;
}

std::optional<std::string> Section::text(std::string_view key, Presence presence) {
  const Value* found = value(key, presence);
  if (!found) return std::nullopt;
  if (found->kind == Value::Kind::Scalar && !found->text.empty()) return found->text;
  problem(key, fmt::format("is {}; must be a word or text", describe(*found)));
  return std::nullopt;
}

std::optional<std::string> Section::choice(std::string_view key, const std::vector<std::string>& choices,
                                           Presence presence) {
  const Value* found = value(key, presence);
  if (!found) return std::nullopt;
  if (found->kind == Value::Kind::Scalar)
    for (const std::string& candidate : choices)
      if (candidate == found->text) return candidate;
  const std::string word = found->kind == Value::Kind::Scalar ? found->text : std::string();
  problem(key, fmt::format("is {}; {}", describe(*found), must_be_one_of(word, choices)));
  return std::nullopt;
}

std::optional<Section> Section::section(std::string_view key, Presence presence) {
  const Value* found = value(key, presence);
  if (!found) return std::nullopt;
  return Section(*found, path_of(key), *problems_);
}

std::optional<Section> Section::peek(std::string_view key) const {
  const Value* value = value_->find(key);
  if (!value || value->kind != Value::Kind::Map) return std::nullopt;
  return Section(*value, path_of(key), *problems_);
}

std::optional<std::vector<std::uint64_t>> Section::wholes(std::string_view key, std::uint64_t least,
                                                          std::uint64_t most, Presence presence) {
  const Value* found = value(key, presence);
  if (!found) return std::nullopt;
  if (found->kind != Value::Kind::List) {
    problem(key, fmt::format("is {}; must be a list of whole numbers, as in [64, 64]", describe(*found)));
    return std::nullopt;
  }
  std::vector<std::uint64_t> numbers;
  for (const Value& item : found->items)
    if (const auto number = whole_in(item, path_of(key), least, most, *problems_)) numbers.push_back(*number);
  if (numbers.size() != found->items.size()) return std::nullopt;
  return numbers;
}

std::optional<std::string> Section::exactly_one(const std::vector<std::string>& keys) {
  std::vector<std::string> there;
  for (const std::string& key : keys) {
    allow(key);
    if (has(key)) there.push_back(key);
  }
  if (there.size() == 1) return there.front();
  const bool misspelt = there.empty() && std::ranges::any_of(value_->entries, [&](const Entry& entry) {
                          return nearest(entry.key.substr(0, entry.key.find(':')), keys).has_value();
                        });  // finish() reports it
  if (value_->kind == Value::Kind::Map && !misspelt)
    problems_->add(place(), path_, fmt::format("needs exactly one of {}", fmt::join(keys, ", ")));
  return std::nullopt;
}

bool Section::is_cut_short(std::string_view key) const {
  const auto& entries = value_->entries;
  for (std::size_t i = 0; i + 1 < entries.size(); ++i)
    if (entries[i].key == key)
      return entries[i + 1].value.kind == Value::Kind::Null && entries[i + 1].key_place.line > 0 &&
             entries[i + 1].key_place.line == entries[i].value.line;
  return false;
}

// A comma inside braces ends a value. What follows it is read as a key without a value: the remainder of a
// rule, or of a number with a decimal comma. Such keys are reported together with the value that they belong
// to.
std::set<std::string> Section::note_cut_values() {
  std::set<std::string> noted;
  const Entry* cut = nullptr;  // the entry whose value was cut
  std::string whole;
  const auto note = [&] {
    if (!cut) return;
    const std::string pointed = with_decimal_point(whole);
    problems_->add(cut->value.place(), path_of(cut->key),
                   pointed.empty()
                       ? fmt::format("is cut short by a comma, which ends a value inside braces; "
                                     "put it in quotes: {}: \"{}\"",
                                     cut->key, whole)
                       : fmt::format("is written with a comma; write {}, with a decimal point", pointed));
    cut = nullptr;
  };
  const Entry* before = nullptr;
  for (const Entry& entry : value_->entries) {
    const bool continues = before && entry.value.kind == Value::Kind::Null && !known_.contains(entry.key) &&
                           entry.key_place.line == before->value.line && before->value.line > 0;
    if (continues) {
      if (!cut) whole = before->value.text;
      cut = before;
      whole += ',' + entry.key;
      noted.insert(entry.key);
      continue;
    }
    note();
    before = entry.value.kind == Value::Kind::Scalar ? &entry : nullptr;
  }
  note();
  return noted;
}

void Section::finish() {
  if (value_->kind != Value::Kind::Map) return;  // already reported
  const std::vector<std::string> known(known_.begin(), known_.end());
  const std::set<std::string> parts = note_cut_values();
  for (const Entry& entry : value_->entries) {
    if (known_.contains(entry.key) || parts.contains(entry.key)) continue;
    if (const std::string spaced = with_space_after_colon(entry.key); !spaced.empty()) {
      missing_.erase(entry.key.substr(0, entry.key.find(':')));
      problems_->add(entry.key_place, path_of(entry.key),
                     fmt::format("has no space after the colon; write '{}'", spaced));
      continue;
    }
    const auto near = nearest(entry.key, known);
    if (near) missing_.erase(*near);
    problems_->add(entry.key_place, path_of(entry.key),
                   near            ? fmt::format("unknown key; did you mean '{}'?", *near)
                   : known.empty() ? "unknown key; nothing can be written here"
                                   : fmt::format("unknown key; known here: {}", fmt::join(known, ", ")));
  }
  for (const std::string& key : missing_) problem(key, "is missing; add it");
}

}  // namespace morula::io
