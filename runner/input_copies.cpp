#include "runner/input_copies.h"

#include <stdlib.h>

#include <algorithm>
#include <cerrno>
#include <fstream>
#include <map>
#include <system_error>

#include "core/error.h"
#include "io/json.h"
#include "io/volume.h"
#include "models/input_folder.h"

namespace morula {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t sent_at_once = std::uint64_t{64} << 20;

[[noreturn]] void fail(const fs::path& file) {
  throw FileError(file.string(), std::generic_category().message(errno != 0 ? errno : EIO));
}

// The other ranks find a copy by the file's name, an absolute path without "..". Rank 0 opens the file by the
// path that it has read it by: behind a symbolic link ".." leads elsewhere than the name says.
struct SentFile {
  std::string name;
  fs::path source;  // rank 0's
  std::uint64_t size = 0;
};

// The pictures of a stack one by one, and each file once.
std::vector<SentFile> files_of(const std::vector<InputFile>& inputs) {
  std::map<std::string, fs::path> sources;
  for (const InputFile& input : inputs)
    for (const fs::path& file : io::files_of_volume(input.path)) {
      const auto [known, is_new] = sources.emplace(fs::absolute(file).lexically_normal().string(), file);
      if (!is_new && !fs::equivalent(known->second, file))
        throw FileError(file.string(), "is another file than " + known->second.string() +
                                           ", since '..' follows a symbolic link; name it without '..'");
    }
  std::vector<SentFile> files;
  for (const auto& [name, source] : sources) files.push_back({name, source, fs::file_size(source)});
  return files;
}

Bytes bytes_of(const std::vector<SentFile>& files) {
  io::Json list = io::Json::array();
  for (const SentFile& file : files) list.push_back({{"name", file.name}, {"size", file.size}});
  const std::string text = list.dump();
  const auto bytes = std::as_bytes(std::span(text));
  return {bytes.begin(), bytes.end()};
}

std::vector<SentFile> files_in(const Bytes& bytes) {
  std::vector<SentFile> files;
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  for (const io::Json& file : io::Json::parse(text))
    files.push_back({file.at("name").get<std::string>(), {}, file.at("size").get<std::uint64_t>()});
  return files;
}

void send(const SentFile& file, Communicator& ranks) {
  std::ifstream from(file.source, std::ios::binary);
  for (std::uint64_t sent = 0; sent < file.size; sent += sent_at_once) {
    Bytes part(std::min(sent_at_once, file.size - sent));
    if (!from.read(reinterpret_cast<char*>(part.data()), static_cast<std::streamsize>(part.size())))
      fail(file.source);
    ranks.broadcast(part);
  }
}

void receive(const SentFile& file, const fs::path& place, Communicator& ranks) {
  fs::create_directories(place.parent_path());
  std::ofstream to(place, std::ios::binary);
  for (std::uint64_t received = 0; received < file.size; received += sent_at_once) {
    Bytes part;
    ranks.broadcast(part);
    to.write(reinterpret_cast<const char*>(part.data()), static_cast<std::streamsize>(part.size()));
  }
  if (!to.flush()) fail(place);
}

fs::path new_folder() {
  std::string name = (fs::temp_directory_path() / "morula-inputs-XXXXXX").string();
  if (!mkdtemp(name.data())) fail(name);
  return name;
}

}  // namespace

InputCopies::InputCopies(const std::vector<InputFile>& inputs, Communicator& ranks) : InputCopies() {
  if (ranks.size() == 1) return;
  const bool is_first = ranks.rank() == 0;
  std::vector<SentFile> files = is_first ? files_of(inputs) : std::vector<SentFile>();
  Bytes list = bytes_of(files);
  ranks.broadcast(list);
  if (is_first) {
    for (const SentFile& file : files) send(file, ranks);
    return;
  }
  files = files_in(list);
  folder_ = files.empty() ? fs::path("/dev/null") : new_folder();  // below /dev/null there is nothing
  is_made_ = !files.empty();
  for (const SentFile& file : files) receive(file, copy_of(file.name, folder_), ranks);
}

InputCopies::~InputCopies() {
  std::error_code ignored;  // what cannot be removed is in a temporary folder
  if (is_made_) fs::remove_all(folder_, ignored);
}

}  // namespace morula
