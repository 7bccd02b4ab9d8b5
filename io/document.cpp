#include "io/document.h"

#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <map>
#include <optional>
#include <sstream>
#include <string_view>
#include <utility>

#include "io/durable_file.h"
#include "io/override_source.h"
#include "io/section.h"
#include "io/yaml_hints.h"
#include "io/yaml_open.h"

namespace morula::io {
namespace {

constexpr std::size_t deepest = 32;  // levels; the deepest model needs six
// With aliases, a small file can stand for very many values.
constexpr std::size_t most_from_aliases = 100'000;

// Builds the tree from yaml-cpp's events. (yaml-cpp's own tree does not record the places of aliases and lets
// them form cycles, and its loader for several documents never ends on some broken ones.)
class TreeBuilder final : public YAML::EventHandler {
 public:
  TreeBuilder(std::string_view text, const std::string& source)
      : text_(text), source_(std::make_shared<const std::string>(source)) {
    root.source = source_;
  }

  Value root;
  std::vector<Problem> problems;

  void OnDocumentStart(const YAML::Mark&) override {}
  void OnDocumentEnd() override {}
  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    add(made(Value::Kind::Null, mark), anchor);
  }
  void OnScalar(const YAML::Mark& mark, const std::string&, YAML::anchor_t anchor,
                const std::string& text) override {
    refuse_open_quote(mark);
    Value value = made(Value::Kind::Scalar, mark);
    value.text = text;
    add(std::move(value), anchor);
  }
  void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    const auto found = anchored_.find(anchor);
    if (found == anchored_.end())
      throw SpecError(made(Value::Kind::Null, mark).place(), "", "an alias within itself");
    values_from_aliases_ += size_of(found->second);
    if (values_from_aliases_ > most_from_aliases)
      throw SpecError(made(Value::Kind::Null, mark).place(), "", "aliases expand to too many values");
    add(found->second, 0);
  }
  void OnSequenceStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value) override {
    open(made(Value::Kind::List, mark), anchor);
  }
  void OnSequenceEnd() override { close(); }
  void OnMapStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value) override {
    open(made(Value::Kind::Map, mark), anchor);
  }
  void OnMapEnd() override { close(); }

 private:
  struct Open {
    Value value;
    YAML::anchor_t anchor;
    std::optional<Value> key;  // of a map, while its value is still to come
  };

  Value made(Value::Kind kind, const YAML::Mark& mark) const {
    Value value;
    value.kind = kind;
    value.source = source_;
    value.line = mark.line + 1;
    value.column = mark.column + 1;
    return value;
  }

  void open(Value value, YAML::anchor_t anchor) {
    if (open_.size() >= deepest) throw SpecError(value.place(), "", "nested too deeply");
    open_.push_back({std::move(value), anchor, std::nullopt});
  }

  void close() {
    Open done = std::move(open_.back());
    open_.pop_back();
    add(std::move(done.value), done.anchor);
  }

  void add(Value value, YAML::anchor_t anchor) {
    if (anchor != 0) anchored_[anchor] = value;
    if (open_.empty()) {
      root = std::move(value);
    } else if (Open& parent = open_.back(); parent.value.kind == Value::Kind::List) {
      parent.value.items.push_back(std::move(value));
    } else if (!parent.key) {
      parent.key = std::move(value);
    } else {
      add_entry(parent, std::move(value));
    }
  }

  void add_entry(Open& parent, Value value) {
    const Value key = *std::exchange(parent.key, std::nullopt);
    const Value* before = parent.value.find(key.text);
    if (key.kind != Value::Kind::Scalar)
      problems.push_back({key.place(), "", "a key must be a word, not " + describe(key)});
    else if (before)
      problems.push_back(
          {key.place(), path_of(key.text),
           "is written twice (first on line " + std::to_string(before->line) + "); remove one"});
    else
      parent.value.entries.push_back({key.text, key.place(), placed_at(key, std::move(value))});
  }

  // The parser places an empty value at the next token, which may be on the next line; messages use the place
  // of its key instead.
  static Value placed_at(const Value& key, Value value) {
    if (value.kind == Value::Kind::Null && value.line != key.line) {
      value.line = key.line;
      value.column = key.column;
    }
    return value;
  }

  std::string path_of(const std::string& key) const {
    std::string path;
    for (const Open& open : open_)
      if (open.key) path += open.key->text + '.';
    return path + key;
  }

  // yaml-cpp accepts a quote that is not closed if the file ends with a new line.
  void refuse_open_quote(const YAML::Mark& mark) const {
    const std::size_t byte_order_mark =
        text_.starts_with("\xEF\xBB\xBF") ? 3 : 0;  // which yaml-cpp leaves out
    const auto place = open_quote_at(text_, static_cast<std::size_t>(mark.pos) + byte_order_mark);
    if (!place) return;
    const YamlHint hint = never_closed_at(text_, *place);
    throw SpecError({*source_, hint.line, hint.column}, "", hint.what);
  }

  static std::size_t size_of(const Value& value) {
    std::size_t size = 1;
    for (const Value& item : value.items) size += size_of(item);
    for (const Entry& entry : value.entries) size += size_of(entry.value);
    return size;
  }

  const std::string_view text_;
  std::shared_ptr<const std::string> source_;
  std::vector<Open> open_;
  std::map<YAML::anchor_t, Value> anchored_;
  std::size_t values_from_aliases_ = 0;
};

