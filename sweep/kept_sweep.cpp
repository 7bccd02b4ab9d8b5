#include "sweep/kept_sweep.h"

#include <algorithm>
#include <iterator>
#include <optional>

#include "io/durable_file.h"
#include "io/yaml_edit.h"

namespace morula::sweep {
namespace {

namespace fs = std::filesystem;

constexpr const char* source_folder = "source";

fs::path normal(const fs::path& path) { return fs::absolute(path).lexically_normal(); }

bool names_by_whole_path(const io::Value& value, const fs::path& file) {
  const fs::path name = value.text;
  if (value.kind == io::Value::Kind::Scalar && name.is_absolute())
    return name.lexically_normal() == file || name.lexically_normal() == file.parent_path();
  const auto in_item = [&](const io::Value& item) { return names_by_whole_path(item, file); };
  const auto in_entry = [&](const io::Entry& entry) { return in_item(entry.value); };
  return std::ranges::any_of(value.items, in_item) || std::ranges::any_of(value.entries, in_entry);
}

// A file with an absolute name is found nowhere else: it is not kept.
bool is_relative(const InputFile& file, const PointModels& models) {
  const fs::path path = normal(file.path);
  if (names_by_whole_path(models.model().root, path)) return false;
  return std::ranges::none_of(models.sweep().over, [&](const SweptKey& key) {
    return std::ranges::any_of(key.values,
                               [&](const io::Value& value) { return names_by_whole_path(value, path); });
  });
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

// Beside the file that the sweep was read from; a model file that was swept by --over keeps its own name.
fs::path sweep_file_of(const SweepSpec& sweep) {
  const fs::path file = normal(sweep.file);
  return file.string().ends_with(".sweep.yaml") ? file : fs::path(file).replace_extension(".sweep.yaml");
}

}  // namespace

std::vector<std::string> KeptSource::names() const {
  std::vector<std::string> names;
  for (const Text& text : texts) names.push_back(text.name);
  for (const std::string& name : names_of(inputs)) names.push_back(name);
  return names;
}

KeptSource source_of(const PointModels& models, const std::vector<InputFile>& files) {
  const SweepSpec& sweep = models.sweep();
  std::vector<InputFile> kept;
  std::ranges::copy_if(files, std::back_inserter(kept),
                       [&](const InputFile& file) { return is_relative(file, models); });
  std::vector<fs::path> paths = {sweep_file_of(sweep), normal(sweep.model.path)};
  for (const InputFile& file : kept) paths.push_back(normal(file.path));
  const fs::path common = common_folder(paths);
  const auto name_of = [&](const fs::path& path) {
    return (source_folder / normal(path).lexically_relative(common)).generic_string();
  };
  KeptSource source;
  source.texts = {{name_of(paths[0]), io::edited_yaml(sweep.text, sweep.document.root)},
                  {name_of(paths[1]), io::edited_yaml(sweep.model.text, models.model().root)}};
  for (const InputFile& file : kept) {
    const bool is_state = file.named.key.empty();  // of the run that `initial.run` names
    source.inputs.push_back(kept_input(
        file.named.key, file.path, is_state ? std::nullopt : std::optional(file.hash), name_of(file.path)));
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
