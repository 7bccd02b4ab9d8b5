// A small picture of what a model file becomes, for the gallery.
#pragma once

#include <atomic>
#include <filesystem>
#include <string>

namespace morula::serve {

struct Preview {
  std::string type;   // of its content: "image/png"
  std::string bytes;  // none where there is nothing to show
};

// After some steps, as many as fit into a fraction of a second on one thread; none when `is_over`. A large
// lattice is made smaller; a model without pictures shows its curves.
Preview preview_of(const std::filesystem::path& model, const std::atomic<bool>& is_over);

}  // namespace morula::serve
