// A model file as a tree of plain values, each with its place in the file.
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

// A tree, and problems that do not prevent reading the file: keys that are written twice.
struct Document {
  Value root;
  std::vector<Problem> problems;
};

// Throws SpecError for broken YAML, for nesting deeper than any model needs, and for aliases that expand to
// too many values.
Document parse_document(const std::string& text, const std::string& source);

// Reads a whole file that the user named; throws SpecError if it cannot be read.
std::string read_input(const std::filesystem::path& path);

// Puts a value at a path of keys such as lattice.size; in the path, a whole number selects an item of a list,
// counted from 0. Missing maps are added. `named` is the place where the path was written.
void set_value(Document& document, const std::string& path, Value value, const SourceLocation& named);
bool is_path(const std::string& text);  // words separated by dots
std::vector<std::string> words_of_path(const std::string& path);
// Looks up a path of keys, such as lattice.size, below `root`. Returns null if a key is missing, and `root`
// itself for an empty path.
const Value* value_at(const Value& root, const std::string& path);

// Applies an override as in `--set lattice.size=[64,64]`: the value is parsed as YAML and put in place by
// set_value.
void apply_override(Document& document, const std::string& assignment);

}  // namespace morula::io
