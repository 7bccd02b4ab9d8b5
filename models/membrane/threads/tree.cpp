#include "models/membrane/threads/tree.h"

#include <algorithm>

namespace morula::membrane {

void Tree::link() {
  firsts_.assign(size() + 2u, 0);
  for (u32 i = 1; i < size(); ++i) ++firsts_[parents[i] + 2];
  for (u32 i = 1; i < firsts_.size(); ++i) firsts_[i] += firsts_[i - 1];
  children_.resize(size());
  for (u32 i = 1; i < size(); ++i) children_[firsts_[parents[i] + 1]++] = i;
  levels_.clear();
  std::vector<u32> depth(size());
  for (u32 i = 0; i < size(); ++i) {
    if (i > 0) depth[i] = depth[parents[i]] + 1;
    if (!has_children(i)) continue;
    if (levels_.size() <= depth[i]) levels_.resize(depth[i] + 1u);
    levels_[depth[i]].push_back(i);
  }
}

Reshaping reshape(const Tree& tree, const std::vector<bool>& divides, const std::vector<bool>& dissolves,
                  const std::function<void(u64 membranes)>& refuse) {
  const u32 before = tree.size();
  Reshaping reshaping;
  reshaping.survivor.resize(before);
  std::vector<u8> divisions(before);  // number of dividing membranes around each membrane, itself included
  // Place of the first image, and of the second, which the others follow.
  std::vector<u32> place(before), beyond(before);
  u64 stay = 0, added = 0;
  for (u32 i = 0; i < before; ++i) {
    const u32 parent = i == 0 ? 0 : tree.parents[i];
    reshaping.survivor[i] = dissolves[i] ? reshaping.survivor[parent] : i;
    divisions[i] = static_cast<u8>(std::min(divisions[parent] * (i > 0) + divides[i], 62));
    if (dissolves[i]) continue;
    ++stay;
    added = std::min(added + (u64{1} << divisions[i]) - 1, u64{1} << 62);
  }
  refuse(stay + added);
  reshaping.origin.resize(stay + added);
  reshaping.parent.resize(stay + added);
  reshaping.second.resize(stay + added);
  u32 next = 0, behind = static_cast<u32>(stay);
  for (u32 i = 0; i < before; ++i) {
    if (dissolves[i]) continue;
    place[i] = next++;
    beyond[i] = behind;
    const u32 outer = i == 0 ? 0 : reshaping.survivor[tree.parents[i]];
    for (u64 image = 0; image < u64{1} << divisions[i]; ++image) {
      const u32 at = image == 0 ? place[i] : behind++;
      const u64 outside = image >> divides[i];
      reshaping.origin[at] = i;
      reshaping.second[at] = divides[i] && (image & 1u);
      reshaping.parent[at] = i == 0         ? no_membrane
                             : outside == 0 ? place[outer]
                                            : beyond[outer] + static_cast<u32>(outside - 1);
    }
  }
  return reshaping;
}

}  // namespace morula::membrane
