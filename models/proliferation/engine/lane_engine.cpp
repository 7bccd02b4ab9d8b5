// The engine on threads that runs use. Every thread simulates as many trees side by side, in lanes, as one
// call of the generator makes draws. A lane whose tree has ended takes the next tree.
#include <array>
#include <bit>

#include "core/many_draws.h"
#include "models/proliferation/engine/cell_counts.h"
#include "models/proliferation/engine/threaded_engine.h"

namespace morula {
namespace {

struct Lane {
  u64 cell = 0, node = 0;  // node 0: the tree has not begun
  u64 pending = 0;         // bit k is set if a sister in generation k waits for her turn
  std::size_t bin = 0;
  u32 path = 0, type = 0, last_generation = 0;
  u32 generation = 0, remaining = 0;  // of the current node, which divides; ticks from then to the end
  std::array<u32, generation_limit + 1> waiting = {};  // remaining ticks of waiting sisters, by generation
};

class LaneSimulator {
 public:
  LaneSimulator(const BranchingProcess& process, const Variant& variant, InterleavedItems items,
                std::span<u64> counts)
      : process_(process), variant_(variant), items_(items), counts_(process, variant.tables.until, counts) {}

  void simulate() {
    const bool only_divisions = process_.dying == 0 && process_.siblings_below == 0 &&
                                process_.split_depth == 0 && process_.times.empty();
    return only_divisions ? simulate_all<true>() : simulate_all<false>();
  }

 private:
  // With `only_divisions`, no cell dies, siblings are independent, no tree is split, and the end is the only
  // observed time.
  template <bool only_divisions>
  void simulate_all() {
    while (active_ < lanes_.size() && take(lanes_[active_])) ++active_;
    while (active_ > 0) {
      for (std::size_t i = 0; i < active_; ++i) at_.set(i, place_in_tree(lanes_[i].cell, lanes_[i].node, 0));
      draws_of(variant_.key, at_, drawn_);
      for (std::size_t i = active_; i-- > 0;) advance<only_divisions>(i);
    }
  }

  bool take(Lane& lane) {
    const auto item = items_.next();
    if (!item) return false;
    lane.cell = process_.cell_of(*item);
    lane.path = process_.path_of(*item);
    while (lane.cell >= process_.first_cell[bin_ + 1]) ++bin_;
    lane.bin = bin_;
    lane.last_generation = process_.last_generations[bin_];
    lane.node = lane.pending = 0;
    return true;
  }

  template <bool only_divisions>
  void advance(std::size_t i) {
    Lane& lane = lanes_[i];
    const u32x4 word = drawn_.at(i);
    if (lane.node == 0   ? begin(lane, word)
        : only_divisions ? divide_without_branches(lane, word)
                         : divide(lane, word))
      return;
    if (take(lane)) return;
    std::swap(lane, lanes_[--active_]);  // lanes after it have advanced already
  }

  u32 division(u32 type, u32 word) const {
    return process_.divides(type) ? variant_.tables.time_in(type, word) : NEVER;
  }
  u32 death(u32 type, u32 word) const {
    return process_.dies(type) ? variant_.tables.time_in(process_.types + type, word) : NEVER;
  }

  bool begin(Lane& lane, u32x4 word) {
    lane.type = 0;
    while (word.x >= variant_.tables.type_below[lane.type]) ++lane.type;
    u32 first = division(lane.type, word.y);
    if (first != NEVER) first = first_division(first, division(lane.type, word.z), word.w, process_.start);
    u32 dies = NEVER;
    if (process_.dies(lane.type)) dies = death(lane.type, draw_in_tree(variant_.key, lane.cell, 0, 1).x);
    lane.node = 1;
    lane.generation = 0;
    lane.remaining = variant_.tables.until - first;
    return decide_fate(lane, {0, variant_.tables.until, first, dies}, lane.path == 0);
  }

