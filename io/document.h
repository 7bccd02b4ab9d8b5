// A model file as a tree of plain values, each knowing its place.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/error.h"

namespace morula::io {

struct Entry;

struct Value {
  enum class Kind { Null, Scalar, List, Map };

  Kind kind = Kind::Null;
  std::string text;            // of a scalar
  std::vector<Value> items;    // of a list
  std::vector<Entry> entries;  // of a map, in the order of the file
  std::shared_ptr<const std::string> source;
  int line = 0, column = 0;

  SourceLocation place() const { return {source ? *source : std::string(), line, column}; }
  const Value* find(std::string_view key) const;
};

struct Entry {
  std::string key;
  SourceLocation key_place;
  Value value;
};

std::string describe(const Value& value);  // "a list", "'abc'": for messages

// A tree, and what is wrong with the file though it can be read: keys written twice.
struct Document {
  Value root;
  std::vector<Problem> problems;
};

// Throws SpecError for broken YAML, for nesting deeper than any model needs, and for aliases that expand to
// too much.
Document parse_document(const std::string& text, const std::string& source);

// A file that the user named, whole; one that cannot be read throws SpecError.
std::string read_input(const std::filesystem::path& path);

// Puts a value at a path of keys, as in lattice.size; a whole number takes an item of a list, counted from 0.
// Missing maps are made. `named` is where the path was written.
void set_value(Document& document, const std::string& path, Value value, const SourceLocation& named);
bool is_path(const std::string& text);  // words with dots between them
std::vector<std::string> words_of_path(const std::string& path);
// Looks up a path of keys, such as lattice.size, below `root`. Returns null if a key is missing, and `root`
// itself for an empty path.
const Value* value_at(const Value& root, const std::string& path);

// An override as `--set lattice.size=[64,64]` gives it: the value is YAML, and is put there by set_value.
void apply_override(Document& document, const std::string& assignment);

}  // namespace morula::io
