#include "sweep/kept_sweep.h"

#include <algorithm>
#include <functional>
#include <optional>

#include "io/durable_file.h"
#include "io/yaml_edit.h"

namespace morula::sweep {
namespace {

namespace fs = std::filesystem;

constexpr const char* source_folder = "source";

fs::path normal(const fs::path& path) { return fs::absolute(path).lexically_normal(); }

// True if the value names the file or its folder: `initial.run` names the folder of the file that is read.
bool is_file_or_its_folder(const fs::path& named, const fs::path& file) {
  fs::path path = named.lexically_normal();
  if (!path.has_filename()) path = path.parent_path();
  return path == file || path == file.parent_path();
}

using VisitScalar = std::function<void(const std::string& key, const io::Value& value)>;
void visit_scalars(const io::Value& value, const std::string& key, const VisitScalar& visit) {
  if (value.kind == io::Value::Kind::Scalar) visit(key, value);
  for (const io::Value& item : value.items) visit_scalars(item, key, visit);
  for (const io::Entry& entry : value.entries)
    visit_scalars(entry.value, key.empty() ? entry.key : key + '.' + entry.key, visit);
}

fs::path common_folder(const std::vector<fs::path>& files) {
  fs::path common = files.front().parent_path();
  for (const fs::path& file : files) {
    const fs::path folder = file.parent_path();
    fs::path shared;
    const auto end = std::ranges::mismatch(common, folder).in1;
    for (auto part = common.begin(); part != end; ++part) shared /= *part;
    common = shared;
  }
  return common;
}

// The path of the sweep file, beside the file from which the sweep was read. A model file that was swept with
// --over keeps its name, and its sweep file gets the ending .sweep.yaml.
fs::path sweep_file_of(const SweepSpec& sweep) {
  const fs::path file = normal(sweep.file);
  return file.string().ends_with(".sweep.yaml") ? file : fs::path(file).replace_extension(".sweep.yaml");
}

}  // namespace

// No value names a file that another file includes. Its name counts as absolute if a value of its key is
// absolute.
bool has_absolute_name(const InputFile& file, const PointModels& models) {
  const fs::path path = absolute_name(file.path, models), folder = normal(models.folder());
  bool is_named = false, is_absolute = false, is_key_absolute = false;
  const auto look = [&](const std::string& key, const io::Value& value) {
    const fs::path name = value.text;
    const bool names_file = is_file_or_its_folder(folder / name, path);
    is_named |= names_file;
    is_absolute |= names_file && name.is_absolute();
    is_key_absolute |= key == file.named.key && name.is_absolute();
  };
  visit_scalars(models.model().root, "", look);
  for (const SweptKey& swept : models.sweep().over)
    for (const io::Value& value : swept.values) visit_scalars(value, swept.key, look);
  return is_named ? is_absolute : is_key_absolute;
}

fs::path absolute_name(const fs::path& file, const PointModels& models) {
  const fs::path kept = normal(file).lexically_relative(normal(models.folder() / folder_of_absolute_names));
  return kept.empty() || *kept.begin() == ".." ? normal(file) : "/" / kept;
}

std::vector<std::string> KeptSource::names() const {
  std::vector<std::string> names;
  for (const Text& text : texts) names.push_back(text.name);
  for (const std::string& name : names_of(inputs)) names.push_back(name);
  return names;
}

KeptSource source_of(const PointModels& models, const std::vector<InputFile>& files) {
  const SweepSpec& sweep = models.sweep();
  std::vector<fs::path> paths = {sweep_file_of(sweep), normal(sweep.model.path)};
  for (const InputFile& file : files)
    if (!has_absolute_name(file, models)) paths.push_back(normal(file.path));
  const fs::path common = common_folder(paths);
  const auto name_of = [&](const fs::path& path) {
    return (source_folder / normal(path).lexically_relative(common)).generic_string();
  };
  const fs::path model_folder = fs::path(name_of(paths[1])).parent_path();
  const auto name_of_input = [&](const InputFile& file) {
    if (!has_absolute_name(file, models)) return name_of(file.path);
    const fs::path below_root = absolute_name(file.path, models).relative_path();
    return (model_folder / folder_of_absolute_names / below_root).generic_string();
  };
  KeptSource source;
  source.texts = {{name_of(paths[0]), io::edited_yaml(sweep.text, sweep.document.root)},
                  {name_of(paths[1]), io::edited_yaml(sweep.model.text, models.model().root)}};
  for (const InputFile& file : files) {
    const bool is_state = file.named.key.empty();  // the state of the run that `initial.run` names
    source.inputs.push_back(kept_input(
        file.named.key, file.path, is_state ? std::nullopt : std::optional(file.hash), name_of_input(file)));
  }
  return source;
}

void write_source(const KeptSource& source, const fs::path& folder) {
  for (const KeptSource::Text& text : source.texts) {
    fs::create_directories((folder / text.name).parent_path());
    io::write_file(folder / text.name, text.text);
  }
  write_kept_inputs(source.inputs, folder);
}

void copy_source(const std::vector<std::string>& names, const fs::path& from, const fs::path& to) {
  for (const std::string& name : names) {
    if (fs::exists(to / name) || !fs::exists(from / name)) continue;
    fs::create_directories((to / name).parent_path());
    fs::copy_file(from / name, to / name);
  }
}

}  // namespace morula::sweep
