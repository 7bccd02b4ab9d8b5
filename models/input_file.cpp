#include "models/input_file.h"

#include "core/error.h"
#include "io/durable_file.h"
#include "models/input_hash.h"

namespace morula {

void note_input(KeyLocation named, const InputFolder& folder, const std::filesystem::path& name, Spec& spec) {
  const std::filesystem::path path = folder / name;
  spec.inputs.push_back({std::move(named), path, hash_of_files(path), folder.note_of(name)});
}

std::optional<std::string> read_input_file(io::Section& section, std::string_view key,
                                           const InputFolder& folder, Spec& spec) {
  const auto name = section.text(key, io::Presence::Required);
  if (!name) return std::nullopt;
  try {
    std::string text = io::read_file(folder / *name);
    note_input({section.place_of(key), section.path_of(key)}, folder, *name, spec);
    return text;
  } catch (const FileError& error) {
    section.problem(key, error.what());
    return std::nullopt;
  }
}

}  // namespace morula
