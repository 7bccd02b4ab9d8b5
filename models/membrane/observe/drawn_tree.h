// The boxes of a picture of membranes, before their positions are computed.
#pragma once

#include <string>
#include <vector>

#include "models/membrane/configuration.h"

namespace morula::membrane {

struct DrawnBox {
  std::string title;
  u8 charge = Neutral;
  bool is_rest = false;  // counts membranes that have no box of their own
  std::vector<DrawnBox> children{};
};

constexpr std::size_t most_boxes = 160;  // as many as can be read on a printed page

DrawnBox drawn_tree(const System& system, const Configuration& configuration);
std::size_t boxes_in(const DrawnBox& box);

}  // namespace morula::membrane
