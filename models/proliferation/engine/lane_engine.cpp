// The fast engine on threads: as many trees side by side as a processor draws for at once. A lane that has
// come to the end of its tree takes the next one.
#include <array>
#include <bit>

#include "core/many_draws.h"
#include "models/proliferation/engine/cell_counts.h"
#include "models/proliferation/engine/threaded_engine.h"

namespace morula {
namespace {

struct Lane {
  u64 cell = 0, node = 0;  // node 0: the tree has not begun
  u64 pending = 0;         // bit k: in generation k a sister waits for her turn
  std::size_t bin = 0;
  u32 way = 0, type = 0, deepest = 0;
  u32 generation = 0, left = 0;  // of the node, which divides: ticks from then to the end
  std::array<u32, deepest_generation + 1> waiting = {};  // ticks left to sisters who wait, by generation
};

class LaneWalker {
 public:
  LaneWalker(const WalkPlan& plan, const Variant& variant, ItemsInTurn items, std::span<u64> counts)
      : plan_(plan), variant_(variant), items_(items), counts_(plan, variant.clocks.until, counts) {}

  void walk() {
    const bool simply = plan_.dying == 0 && plan_.alike_below == 0 && plan_.turns == 0 && plan_.times.empty();
    return simply ? walk_all<true>() : walk_all<false>();
  }

 private:
  // Simply: nothing but divisions happens.
  template <bool simply>
  void walk_all() {
    while (active_ < lanes_.size() && take(lanes_[active_])) ++active_;
    while (active_ > 0) {
      for (std::size_t i = 0; i < active_; ++i) at_.set(i, place_in_tree(lanes_[i].cell, lanes_[i].node, 0));
      draws_of(variant_.key, at_, drawn_);
      for (std::size_t i = active_; i-- > 0;) advance<simply>(i);
    }
  }

  bool take(Lane& lane) {
    const auto item = items_.next();
    if (!item) return false;
    lane.cell = plan_.cell_of(*item);
    lane.way = plan_.way_of(*item);
    while (lane.cell >= plan_.first_cell[bin_ + 1]) ++bin_;
    lane.bin = bin_;
    lane.deepest = plan_.deepest[bin_];
    lane.node = lane.pending = 0;
    return true;
  }

  template <bool simply>
  void advance(std::size_t i) {
    Lane& lane = lanes_[i];
    const u32x4 word = drawn_.at(i);
    if (lane.node == 0 ? begin(lane, word) : simply ? go_on(lane, word) : go_down(lane, word)) return;
    if (take(lane)) return;
    std::swap(lane, lanes_[--active_]);  // those behind it have advanced already
  }

  u32 division(u32 type, u32 word) const {
    return plan_.divides(type) ? variant_.clocks.time_in(type, word) : NEVER;
  }
  u32 death(u32 type, u32 word) const {
    return plan_.dies(type) ? variant_.clocks.time_in(plan_.kinds + type, word) : NEVER;
  }

  bool begin(Lane& lane, u32x4 word) {
    lane.type = 0;
    while (word.x >= variant_.clocks.below[lane.type]) ++lane.type;
    u32 first = division(lane.type, word.y);
    if (first != NEVER) first = first_division(first, division(lane.type, word.z), word.w, plan_.start);
    u32 dies = NEVER;
    if (plan_.dies(lane.type)) dies = death(lane.type, draw_in_tree(variant_.key, lane.cell, 0, 1).x);
    lane.node = 1;
    lane.generation = 0;
    lane.left = variant_.clocks.until - first;
    return comes(lane, {0, variant_.clocks.until, first, dies}, lane.way == 0);
  }

