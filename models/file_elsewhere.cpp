#include "models/file_elsewhere.h"

#include <fmt/format.h>

#include "core/bytes.h"
#include "core/error.h"
#include "io/durable_file.h"
#include "io/json.h"
#include "io/volume.h"

namespace morula {
namespace {

namespace fs = std::filesystem;

// Whether the path names an existing file, a folder of pictures, or a pattern that matches some.
bool is_there(const fs::path& path) {
  try {
    for (const fs::path& file : io::files_of_volume(path))
      if (!fs::exists(file)) return false;
    return true;
  } catch (const FileError&) {
    return false;
  }
}

}  // namespace

fs::path note_for(fs::path place) { return place += elsewhere_suffix; }

std::string to_json(const FileElsewhere& file) {
  return io::Json{{"path", file.path.string()}, {"bytes", file.bytes}, {"hash", to_string(file.hash)}}.dump(
             2) +
         '\n';
}

std::optional<FileElsewhere> noted_elsewhere(const fs::path& place) {
  const fs::path note = note_for(place);
  if (!fs::is_regular_file(note)) return std::nullopt;
  try {
    const io::Json json = io::Json::parse(io::read_file(note));
    return FileElsewhere{json.at("path").get<std::string>(), json.at("bytes").get<std::uint64_t>(),
                         parse_hash(json.at("hash").get<std::string>())};
  } catch (const FileError&) {
    throw;
  } catch (const Error& error) {
    throw FileError(note.string(), std::string("is damaged: ") + error.what());
  }
}

bool is_here_or_noted(const fs::path& place) { return is_there(place) || fs::exists(note_for(place)); }

fs::path found_file(const fs::path& place) {
  if (fs::exists(place)) return place;
  const auto file = noted_elsewhere(place);
  if (!file) return place;
  if (is_there(file->path)) return file->path;
  throw FileError(place.string(),
                  fmt::format("is not here, since it was too large to be kept with the run; put "
                              "a copy of {} in this place",
                              describe(*file)));
}

std::string describe(const FileElsewhere& file) {
  return fmt::format("{} ({}, hash {})", file.path.string(), human_bytes(file.bytes), to_string(file.hash));
}

}  // namespace morula
