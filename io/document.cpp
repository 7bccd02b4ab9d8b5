#include "io/document.h"

#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <map>
#include <optional>
#include <sstream>
#include <utility>

#include "io/durable_file.h"

namespace morula::io {
namespace {

constexpr std::size_t deepest = 32;  // levels; the deepest model needs six
constexpr std::size_t most_values =
    20'000'000;  // aliases can stand for more values than the file has letters

// Builds the tree from yaml-cpp's events. (Its own tree keeps no place for aliases, lets them form cycles,
// and its loader of several documents never ends on some broken ones.)
class TreeBuilder final : public YAML::EventHandler {
 public:
  explicit TreeBuilder(const std::string& source) : source_(std::make_shared<const std::string>(source)) {
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
    Value value = made(Value::Kind::Scalar, mark);
    value.text = text;
    add(std::move(value), anchor);
  }
  void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    const auto found = anchored_.find(anchor);
    if (found == anchored_.end())
      throw SpecError(made(Value::Kind::Null, mark).place(), "", "an alias within itself");
    values_ += size_of(found->second);
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
    std::optional<Value> key;  // of a map, when its value comes next
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
    if (++values_ > most_values) throw SpecError(value.place(), "", "too many values");
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
          {key.place(), key.text,
           "is written twice (first on line " + std::to_string(before->line) + "); remove one"});
    else
      parent.value.entries.push_back({key.text, key.place(), std::move(value)});
  }

  // What an alias stands for is counted again each time.
  static std::size_t size_of(const Value& value) {
    std::size_t size = 1;
    for (const Value& item : value.items) size += size_of(item);
    for (const Entry& entry : value.entries) size += size_of(entry.value);
    return size;
  }

  std::shared_ptr<const std::string> source_;
  std::vector<Open> open_;
  std::map<YAML::anchor_t, Value> anchored_;
  std::size_t values_ = 0;
};

std::string on_one_line(std::string text) {
  for (char& c : text)
    if (static_cast<unsigned char>(c) < 32) c = ' ';
  return text;
}

// An override is one line: its source says where it is.
void forget_lines(Value& value) {
  value.line = value.column = 0;
  for (Value& item : value.items) forget_lines(item);
  for (Entry& entry : value.entries) {
    entry.key_place.line = entry.key_place.column = 0;
    forget_lines(entry.value);
  }
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

Value parse_document(const std::string& text, const std::string& source) {
  try {
    std::istringstream stream(text);
    YAML::Parser parser(stream);
    TreeBuilder builder(source), rest(source);
    parser.HandleNextDocument(builder);
    if (parser.HandleNextDocument(rest))
      throw SpecError({source, rest.root.line, rest.root.column}, "",
                      "a model file holds one document, and this begins another; remove what begins it");
    if (!builder.problems.empty()) throw SpecError(builder.problems);
    return std::move(builder.root);
  } catch (const YAML::Exception& error) {
    throw SpecError({source, error.mark.line + 1, error.mark.column + 1}, "", "not valid YAML: " + error.msg);
  }
}

std::string read_input(const std::filesystem::path& path) {
  try {
    if (std::filesystem::exists(path) && !std::filesystem::is_regular_file(path))
      throw FileError(path.string(), "is not a file");
    return read_file(path);
  } catch (const Error& error) {
    throw SpecError({}, "", error.what());
  }
}

Value load_document(const std::filesystem::path& path) {
  return parse_document(read_input(path), path.string());
}

void apply_override(Value& root, const std::string& assignment) {
  const std::string source = "--set " + on_one_line(assignment);
  const std::size_t equals = assignment.find('=');
  if (equals == std::string::npos || equals == 0)
    throw SpecError({source}, "", "must be key.path=value, as in lattice.size=[64,64]");
  Value value = parse_document(assignment.substr(equals + 1), source);
  forget_lines(value);
  const auto shared_source = std::make_shared<const std::string>(source);
  Value* at = &root;
  std::istringstream path(assignment.substr(0, equals));
  for (std::string key; std::getline(path, key, '.');) {
    if (at->kind != Value::Kind::Map) {
      *at = Value{};
      at->kind = Value::Kind::Map;
      at->source = shared_source;
    }
    auto entry =
        std::find_if(at->entries.begin(), at->entries.end(), [&](const Entry& e) { return e.key == key; });
    if (entry == at->entries.end()) entry = at->entries.insert(entry, {key, {source, 0, 0}, {}});
    at = &entry->value;
  }
  *at = std::move(value);
}

}  // namespace morula::io