  bool divide(Lane& lane, u32x4 word) {
    const u32 generation = lane.generation + 1, remaining = lane.remaining;
    const bool counted = is_counted_on_path(lane.path, process_.split_depth, generation);
    if (process_.siblings_below > 0 &&
        draw_in_tree(variant_.key, lane.cell, lane.node, 1).x < process_.siblings_below)
      word.y = word.x;
    const u32 first_time = division(lane.type, word.x), second_time = division(lane.type, word.y);
    const bool first =
        is_on_path(lane.path, process_.split_depth, generation, 0) &&
        decide_fate(lane, {generation, remaining, first_time, death(lane.type, word.z)}, counted);
    const bool second =
        is_on_path(lane.path, process_.split_depth, generation, 1) &&
        decide_fate(lane, {generation, remaining, second_time, death(lane.type, word.w)}, counted);
    if (!first && !second) return go_to_sister(lane);
    if (first && second) {
      lane.waiting[generation] = remaining - second_time;
      lane.pending |= u64{1} << generation;
    }
    lane.node = lane.node * 2 + !first;
    lane.generation = generation;
    lane.remaining = remaining - (first ? first_time : second_time);
    return true;
  }

  // Like divide() and go_to_sister(), but without a branch that depends on a draw, because a processor cannot
  // predict which daughters divide.
  bool divide_without_branches(Lane& lane, u32x4 word) {
    const u32 generation = lane.generation + 1, remaining = lane.remaining;
    const u32 first_time = variant_.tables.time_in(lane.type, word.x),
              second_time = variant_.tables.time_in(lane.type, word.y);
    const u32 fate = fate_in_time(generation, lane.last_generation);
    const bool lasts = fate == Divides;
    const bool first_in_time = first_time <= remaining, second_in_time = second_time <= remaining;
    counts_.add_daughters(lane.type, lane.bin, generation, fate, first_in_time + second_in_time);
    const bool first = first_in_time & lasts, second = second_in_time & lasts, on = first | second;
    lane.waiting[generation] = remaining - second_time;  // has no effect if no sister is pending
    const u64 pending = lane.pending | (static_cast<u64>(first & second) << generation);
    const u32 latest = static_cast<u32>(63 - std::countl_zero(pending | 1));
    lane.pending = on ? pending : pending & ~(u64{1} << latest);
    lane.node = on ? lane.node * 2 + !first : (lane.node >> ((lane.generation - latest) & 63)) | 1;
    lane.remaining = on ? remaining - (first ? first_time : second_time) : lane.waiting[latest];
    lane.generation = on ? generation : latest;
    return on | (pending != 0);
  }

  bool go_to_sister(Lane& lane) {
    if (lane.pending == 0) return false;
    const u32 latest = static_cast<u32>(std::bit_width(lane.pending)) - 1;
    lane.pending ^= u64{1} << latest;
    lane.node = (lane.node >> (lane.generation - latest)) | 1;
    lane.generation = latest;
    lane.remaining = lane.waiting[latest];
    return true;
  }

  // Counts the fate of a cell, and returns whether it divides.
  bool decide_fate(const Lane& lane, const Newborn& cell, bool counted) {
    const u32 fate =
        fate_of(cell.divides_in, cell.dies_in, cell.remaining, cell.generation, lane.last_generation);
    if (counted) counts_.add(lane.type, lane.bin, cell, fate);
    return fate == Divides;
  }

  const BranchingProcess& process_;
  const Variant& variant_;
  InterleavedItems items_;
  CellCounts counts_;
  std::array<Lane, draws_at_once> lanes_;
  std::size_t active_ = 0, bin_ = 0;
  ManyDraws at_ = {}, drawn_ = {};
};

class LaneEngine final : public ThreadedProliferationEngine {
 public:
  using ThreadedProliferationEngine::ThreadedProliferationEngine;

 private:
  void simulate_items(const Variant& variant, InterleavedItems items, std::span<u64> counts) const override {
    LaneSimulator(process_, variant, items, counts).simulate();
  }
};

}  // namespace

std::unique_ptr<ProliferationEngine> make_proliferation_lanes(const BranchingProcess& process,
                                                              std::vector<Variant> variants,
                                                              std::shared_ptr<ThreadPool> threads) {
  return std::make_unique<LaneEngine>(process, std::move(variants), std::move(threads));
}

}  // namespace morula
