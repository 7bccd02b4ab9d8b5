#include "runner/input_copies.h"

#include <stdlib.h>

#include <algorithm>
#include <cerrno>
#include <fstream>
#include <map>
#include <string>
#include <system_error>

#include "core/all_ranks.h"
#include "core/error.h"
#include "core/message.h"
#include "core/rank_zero.h"
#include "io/json.h"
#include "io/volume.h"
#include "models/input_folder.h"

namespace morula {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t sent_at_once = std::uint64_t{64} << 20;

// Throws FileError if `done()` is false. Streams store the reason in errno, if anywhere.
template <typename Work>
void must(const Work& done, const fs::path& file) {
  errno = 0;
  if (!done()) throw FileError(file.string(), std::generic_category().message(errno != 0 ? errno : EIO));
}

// The first failure of this rank. The rank goes on until every file has been sent: if it ended at once, the
// launcher would kill the other ranks, and their copies would be left on disk.
class FailureOfRank {
 public:
  template <typename Work>
  void unless_failed(const Work& work) {
    if (message_.empty()) try {
        work();
      } catch (const std::exception& error) {
        message_ = error.what();
      }
  }

  // Every rank calls this. If any rank has failed, all throw, as in rank_zero_does().
  void tell_all(Communicator& ranks) const {
    each_rank_must(ranks, [&] {
      if (!message_.empty()) throw Error(message_);
    });
  }

 private:
  std::string message_;
};

// The other ranks find a copy by the file's name, an absolute path without "..". Rank 0 opens the file by the
// original path, since ".." after a symbolic link leads to another folder than the name suggests.
struct SentFile {
  std::string name;
  fs::path source;  // on rank 0
  std::uint64_t size = 0;
};

// The files of an input; for a stack of pictures, every picture.
std::vector<fs::path> files_of(const InputFile& input) {
  std::vector<fs::path> files;
  if (!input.path.empty()) files = io::files_of_volume(input.path);
  if (!input.note.empty()) files.push_back(input.note);
  return files;
}

// The files of all inputs, without repetition.
std::vector<SentFile> files_of(const std::vector<InputFile>& inputs) {
  std::map<std::string, fs::path> sources;
  for (const InputFile& input : inputs)
    for (const fs::path& file : files_of(input)) {
      const auto [known, is_new] = sources.emplace(fs::absolute(file).lexically_normal().string(), file);
      if (!is_new && !fs::equivalent(known->second, file))
        throw FileError(file.string(), "is another file than " + known->second.string() +
                                           ", since '..' follows a symbolic link; name it without '..'");
    }
  std::vector<SentFile> files;
  for (const auto& [name, source] : sources) files.push_back({name, source, fs::file_size(source)});
  return files;
}

Bytes list_of(const std::vector<SentFile>& files) {
  io::Json list = io::Json::array();
  for (const SentFile& file : files) list.push_back({{"name", file.name}, {"size", file.size}});
  return message_of(list.dump());
}

std::vector<SentFile> files_in(const Bytes& bytes) {
  std::vector<SentFile> files;
  for (const io::Json& file : io::Json::parse(text_in(bytes)))
    files.push_back({file.at("name").get<std::string>(), {}, file.at("size").get<std::uint64_t>()});
  return files;
}

// After a failure the bytes have no meaning, but as many are sent, since the other ranks wait for them.
void send(const SentFile& file, Communicator& ranks, FailureOfRank& failure) {
  std::ifstream from;
  const auto open = [&] {
    from.open(file.source, std::ios::binary);
    return from.is_open();
  };
  failure.unless_failed([&] { must(open, file.source); });
  for (std::uint64_t sent = 0; sent < file.size; sent += sent_at_once) {
    Bytes part(std::min(sent_at_once, file.size - sent));
    const auto read = [&] {
      return bool(from.read(reinterpret_cast<char*>(part.data()), static_cast<std::streamsize>(part.size())));
    };
    failure.unless_failed([&] { must(read, file.source); });
    ranks.broadcast(part);
  }
}

void receive(const SentFile& file, const fs::path& place, Communicator& ranks, FailureOfRank& failure) {
  std::ofstream to;
  const auto open = [&] {
    to.open(place, std::ios::binary);
    return to.is_open();
  };
  failure.unless_failed([&] {
    fs::create_directories(place.parent_path());
    must(open, place);
  });
  for (std::uint64_t received = 0; received < file.size; received += sent_at_once) {
    Bytes part;
    ranks.broadcast(part);
    const auto write = [&] {
      to.write(reinterpret_cast<const char*>(part.data()), static_cast<std::streamsize>(part.size()));
      return bool(to.flush());
    };
    failure.unless_failed([&] { must(write, place); });
  }
}

fs::path new_folder() {
  std::string name = (fs::temp_directory_path() / "morula-inputs-XXXXXX").string();
  must([&] { return mkdtemp(name.data()) != nullptr; }, name);
  return name;
}

}  // namespace

InputCopies::InputCopies(const std::vector<InputFile>& inputs, Communicator& ranks) : InputCopies() {
  if (ranks.size() == 1) return;
  const bool is_first = ranks.rank() == 0;
  std::vector<SentFile> files;
  rank_zero_does(ranks, [&] { files = files_of(inputs); });
  Bytes list = list_of(files);
  ranks.broadcast(list);
  if (!is_first) files = files_in(list);
  FailureOfRank failure;
  if (!is_first) {
    folder_ = "/dev/null";  // no file can exist below it
    failure.unless_failed([&] {
      if (files.empty()) return;
      folder_ = new_folder();
      is_made_ = true;
    });
  }
  for (const SentFile& file : files)
    is_first ? send(file, ranks, failure) : receive(file, copy_of(file.name, folder_), ranks, failure);
  failure.tell_all(ranks);
}

InputCopies::~InputCopies() {
  std::error_code ignored;  // files that cannot be removed stay in a temporary folder, which does no harm
  if (is_made_) fs::remove_all(folder_, ignored);
}

}  // namespace morula
