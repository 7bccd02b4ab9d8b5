#include "models/input_hash.h"

#include <fstream>
#include <vector>

#include "io/volume.h"

namespace morula {
namespace {

// Reads the file in parts: a stack of pictures may be larger than the available memory.
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

Hash hash_of_files(const std::filesystem::path& path) {
  Hash hash;
  u64 number = 0;
  for (const std::filesystem::path& file : io::files_of_volume(path))
    hash += {mix64(hash_of_file(file).value + number++)};
  return hash;
}

}  // namespace morula
