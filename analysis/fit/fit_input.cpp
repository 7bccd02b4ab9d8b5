#include "analysis/fit/fit_input.h"

#include <fmt/format.h>

#include "io/json.h"
#include "io/yaml_text.h"
#include "runner/option_overrides.h"

namespace morula {
namespace {

namespace fs = std::filesystem;
using Kind = io::Value::Kind;

std::string quoted(const std::string& text) { return io::Json(text).dump(); }

fs::path without_links(const fs::path& path) {
  return fs::weakly_canonical(fs::absolute(path.empty() ? "." : path));
}

// A path that is relative to the working folder, made relative to the folder of the model file. An absolute
// path stays as it is.
std::string seen_from(const fs::path& folder, const fs::path& path) {
  return path.is_absolute() ? path.string()
                            : without_links(path).lexically_proximate(without_links(folder)).string();
}

std::vector<OptionOverride> overrides_of_target(const FitOverrides& choice, const fs::path& folder) {
  std::vector<OptionOverride> made;
  if (choice.target)
    made.push_back({"--target " + choice.target->string(),
                    "proliferation.target.file=" + quoted(seen_from(folder, *choice.target))});
  if (choice.channel)
    made.push_back(
        {"--channel " + *choice.channel, "proliferation.target.channel=" + quoted(*choice.channel)});
  return made;
}

io::Value* entry_in(io::Value& map, const std::string& key) {
  for (io::Entry& entry : map.entries)
    if (entry.key == key) return &entry.value;
  return nullptr;
}

void set_number(io::Value& map, const std::string& key, double number) {
  io::Value* value = entry_in(map, key);
  if (!value) {
    io::Entry entry;
    entry.key = key;
    map.entries.push_back(entry);
    value = &map.entries.back().value;
  }
  value->kind = Kind::Scalar;
  value->text = fmt::format("{}", number);
}

// Moves the path of a file, given as NAME or {file: NAME}; a list of bins names no file.
void move_path(io::Value* value, const fs::path& from, const fs::path& to) {
  if (value && value->kind == Kind::Map) value = entry_in(*value, "file");
  if (!value || value->kind != Kind::Scalar) return;
  value->text = seen_from(to, from / value->text);
}

// Sets the time to death in the form that the model file uses: a rate, or a mean with or without an sd.
void set_death(io::Value& death, const TimeLaw& law) {
  if (entry_in(death, "rate")) return set_number(death, "rate", 1 / law.mean);
  set_number(death, "mean", law.mean);
  if (entry_in(death, "sd")) set_number(death, "sd", law.sd);
}

FitInput read_fit_input_with(const fs::path& file, const ModelFile& model,
                             const std::vector<std::string>& overrides) {
  FitInput input{file, io::parse_document(model.text, file.string()), read_model(model, overrides), nullptr};
  for (const std::string& assignment : overrides) io::apply_override(input.document, assignment);
  input.cells = std::dynamic_pointer_cast<const ProliferationSpec>(input.spec.section);
  if (!input.cells)
    throw SpecError(
        input.document.root.find("model")->place(), "model",
        fmt::format("is '{}'; only models of the family 'proliferation' can be fitted", input.spec.family));
  return input;
}

}  // namespace

FitInput read_fit_input(const fs::path& file, const FitOverrides& choice) {
  const ModelFile model = load_model_file(file);
  const std::vector<OptionOverride> of_target = overrides_of_target(choice, file.parent_path());
  std::vector<std::string> overrides;
  for (const OptionOverride& made : of_target) overrides.push_back(made.assignment);
  overrides.insert(overrides.end(), choice.set.begin(), choice.set.end());
  try {
    return read_fit_input_with(file, model, overrides);
  } catch (const SpecError& error) {
    throw naming_options(error, of_target);
  }
}

std::string fitted_model_file(const FitInput& input, const std::vector<CellType>& types,
                              const fs::path& folder) {
  io::Value root = input.document.root;
  io::Value& section = *entry_in(root, "proliferation");
  const fs::path from = input.file.parent_path();
  move_path(entry_in(section, "population"), from, folder);
  move_path(entry_in(section, "target"), from, folder);
  std::vector<io::Value>& written = entry_in(section, "types")->items;
  for (std::size_t i = 0; i < types.size(); ++i) {
    set_number(written[i], "proportion", types[i].proportion);
    if (types[i].fit.death_mean) set_death(*entry_in(written[i], "death"), *types[i].death);
    io::Value* division = entry_in(written[i], "division");
    if (!division) continue;
    set_number(*division, "mean", types[i].division->mean);
    if (types[i].division->law != Law::Exponential || entry_in(*division, "sd"))
      set_number(*division, "sd", types[i].division->sd);
  }
  return io::to_yaml(root);
}

}  // namespace morula
