#include "core/lattice.h"

namespace morula {

std::string to_string(const Extent& extent, unsigned dimensions) {
  std::string text = std::to_string(extent.x) + " x " + std::to_string(extent.y);
  if (dimensions == 3) text += " x " + std::to_string(extent.z);
  return text;
}

}  // namespace morula