  bool go_down(Lane& lane, u32x4 word) {
    const u32 generation = lane.generation + 1, left = lane.left;
    const bool counted = is_counted_on(lane.way, plan_.turns, generation);
    if (plan_.alike_below > 0 && draw_in_tree(variant_.key, lane.cell, lane.node, 1).x < plan_.alike_below)
      word.y = word.x;
    const u32 first_time = division(lane.type, word.x), second_time = division(lane.type, word.y);
    const bool first = is_on_way(lane.way, plan_.turns, generation, 0) &&
                       comes(lane, {generation, left, first_time, death(lane.type, word.z)}, counted);
    const bool second = is_on_way(lane.way, plan_.turns, generation, 1) &&
                        comes(lane, {generation, left, second_time, death(lane.type, word.w)}, counted);
    if (!first && !second) return go_back(lane);
    if (first && second) {
      lane.waiting[generation] = left - second_time;
      lane.pending |= u64{1} << generation;
    }
    lane.node = lane.node * 2 + !first;
    lane.generation = generation;
    lane.left = left - (first ? first_time : second_time);
    return true;
  }

  // As go_down() and go_back(), without a branch that depends on what was drawn: which daughters divide is as
  // hard to foresee as a coin.
  bool go_on(Lane& lane, u32x4 word) {
    const u32 generation = lane.generation + 1, left = lane.left;
    const u32 first_time = variant_.clocks.time_in(lane.type, word.x),
              second_time = variant_.clocks.time_in(lane.type, word.y);
    const u32 fate = fate_in_time(generation, lane.deepest);
    const bool lasts = fate == Divides;
    const bool first_in_time = first_time <= left, second_in_time = second_time <= left;
    counts_.add_daughters(lane.type, lane.bin, generation, fate, first_in_time + second_in_time);
    const bool first = first_in_time & lasts, second = second_in_time & lasts, on = first | second;
    lane.waiting[generation] = left - second_time;  // for nobody, where nobody is pending
    const u64 pending = lane.pending | (static_cast<u64>(first & second) << generation);
    const u32 latest = static_cast<u32>(63 - std::countl_zero(pending | 1));
    lane.pending = on ? pending : pending & ~(u64{1} << latest);
    lane.node = on ? lane.node * 2 + !first : (lane.node >> ((lane.generation - latest) & 63)) | 1;
    lane.left = on ? left - (first ? first_time : second_time) : lane.waiting[latest];
    lane.generation = on ? generation : latest;
    return on | (pending != 0);
  }

  bool go_back(Lane& lane) {
    if (lane.pending == 0) return false;
    const u32 latest = static_cast<u32>(std::bit_width(lane.pending)) - 1;
    lane.pending ^= u64{1} << latest;
    lane.node = (lane.node >> (lane.generation - latest)) | 1;
    lane.generation = latest;
    lane.left = lane.waiting[latest];
    return true;
  }

  // Of a cell that has come: does it divide? What becomes of it is counted.
  bool comes(const Lane& lane, const CellComing& cell, bool counted) {
    const u32 fate = fate_of(cell.divides_in, cell.dies_in, cell.left, cell.generation, lane.deepest);
    if (counted) counts_.add(lane.type, lane.bin, cell, fate);
    return fate == Divides;
  }

  const WalkPlan& plan_;
  const Variant& variant_;
  ItemsInTurn items_;
  CellCounts counts_;
  std::array<Lane, draws_at_once> lanes_;
  std::size_t active_ = 0, bin_ = 0;
  ManyDraws at_ = {}, drawn_ = {};
};

class ProliferationCpu final : public HostCounts {
 public:
  using HostCounts::HostCounts;

 private:
  void walk_items(const Variant& variant, ItemsInTurn items, std::span<u64> counts) const override {
    LaneWalker(plan_, variant, items, counts).walk();
  }
};

}  // namespace

std::unique_ptr<ProliferationEngine> make_proliferation_cpu(const WalkPlan& plan,
                                                            std::vector<Variant> variants,
                                                            std::shared_ptr<ThreadPool> threads) {
  return std::make_unique<ProliferationCpu>(plan, std::move(variants), std::move(threads));
}

}  // namespace morula
