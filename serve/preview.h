// A small picture of what a model file becomes, for the gallery.
#pragma once

#include <atomic>
#include <filesystem>
#include <string>

namespace morula::serve {

// A PNG after some steps, as many as fit into a fraction of a second on one thread; empty for a model without
// pictures, one that is too large to be made in passing, or when `is_over`.
std::string preview_of(const std::filesystem::path& model, const std::atomic<bool>& is_over);

}  // namespace morula::serve
