#include "bench/muniyandi/muniyandi_tree.h"

namespace morula::muniyandi {

using membrane::Kind;
using membrane::no_membrane;

namespace {

bool is(Kind kind, const std::optional<u32>& rule, const membrane::System& system) {
  return rule && system.rules[*rule].kind == kind;
}

}  // namespace

// A membrane inside k dividing ones has 2^k images. The first keeps its number. The others come after all old
// membranes, in the order of their origins.
DividedTree divided(const Tree& tree, const ChosenRules& chosen, const membrane::System& system) {
  const u32 number = static_cast<u32>(tree.size());
  std::vector<u32> images(number), first_new(number);
  u32 next = number;
  for (u32 i = 0; i < number; ++i) {
    const u32 around = tree[i].parent == no_membrane ? 1 : images[tree[i].parent];
    images[i] = around * (is(Kind::Division, chosen[i], system) ? 2 : 1);
    first_new[i] = next;
    next += images[i] - 1;
  }
  const auto number_of = [&](u32 origin, u32 image) {
    return image == 0 ? origin : first_new[origin] + image - 1;
  };
  DividedTree divided{Tree(next), std::vector<Image>(next)};
  for (u32 i = 0; i < number; ++i) {
    const bool divides = is(Kind::Division, chosen[i], system);
    for (u32 image = 0; image < images[i]; ++image) {
      TreeNode node = tree[i];
      Image from{i, Image::Whole};
      if (divides) {
        from.side = image % 2 == 0 ? Image::First : Image::Second;
        const membrane::Rule& rule = system.rules[*chosen[i]];
        node.charge = from.side == Image::First ? rule.charge_after : rule.second_charge_after;
      }
      if (node.parent != no_membrane) node.parent = number_of(node.parent, divides ? image / 2 : image);
      divided.tree[number_of(i, image)] = node;
      divided.images[number_of(i, image)] = from;
    }
  }
  return divided;
}

DissolvedTree dissolved(const Tree& tree, const std::vector<bool>& dissolves) {
  DissolvedTree dissolved;
  std::vector<u32> new_number(tree.size(), no_membrane);
  for (u32 i = 0; i < tree.size(); ++i) {
    if (dissolves[i]) continue;
    new_number[i] = static_cast<u32>(dissolved.origins.size());
    dissolved.origins.push_back(i);
  }
  const auto survivor = [&](u32 i) {
    while (i != no_membrane && dissolves[i]) i = tree[i].parent;
    return i;
  };
  for (u32 i = 0; i < tree.size(); ++i) dissolved.holders.push_back(new_number[survivor(i)]);
  for (const u32 origin : dissolved.origins) {
    TreeNode node = tree[origin];
    if (node.parent != no_membrane) node.parent = new_number[survivor(node.parent)];
    dissolved.tree.push_back(node);
  }
  return dissolved;
}

std::vector<bool> dissolving(const DividedTree& divided, const ChosenRules& chosen,
                             const membrane::System& system) {
  std::vector<bool> dissolves;
  for (const Image& image : divided.images)
    dissolves.push_back(is(Kind::Dissolution, chosen[image.origin], system));
  return dissolves;
}

std::vector<u32> depths(const Tree& tree) {
  std::vector<u32> depths;
  for (const TreeNode& node : tree)
    depths.push_back(node.parent == no_membrane ? 0 : depths[node.parent] + 1);
  return depths;
}

}  // namespace morula::muniyandi
