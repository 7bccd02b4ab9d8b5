#include "core/shared_library.h"

#include <dlfcn.h>

#include <string_view>

namespace morula {

namespace {

// For a library that exists but does not load, the loader gives a reason, which says more than "not found".
std::string why_not_opened(const std::string& name, std::string_view reason, const std::string& remedy) {
  if (reason.empty() || reason.find("No such file") != std::string_view::npos)
    return name + " not found: " + remedy;
  return name + " cannot be loaded: " + std::string(reason);
}

}  // namespace

void SharedLibrary::Close::operator()(void* handle) const noexcept { dlclose(handle); }

SharedLibrary::SharedLibrary(const std::vector<std::string>& names, const std::string& remedy) {
  std::string reason;
  for (const auto& name : names) {
    // Drivers leave threads and exit handlers behind, so their code must stay loaded when nobody uses it any
    // more.
    handle_.reset(dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE));
    if (handle_) {
      name_ = name;
      return;
    }
    const char* message = dlerror();
    const std::string_view loader_message = message ? message : "";
    if (reason.empty() || loader_message.find("No such file") == std::string_view::npos)
      reason = loader_message;
  }
  throw LibraryMissing(why_not_opened(names.front(), reason, remedy));
}

Symbol SharedLibrary::symbol(const char* name) const {
  void* address = dlsym(handle_.get(), name);
  if (!address) throw LibraryMissing(name_ + " has no " + name + ": it is too old");
  return Symbol(address);
}

Symbol SharedLibrary::symbol_if_there(const char* name) const { return Symbol(dlsym(handle_.get(), name)); }

}  // namespace morula
