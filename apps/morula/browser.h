// Opens the page of `morula view`, or says how to.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>

namespace morula {

// A file of this user alone that leads a browser to the address, with its token; gone with this.
class Door {
 public:
  explicit Door(const std::string& address);
  ~Door();
  Door(const Door&) = delete;
  Door& operator=(const Door&) = delete;

  const std::filesystem::path& page() const { return page_; }  // empty where it could not be made

 private:
  std::filesystem::path page_;
};

// With a display and `may_open`, the user's browser opens the address through the door that is returned; over
// ssh, the words say how to reach it. They warn of an address that others can reach.
std::unique_ptr<Door> tell_how_to_open(const std::string& address, const std::string& listen,
                                       std::uint16_t port, bool may_open);

std::filesystem::path temporary_folder();  // a new one, of this user alone

}  // namespace morula
