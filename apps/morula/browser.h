// Opens the page of `morula view` in a browser, or tells the user how to open it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>

namespace morula {

// A file, readable only by this user, that redirects a browser to the address with its token. The destructor
// removes it.
class Door {
 public:
  explicit Door(const std::string& address);
  ~Door();
  Door(const Door&) = delete;
  Door& operator=(const Door&) = delete;

  const std::filesystem::path& page() const { return page_; }  // empty if the file could not be made

 private:
  std::filesystem::path page_;
};

// If there is a display and `may_open` is true, opens the address in the user's browser by way of the
// returned Door. Over ssh, prints how to reach the address instead. Warns if other machines can reach the
// address.
std::unique_ptr<Door> tell_how_to_open(const std::string& address, const std::string& listen,
                                       std::uint16_t port, bool may_open);

std::filesystem::path temporary_folder();  // makes a new folder that only this user can read

}  // namespace morula
