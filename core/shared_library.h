// A shared library opened when the program starts, so that neither building nor running needs a GPU driver.
#pragma once

#include <memory>
#include <string>
#include <type_traits>
#include <vector>

namespace morula::gpu {

// The address of a function; takes the type of the pointer it is stored in.
class Symbol {
 public:
  explicit Symbol(void* address) : address_(address) {}

  template <class Function>
  requires std::is_function_v<Function>
  operator Function*() const { return reinterpret_cast<Function*>(address_); }

 private:
  void* address_;
};

class Library {
 public:
  // Opens the first of `names` that opens. Throws DeviceMissing, with the remedy, when none does.
  Library(const std::vector<std::string>& names, const std::string& remedy);

  Symbol symbol(const char* name) const;           // throws DeviceMissing when the library has none
  Symbol symbol_if_there(const char* name) const;  // a null pointer when the library has none

 private:
  struct Close {
    void operator()(void* handle) const noexcept;
  };
  std::string name_;
  std::unique_ptr<void, Close> handle_;
};

}  // namespace morula::gpu
