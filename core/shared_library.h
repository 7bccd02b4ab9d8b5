// A shared library that is opened while the program runs, such as the drivers of GPUs, and MPI. The program
// can be built and started without it.
#pragma once

#include <memory>
#include <string>
#include <type_traits>
#include <vector>

#include "core/error.h"

namespace morula {

// The library is not installed, or lacks a function.
class LibraryMissing : public Error {
 public:
  using Error::Error;
};

// The address of a function, which converts to the type of the pointer that it is assigned to.
class Symbol {
 public:
  explicit Symbol(void* address) : address_(address) {}

  template <class Function>
  requires std::is_function_v<Function>
  operator Function*() const { return reinterpret_cast<Function*>(address_); }

 private:
  void* address_;
};

class SharedLibrary {
 public:
  // Opens the first of `names` that can be opened. Throws LibraryMissing with the remedy if there is none.
  SharedLibrary(const std::vector<std::string>& names, const std::string& remedy);

  Symbol symbol(const char* name) const;           // throws LibraryMissing if the library lacks it
  Symbol symbol_if_there(const char* name) const;  // a null pointer if the library lacks it

 private:
  struct Close {
    void operator()(void* handle) const noexcept;
  };
  std::string name_;
  std::unique_ptr<void, Close> handle_;
};

}  // namespace morula
