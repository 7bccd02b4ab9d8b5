#include "models/input_file.h"

#include <fstream>
#include <vector>

#include "core/error.h"
#include "io/durable_file.h"
#include "io/volume.h"

namespace morula {
namespace {

// A part at a time: a stack of pictures may be larger than the memory that is left.
Hash hash_of_file(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::vector<char> part(1 << 20);
  Hash hash;
  for (u64 first = 0; file; first += part.size()) {
    file.read(part.data(), static_cast<std::streamsize>(part.size()));
    for (u64 i = 0; i < static_cast<u64>(file.gcount()); ++i)
      hash += {hash_term(0, first + i, static_cast<unsigned char>(part[i]))};
  }
  return hash;
}

}  // namespace

void note_input(KeyLocation named, const std::filesystem::path& path, Spec& spec) {
  Hash hash;
  u64 number = 0;
  for (const std::filesystem::path& file : io::files_of_volume(path))
    hash += {mix64(hash_of_file(file).value + number++)};
  spec.inputs.push_back({std::move(named), path, hash});
}

std::optional<std::string> read_input_file(io::Section& section, std::string_view key,
                                           const InputFolder& folder, Spec& spec) {
  const auto name = section.text(key, io::Presence::Required);
  if (!name) return std::nullopt;
  try {
    std::string text = io::read_file(folder / *name);
    note_input({section.place_of(key), section.path_of(key)}, folder / *name, spec);
    return text;
  } catch (const FileError& error) {
    section.problem(key, error.what());
    return std::nullopt;
  }
}

}  // namespace morula
