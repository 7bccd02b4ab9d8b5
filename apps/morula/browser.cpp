#include "apps/morula/browser.h"

#include <fmt/format.h>
#include <spawn.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <system_error>

#include "apps/morula/speech.h"
#include "core/error.h"
#include "serve/own_address.h"

namespace morula {
namespace {

namespace fs = std::filesystem;

bool has(const char* variable) {
  const char* const value = std::getenv(variable);
  return value != nullptr && *value != '\0';
}

bool open_browser(const fs::path& page) {
  if (page.empty()) return false;
  std::string program = "xdg-open", argument = page.string();
  const std::array<char*, 3> words = {program.data(), argument.data(), nullptr};
  pid_t child = 0;
  return posix_spawnp(&child, program.c_str(), nullptr, nullptr, words.data(), environ) == 0;
}

// The address on which the view listens, in the form that `ssh -L` takes for the end of a tunnel.
std::string forwarded(const std::string& listen) {
  if (listen == "0.0.0.0") return "127.0.0.1";
  if (listen == "::") return "[::1]";
  return listen.find(':') == std::string::npos ? listen : "[" + listen + "]";
}

std::string name_of_machine() {
  std::array<char, 256> name{};
  return gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "SERVER";
}

}  // namespace

fs::path temporary_folder() {
  std::string name = (fs::temp_directory_path() / "morula-view-XXXXXX").string();
  if (!mkdtemp(name.data())) throw FileError(name, "cannot be made");
  return name;
}

// All users of a machine can see the arguments of a command. The browser is therefore given a file that only
// this user can read, and not the address with its token.
Door::Door(const std::string& address) {
  std::string name = (fs::temp_directory_path() / "morula-view-XXXXXX").string();
  const int descriptor = mkstemp(name.data());
  if (descriptor < 0) return;
  close(descriptor);
  page_ = name + ".html";
  fs::rename(name, page_);
  std::ofstream(page_) << "<!doctype html><meta http-equiv=\"refresh\" content=\"0; url=" << address
                       << "\">\n";
}

Door::~Door() {
  std::error_code ignored;
  if (!page_.empty()) fs::remove(page_, ignored);
}

std::unique_ptr<Door> tell_how_to_open(const std::string& address, const std::string& listen,
                                       std::uint16_t port, bool may_open) {
  if (!serve::is_loopback_address(listen))
    complain(
        fmt::format("warning: everybody who can reach {} and knows the address can use the page, and the "
                    "connection is not encrypted; without --listen, only this machine can open the page\n",
                    listen));
  const bool has_display = (has("DISPLAY") || has("WAYLAND_DISPLAY")) && !has("SSH_CONNECTION");
  if (has_display && may_open)
    if (auto door = std::make_unique<Door>(address); open_browser(door->page())) return door;
  if (!has_display)
    complain(fmt::format(
        "there is no display here. On your own machine, run\n  ssh -L {0}:{1}:{0} {2}\nand open the "
        "address above; Ctrl-C ends the view\n",
        port, forwarded(listen), name_of_machine()));
  return nullptr;
}

}  // namespace morula