// An override is a single line, and its source already names it.
void forget_lines(Value& value) {
  value.line = value.column = 0;
  for (Value& item : value.items) forget_lines(item);
  for (Entry& entry : value.entries) {
    entry.key_place.line = entry.key_place.column = 0;
    forget_lines(entry.value);
  }
}

// The value under a key, which is added if it is absent.
Value& entry_of(Value& map, const std::string& key, const SourceLocation& named) {
  if (map.kind == Value::Kind::List)
    if (const auto index = parse_whole(key); index && *index < map.items.size()) return map.items[*index];
  if (map.kind != Value::Kind::Map) {
    map = Value{};
    map.kind = Value::Kind::Map;
    map.source = std::make_shared<const std::string>(named.source);
    map.line = named.line;
    map.column = named.column;
  }
  for (Entry& entry : map.entries)
    if (entry.key == key) return entry.value;
  map.entries.push_back({key, named, {}});
  return map.entries.back().value;
}

}  // namespace

const Value* Value::find(std::string_view key) const {
  const auto entry =
      std::find_if(entries.begin(), entries.end(), [&](const Entry& e) { return e.key == key; });
  return entry == entries.end() ? nullptr : &entry->value;
}

std::string describe(const Value& value) {
  switch (value.kind) {
    case Value::Kind::List:
      return "a list";
    case Value::Kind::Map:
      return "a mapping";
    case Value::Kind::Scalar:
      break;
    case Value::Kind::Null:
      return "empty";
  }
  constexpr std::size_t longest_shown = 60;
  const std::string shown = on_one_line(value.text.substr(0, longest_shown));
  return "'" + shown + (value.text.size() > longest_shown ? "…" : "") + "'";
}

Document parse_document(const std::string& text, const std::string& source) {
  try {
    std::istringstream stream(text);
    YAML::Parser parser(stream);
    TreeBuilder builder(text, source), next_document(text, source);
    parser.HandleNextDocument(builder);
    if (parser.HandleNextDocument(next_document))
      throw SpecError({source, next_document.root.line, next_document.root.column}, "",
                      "a model file holds one document, and this begins another; remove what begins it");
    return {std::move(builder.root), std::move(builder.problems)};
  } catch (const YAML::Exception& error) {
    if (const auto hint = yaml_hint(text, error.mark.line + 1))
      throw SpecError({source, hint->line, hint->column}, "", hint->what);
    throw SpecError({source, error.mark.line + 1, error.mark.column + 1}, "", "not valid YAML: " + error.msg);
  }
}

std::string read_input(const std::filesystem::path& path) {
  std::error_code ignored;  // if something else is wrong with the file, reading it reports that
  if (std::filesystem::exists(path, ignored) && !std::filesystem::is_regular_file(path, ignored))
    throw SpecError({path.string()}, "", "is not a file");
  try {
    return read_file(path);
  } catch (const FileError& error) {
    throw SpecError({}, "", error.what());
  }
}

bool is_path(const std::string& text) {
  const bool has_gaps = text.starts_with('.') || text.ends_with('.') || text.find("..") != std::string::npos;
  return !text.empty() && !has_gaps;
}

std::vector<std::string> words_of_path(const std::string& path) {
  std::vector<std::string> words;
  std::istringstream text(path);
  for (std::string word; std::getline(text, word, '.');) words.push_back(word);
  return words;
}

const Value* value_at(const Value& root, const std::string& path) {
  const Value* at = &root;
  for (const std::string& word : words_of_path(path)) at = at ? at->find(word) : nullptr;
  return at;
}

void set_value(Document& document, const std::string& path, Value value, const SourceLocation& named) {
  Value* at = &document.root;
  std::istringstream keys(path);
  for (std::string key, list; std::getline(keys, key, '.'); list += (list.empty() ? "" : ".") + key) {
    const auto index = at->kind == Value::Kind::List ? parse_whole(key) : std::nullopt;
    if (index && *index >= at->items.size())
      throw SpecError(
          named, path,
          "has no such item: " + list + " has " + std::to_string(at->items.size()) + ", counted from 0");
    at = &entry_of(*at, key, named);
  }
  *at = std::move(value);
}

void apply_override(Document& document, const std::string& assignment) {
  const std::string source = source_of_override(assignment);
  const std::size_t equals = assignment.find('=');
  const std::string path = assignment.substr(0, equals);
  if (equals == std::string::npos || !is_path(path))
    throw SpecError({source}, "", "must be key.path=value, as in lattice.size=[64,64]");
  Document value_document = parse_document(assignment.substr(equals + 1), source);
  if (!value_document.problems.empty()) throw SpecError(value_document.problems);
  forget_lines(value_document.root);
  set_value(document, path, std::move(value_document.root), {source});
}

}  // namespace morula::io
