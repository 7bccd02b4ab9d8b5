#include "io/document.h"

#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <sstream>

namespace morula::io {
namespace {

constexpr int deepest = 32;  // levels; the deepest model needs six
constexpr std::size_t most_values =
    20'000'000;  // aliases can stand for more values than the file has letters

class Converter {
 public:
  explicit Converter(const std::string& source) : source_(std::make_shared<const std::string>(source)) {}

  Value convert(const YAML::Node& node, int depth) {
    Value value;
    value.source = source_;
    value.line = node.Mark().line + 1;
    value.column = node.Mark().column + 1;
    if (depth > deepest) throw SpecError(value.place(), "", "nested too deeply");
    if (++values_ > most_values) throw SpecError(value.place(), "", "too many values");
    switch (node.Type()) {
      case YAML::NodeType::Scalar:
        value.kind = Value::Kind::Scalar;
        value.text = node.Scalar();
        break;
      case YAML::NodeType::Sequence:
        value.kind = Value::Kind::List;
        for (const YAML::Node& item : node) value.items.push_back(convert(item, depth + 1));
        break;
      case YAML::NodeType::Map:
        convert_map(node, value, depth);
        break;
      default:
        break;
    }
    return value;
  }

  std::vector<Problem> problems;

 private:
  void convert_map(const YAML::Node& node, Value& value, int depth) {
    value.kind = Value::Kind::Map;
    std::map<std::string, int> line_of;
    for (const auto& pair : node) {
      const Value key = convert(pair.first, depth + 1);
      if (key.kind != Value::Kind::Scalar) {
        problems.push_back({key.place(), "", "a key must be a word, not " + describe(key)});
        continue;
      }
      const auto [first, is_new] = line_of.emplace(key.text, key.line);
      if (!is_new)
        problems.push_back(
            {key.place(), key.text,
             "is written twice (first on line " + std::to_string(first->second) + "); remove one"});
      else
        value.entries.push_back({key.text, key.place(), convert(pair.second, depth + 1)});
    }
  }

  std::shared_ptr<const std::string> source_;
  std::size_t values_ = 0;
};

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
  std::string shown;
  for (const char c : value.text.substr(0, longest_shown))
    shown += static_cast<unsigned char>(c) < 32 ? ' ' : c;  // one line, whatever the file holds
  return "'" + shown + (value.text.size() > longest_shown ? "…" : "") + "'";
}

Value parse_document(const std::string& text, const std::string& source) {
  try {
    const std::vector<YAML::Node> documents = YAML::LoadAll(text);
    if (documents.size() > 1)
      throw SpecError({source, documents[1].Mark().line + 1, 1}, "",
                      "a model file holds one document; remove the '---'");
    Converter converter(source);
    Value root = documents.empty() ? converter.convert(YAML::Node(), 0) : converter.convert(documents[0], 0);
    if (!converter.problems.empty()) throw SpecError(converter.problems);
    return root;
  } catch (const YAML::Exception& error) {
    throw SpecError({source, error.mark.line + 1, error.mark.column + 1}, "", "not valid YAML: " + error.msg);
  }
}

Value load_document(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  if (!file || !std::filesystem::is_regular_file(path) || !(text << file.rdbuf()))
    throw SpecError({path.string()}, "", "cannot be read: is it there, and is it a file?");
  return parse_document(text.str(), path.string());
}

void apply_override(Value& root, const std::string& assignment) {
  const std::string source = "--set " + assignment;
  const std::size_t equals = assignment.find('=');
  if (equals == std::string::npos || equals == 0)
    throw SpecError({source}, "", "must be key.path=value, as in lattice.size=[64,64]");
  Value value = parse_document(assignment.substr(equals + 1), source);
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
