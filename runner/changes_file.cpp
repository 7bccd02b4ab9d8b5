#include "runner/changes_file.h"

#include <fmt/format.h>

#include <optional>
#include <sstream>

#include "core/error.h"
#include "io/durable_file.h"
#include "io/hdf5_file.h"
#include "io/json.h"

namespace morula {
namespace {

namespace fs = std::filesystem;

constexpr const char* changes_name = "changes.jsonl";

// Writes a number as a JSON number and everything else as text; the reader of model files accepts both.
io::Json scalar_json(const std::string& text) {
  try {
    const io::Json json = io::Json::parse(text);
    if (json.is_number()) return json;
  } catch (const io::JsonError&) {
  }
  return text;
}

io::Json as_json(const io::Value& value) {
  switch (value.kind) {
    case io::Value::Kind::Null:
      return nullptr;
    case io::Value::Kind::Scalar:
      return scalar_json(value.text);
    case io::Value::Kind::List: {
      io::Json list = io::Json::array();
      for (const io::Value& item : value.items) list.push_back(as_json(item));
      return list;
    }
    case io::Value::Kind::Map:
      break;
  }
  io::Json map = io::Json::object();
  for (const io::Entry& entry : value.entries) map[entry.key] = as_json(entry.value);
  return map;
}

// Sets the line numbers of a value that was parsed from one line of a file.
void move_to_line(io::Value& value, int line) {
  value.line = line;
  for (io::Value& item : value.items) move_to_line(item, line);
  for (io::Entry& entry : value.entries) {
    entry.key_place.line = line;
    move_to_line(entry.value, line);
  }
}

[[noreturn]] void refuse_line(const std::string& source, std::size_t line) {
  throw FileError(
      source, fmt::format("line {} is not a change of a run: it is cut off or was edited; put the file back, "
                          "or remove it and run the model without these changes",
                          line));
}

// Parses a line of the file into the form of an entry of the list `changes` of a model file.
io::Value parsed_line(const std::string& text, const std::string& source, std::size_t line) {
  try {
    io::Document document = io::parse_document(text, source);
    if (!document.problems.empty()) refuse_line(source, line);
    return std::move(document.root);
  } catch (const SpecError&) {  // not even YAML
    refuse_line(source, line);
  }
}

bool is_from_outside(const io::Value& change, const std::string& source, std::size_t line) {
  const io::Value* const origin = change.kind == io::Value::Kind::Map ? change.find("from") : nullptr;
  if (!origin || (origin->text != "outside" && origin->text != "model")) refuse_line(source, line);
  return origin->text == "outside";
}

io::Value& list_of_changes(io::Document& document) {
  for (io::Entry& entry : document.root.entries)
    if (entry.key == "changes") return entry.value;
  io::Value list;
  list.kind = io::Value::Kind::List;
  document.root.entries.push_back({"changes", {}, list});
  return document.root.entries.back().value;
}

// Writes one field to a file in the run directory.
void write_array(const Field& field, std::span<const std::byte> values, const fs::path& place) {
  fs::create_directories(place.parent_path());
  io::PendingFile pending(place);
  io::Hdf5Writer file(pending.path());
  file.add(field);
  const std::uint64_t size = size_of(field.type);
  for (const Slab& slab : slabs_of(field))
    file.write(field, slab, values.subspan(slab.first * size, slab.count * size));
  file.close();
  pending.commit();
}

// Without a run directory, an array stays in memory. With one, its file is written if the change `is_new`.
io::Json as_json(const Change& change, std::size_t number, const std::optional<fs::path>& run,
                 bool is_new = false) {
  io::Json json = {{"at", change.at}, {"from", change.origin == ChangeOrigin::Model ? "model" : "outside"}};
  for (const io::Entry& entry : change.written.entries)
    if (entry.key != "at" && entry.key != "from") json[entry.key] = as_json(entry.value);
  for (const FieldAssignment& assignment : change.fields) {
    if (!assignment.values) continue;
    const std::string name =
        run ? fmt::format("changes/{:09}-{}-{}.h5", change.at, number, assignment.layout.name) : "in memory";
    if (run && is_new) write_array(assignment.layout, *assignment.values, *run / name);
    json["assign"][assignment.layout.name] = name;
  }
  return json;
}

}  // namespace

void write_changes(const std::vector<Change>& changes, const fs::path& run, std::size_t first_new) {
  std::string text;
  for (std::size_t i = 0; i < changes.size(); ++i)
    text += as_json(changes[i], i, run, i >= first_new).dump() + '\n';
  io::write_file(run / changes_name, text);
}

std::vector<std::string> change_lines(const std::vector<Change>& changes) {
  std::vector<std::string> lines;
  for (std::size_t i = 0; i < changes.size(); ++i)
    lines.push_back(as_json(changes[i], i, std::nullopt).dump());
  return lines;
}

ChangingModel::Log log_of_run(const ChangingModel& model, const fs::path& run) {
  return [&model, run] { write_changes(model.spec().changes, run, model.changes_held()); };
}

std::vector<std::string> read_changes_file(const fs::path& run) {
  std::vector<std::string> lines;
  if (!fs::exists(run / changes_name)) return lines;
  std::istringstream text(io::read_input(run / changes_name));
  for (std::string line; std::getline(text, line);) lines.push_back(line);
  return lines;
}

bool has_changes_from_outside(const fs::path& model_file) {
  io::Document document;
  document.root.kind = io::Value::Kind::Map;
  add_changes_beside(model_file, document);
  return !document.root.entries.empty();
}

std::vector<std::string> changes_beside(const fs::path& model_file) {
  if (model_file.filename() != "model.yaml") return {};
  return read_changes_file(model_file.parent_path());
}

void add_changes_beside(const fs::path& model_file, io::Document& document) {
  add_changes(changes_beside(model_file), model_file, document);
}

void add_changes(const std::vector<std::string>& lines, const fs::path& model_file, io::Document& document) {
  const std::string source = (model_file.parent_path() / changes_name).string();
  for (std::size_t i = 0; i < lines.size(); ++i) {
    io::Value change = parsed_line(lines[i], source, i + 1);
    if (!is_from_outside(change, source, i + 1)) continue;
    move_to_line(change, static_cast<int>(i + 1));
    io::Value& list = list_of_changes(document);
    if (list.kind == io::Value::Kind::List) list.items.push_back(std::move(change));
  }
}

}  // namespace morula
