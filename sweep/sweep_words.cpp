// The options of a sweep on the command line.
#include "sweep/sweep_spec.h"

namespace morula::sweep {
namespace {

using io::Value;

Value whole_value(std::uint64_t number, const std::string& source) {
  Value value;
  value.kind = Value::Kind::Scalar;
  value.text = std::to_string(number);
  value.source = std::make_shared<const std::string>(source);
  return value;
}

Value text_value(const std::string& text, const std::string& source) {
  Value value = whole_value(0, source);
  value.text = text;
  return value;
}

void forget_places(Value& value) {
  value.line = value.column = 0;
  for (Value& item : value.items) forget_places(item);
  for (io::Entry& entry : value.entries) {
    entry.key_place.line = entry.key_place.column = 0;
    forget_places(entry.value);
  }
}

// Reads `key=a,b,c`, where the text after the sign is a list without its brackets.
io::Entry swept_by_words(const std::string& words) {
  const std::string source = "--over " + on_one_line(words);
  const std::size_t equals = words.find('=');
  const std::string key = words.substr(0, equals);
  if (equals == std::string::npos || !io::is_path(key))
    throw SpecError({source}, "", "must be key.path=value,value,… as in lattice.size=[64,64],[128,128]");
  io::Document values = io::parse_document('[' + words.substr(equals + 1) + ']', source);
  if (!values.problems.empty()) throw SpecError(values.problems);
  forget_places(values.root);
  return {key, {source}, std::move(values.root)};
}

// All options --over in the form of the mapping `over` in a sweep file.
Value swept_by_options(const std::vector<std::string>& options) {
  Value over;
  over.kind = Value::Kind::Map;
  over.source = std::make_shared<const std::string>("--over");
  for (const std::string& option : options) {
    io::Entry entry = swept_by_words(option);
    if (over.find(entry.key) != nullptr)
      throw SpecError(entry.key_place, entry.key, "is swept twice; give all of its values in one --over");
    over.entries.push_back(std::move(entry));
  }
  return over;
}

}  // namespace

void apply_words(io::Document& document, const SweepWords& words,
                 const std::optional<std::filesystem::path>& model) {
  const auto put = [&](const std::string& key, Value value, const std::string& source) {
    set_value(document, "sweep." + key, std::move(value), {source});
  };
  if (model) {
    document.root = Value{};
    put("model", text_value(model->filename().string(), model->string()), model->string());
  }
  if (!words.over.empty()) put("over", swept_by_options(words.over), "--over");
  if (words.seed) put("seed", whole_value(*words.seed, "--seed"), "--seed");
  if (words.replicas) put("replicas", whole_value(*words.replicas, "--replicas"), "--replicas");
  if (words.points) put("points", whole_value(*words.points, "--points"), "--points");
  if (words.from) put("measure.from", whole_value(*words.from, "--from"), "--from");
  if (words.design) put("design", text_value(*words.design, "--design"), "--design");
  if (words.keep.empty()) return;
  Value keep;
  keep.kind = Value::Kind::List;
  keep.source = std::make_shared<const std::string>("--keep");
  for (const std::string& name : words.keep) keep.items.push_back(text_value(name, "--keep"));
  put("keep", std::move(keep), "--keep");
}

}  // namespace morula::sweep
