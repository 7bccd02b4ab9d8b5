#include "models/membrane/device/device_state.h"

#include <algorithm>

namespace morula::membrane {

HostTree::HostTree(const Configuration& configuration) {
  const u32 n = static_cast<u32>(configuration.membranes.size());
  std::vector<u32> numbers(n);
  slot_of.assign(n, no_slot);
  level_of.assign(n, 0);
  for (u32 i = 0; i < n; ++i) {
    const Membrane& membrane = configuration.membranes[i];
    classes.push_back(class_of(membrane.label, membrane.charge));
    parents.push_back(membrane.parent);
    if (i == 0) continue;
    ++numbers[membrane.parent];
    level_of[i] = level_of[membrane.parent] + 1;
  }
  firsts.push_back(0);
  for (u32 i = 0; i < n; ++i) {
    if (numbers[i] == 0) continue;
    slot_of[i] = static_cast<u32>(outer.size());
    outer.push_back(i);
    firsts.push_back(firsts.back() + numbers[i]);
    levels = std::max(levels, level_of[i] + 1);
  }
  children.resize(n);
  std::vector<u32> next(firsts.begin(), firsts.end());
  for (u32 i = 1; i < n; ++i) children[next[slot_of[parents[i]]]++] = i;
}

}  // namespace morula::membrane
