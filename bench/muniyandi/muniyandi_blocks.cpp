#include "bench/muniyandi/muniyandi_blocks.h"

#include <algorithm>
#include <map>
#include <numeric>

namespace morula::muniyandi {

using membrane::Kind;
using membrane::no_membrane;

BlockLayout::BlockLayout(const std::vector<NodeGroup>& groups, u32 rows) : rows_(rows) {
  u32 next = 0;
  for (const NodeGroup& group : groups) {
    const u32 size = static_cast<u32>(group.size()), row = next % rows_;
    if (row != 0 && row + size > rows_) next += rows_ - row;
    for (const u32 number : group) {
      if (number >= slots_.size()) slots_.resize(number + 1);
      slots_[number] = next++;
    }
  }
  set_slots(std::move(slots_));
}

void BlockLayout::set_slots(std::vector<u32> slots) {
  slots_ = std::move(slots);
  u32 last = 0;
  for (const u32 slot : slots_) last = std::max(last, slot);
  numbers_.assign(std::max<std::size_t>(numbers_.size(), (last / rows_ + 1) * rows_), free_slot);
  for (u32 number = 0; number < slots_.size(); ++number) numbers_[slots_[number]] = number;
}

u32 BlockLayout::free_rows(u32 block) const {
  const auto begin = numbers_.begin() + block * rows_;
  return static_cast<u32>(std::count(begin, begin + rows_, free_slot));
}

std::vector<u32> BlockLayout::blocks_in_use() const {
  std::vector<u32> used;
  for (u32 block = 0; block < blocks(); ++block)
    if (free_rows(block) < rows_) used.push_back(block);
  return used;
}

u32 BlockLayout::row_for(u32 origin) {
  const auto first = numbers_.begin() + block_of(origin) * rows_;
  if (const auto found = std::find(first, first + rows_, free_slot); found != first + rows_)
    return static_cast<u32>(found - numbers_.begin());
  const auto found = std::ranges::find(numbers_, free_slot);
  const u32 slot = static_cast<u32>(found - numbers_.begin());
  if (found == numbers_.end()) numbers_.insert(numbers_.end(), rows_, free_slot);
  return slot;
}

void BlockLayout::divide(const DividedTree& divided) {
  for (u32 number = static_cast<u32>(slots_.size()); number < divided.images.size(); ++number) {
    const u32 slot = row_for(divided.images[number].origin);
    numbers_[slot] = number;
    slots_.push_back(slot);
  }
}

void BlockLayout::dissolve(const DissolvedTree& dissolved) {
  std::vector<u32> slots;
  for (const u32 origin : dissolved.origins) slots.push_back(slots_[origin]);
  set_slots(std::move(slots));
}

namespace {

// What a block does in a step that takes or frees rows.
struct BlockEvents {
  u32 divided = 0, dissolved = 0;
};

std::vector<bool> with_children(const Tree& tree) {
  std::vector<bool> has_children(tree.size());
  for (const TreeNode& node : tree)
    if (node.parent != no_membrane) has_children[node.parent] = true;
  return has_children;
}

}  // namespace

bool blocks_can_do(const StepRecord& step, const BlockLayout& layout, const membrane::System& system,
                   const membrane::Modes& modes, const BlockRules& rules, const std::vector<u32>& births) {
  const std::vector<bool> has_children = with_children(step.before);
  std::vector<BlockEvents> events(layout.blocks());
  for (u32 i = 0; i < step.before.size(); ++i) {
    if (!step.chosen[i]) continue;
    const Kind kind = system.rules[*step.chosen[i]].kind;
    const u32 parent = step.before[i].parent;
    const bool within_block = parent == no_membrane || layout.block_of(parent) == layout.block_of(i);
    const bool changes_tree = kind == Kind::Division || kind == Kind::Dissolution;
    if (!within_block && kind != Kind::Division) return false;
    if (changes_tree && (modes.random || has_children[i])) return false;
    BlockEvents& block = events[layout.block_of(i)];
    block.divided += kind == Kind::Division;
    block.dissolved += kind == Kind::Dissolution;
  }
  for (u32 block = 0; block < events.size(); ++block) {
    const auto [divided, dissolved] = events[block];
    if (divided > layout.free_rows(block) || divided + births[block] > rules.births) return false;
    if (!releases_little(dissolved, layout.rows(), rules.dissolution_threshold)) return false;
  }
  return true;
}

std::vector<u32> birth_order(u32 membranes_before, std::vector<Birth> births) {
  std::vector<u32> names(membranes_before);
  std::iota(names.begin(), names.end(), 0u);
  std::map<u32, u32> place;  // by name
  for (const u32 name : names) place[name] = name;
  std::ranges::stable_sort(births, {}, &Birth::time);
  for (auto first = births.begin(); first != births.end();) {
    const auto last =
        std::find_if(first, births.end(), [&](const Birth& birth) { return birth.time != first->time; });
    std::sort(first, last,
              [&](const Birth& a, const Birth& b) { return place.at(a.mother) < place.at(b.mother); });
    for (; first != last; ++first) {
      place[first->name] = static_cast<u32>(names.size());
      names.push_back(first->name);
    }
  }
  return names;
}

u64 BlockSchedule::next(u64 time) const {
  const auto found = std::ranges::lower_bound(iterations, time);
  return found != iterations.end() ? *found : std::max(time, measured);
}

BlockSchedule block_schedule(const std::vector<StepRecord>& steps, BlockLayout layout,
                             const membrane::System& system, const membrane::Modes& modes,
                             const BlockRules& rules) {
  BlockSchedule schedule;
  std::vector<u32> births(layout.blocks(), 0);
  for (const StepRecord& step : steps) {
    const bool on_their_own = blocks_can_do(step, layout, system, modes, rules, births);
    if (!on_their_own) schedule.iterations.push_back(schedule.measured);
    const u32 before = static_cast<u32>(step.before.size());
    layout.divide(step.divided);
    if (!on_their_own) births.assign(births.size(), 0);
    births.resize(layout.blocks(), 0);
    if (on_their_own)
      for (u32 number = before; number < step.divided.images.size(); ++number)
        ++births[layout.block_of(number)];
    layout.dissolve(step.dissolved);
    ++schedule.measured;
  }
  return schedule;
}

}  // namespace morula::muniyandi
