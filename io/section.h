// Reads a mapping key by key. Every problem is noted with its place and a remedy, and reading continues, so
// that a user sees all problems at once.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/error.h"
#include "io/document.h"

namespace morula::io {

class Problems {
 public:
  void add(SourceLocation place, std::string key, std::string what) {
    list_.push_back({std::move(place), std::move(key), std::move(what)});
  }
  void add(const std::vector<Problem>& others) { list_.insert(list_.end(), others.begin(), others.end()); }
  bool empty() const { return list_.empty(); }
  std::size_t count() const { return list_.size(); }
  // Removes and returns the problems from index `first` on.
  std::vector<Problem> take_from(std::size_t first);
  void throw_if_any() const {
    if (!list_.empty()) throw SpecError(list_);
  }

 private:
  std::vector<Problem> list_;
};

enum class Presence { Optional, Required };

class Section {
 public:
  Section(const Value& value, std::string path, Problems& problems);

  // Each returns nothing if the key is absent or its value is wrong. A wrong value, or the absence of a
  // required key, is noted as a problem.
  std::optional<std::uint64_t> whole(std::string_view key, std::uint64_t least, std::uint64_t most,
                                     Presence presence = Presence::Optional);
  std::optional<double> real(std::string_view key, double least, double most,
                             Presence presence = Presence::Optional);
  std::optional<std::string> text(std::string_view key, Presence presence = Presence::Optional);
  std::optional<std::string> choice(std::string_view key, const std::vector<std::string>& choices,
                                    Presence presence = Presence::Optional);
  std::optional<Section> section(std::string_view key, Presence presence = Presence::Optional);
  // A section that another reader reads as well. If it is not a mapping, returns nothing and notes no
  // problem.
  std::optional<Section> peek(std::string_view key) const;
  std::optional<std::vector<std::uint64_t>> wholes(std::string_view key, std::uint64_t least,
                                                   std::uint64_t most,
                                                   Presence presence = Presence::Optional);
  const Value* value(std::string_view key, Presence presence = Presence::Optional);

  const Value& all() const { return *value_; }
  bool has(std::string_view key) const { return find(key) != nullptr; }
  const Value* find(std::string_view key) const { return value_->find(key); }
  SourceLocation place() const { return value_->place(); }
  SourceLocation place_of(
      std::string_view key) const;  // of the key's value, or of the section if the key is absent
  std::string path_of(std::string_view key) const;
  Problems& problems() { return *problems_; }
  void problem(std::string_view key, std::string what);

  // Whether a comma inside braces has cut the value of this key short; finish() reports that.
  bool is_cut_short(std::string_view key) const;

  // Exactly one of these keys must be present; returns that key.
  std::optional<std::string> exactly_one(const std::vector<std::string>& keys);

  void allow(std::string_view key) { known_.insert(std::string(key)); }  // the key is read elsewhere
  // Notes every unknown key, with the nearest known one, and every missing required key (unless an unknown
  // key is its misspelling).
  void finish();

 private:
  std::set<std::string> note_cut_values();  // returns these keys

  const Value* value_;
  std::string path_;
  Problems* problems_;
  std::set<std::string> known_;
  std::set<std::string> missing_;
};

// A whole number as people write it, such as 1000 or 1e6; nothing for anything else.
std::optional<std::uint64_t> parse_whole(std::string_view text);
std::optional<double> parse_real(std::string_view text);  // finite

// A number from a list; if it is wrong, a problem is noted at the number's own place.
std::optional<std::uint64_t> whole_in(const Value& value, const std::string& path, std::uint64_t least,
                                      std::uint64_t most, Problems& problems);

}  // namespace morula::io
