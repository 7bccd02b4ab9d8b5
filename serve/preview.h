// A small picture of a model after some steps, for the gallery.
#pragma once

#include <atomic>
#include <filesystem>
#include <string>

namespace morula::serve {

struct Preview {
  std::string type;   // content type: "image/png"
  std::string bytes;  // empty if there is nothing to show
};

// The picture after as many steps as one thread can make in a fraction of a second; none if `is_over` becomes
// true. A large lattice is made smaller; a model without pictures shows its curves.
Preview preview_of(const std::filesystem::path& model, const std::atomic<bool>& is_over);

}  // namespace morula::serve
