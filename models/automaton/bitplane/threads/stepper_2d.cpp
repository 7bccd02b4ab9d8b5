#include "models/automaton/bitplane/threads/stepper_2d.h"

#include "models/automaton/bitplane/threads/neighbour_sums.h"
#include "models/automaton/bitplane/threads/runtime_rule.h"

namespace morula {

void Stepper2d::run(const BitplaneLattice& now, const CacheBlock& block, Index steps, BitplaneLattice& next) {
  const Index rows = block.rows + 2 * steps;
  for (CacheBlockRows* held : {&now_, &next_}) held->reserve(rows, block.words, planes_);
  active_.reserve(rows, block.words, 1);
  const auto y_of = [&](Index row) { return static_cast<i64>(block.y + row) - static_cast<i64>(steps); };
  for (Index row = 0; row < rows; ++row)
    halo_.gather(now, block, y_of(row), 0,
                 [&](unsigned plane) { return now_.pointers(row, block.words, plane); });
  for (Index step = 1; step <= steps; ++step) {
    const Index first = step, last = rows - step;
    step_rows(first, last);
    std::swap(now_, next_);
    for (Index row = first; row < last; ++row) clear_outside(block, y_of(row), row);
  }
  for (Index row = 0; row < block.rows; ++row)
    for (unsigned plane = 0; plane < planes_; ++plane)
      halo_.scatter(now_.row(row + steps, plane) + 1, block, block.y + row, plane, next);
}

void Stepper2d::clear_outside(const CacheBlock& block, i64 y, Index row) {
  for (unsigned plane = 0; plane < planes_; ++plane) {
    const RowPointers pointers = now_.pointers(row, block.words, plane);
    if (halo_.wrapped_y(y))
      halo_.clear_outside(block, pointers);
    else
      Halo::clear(block, pointers);
  }
}

namespace {

class LifeStepper2d final : public Stepper2d {
 public:
  explicit LifeStepper2d(const AutomatonSpec& automaton) : Stepper2d(automaton, 1) {}

 private:
  void step_rows(Index first, Index last) override {
    const Index next_row = now_.stride();
    for (Index at = 0; at < next_row; at += vector_words) {
      const u64* from = now_.row(0) + at;
      u64* to = next_.row(0) + at;
      // Both rows add `here` to `below` first: the compiler does it once.
      walk_down(from, next_row, first, last,
                [=](Index row, const RowOfThree& above, const RowOfThree& here, const RowOfThree& below,
                    const RowOfThree& far_below, bool two) {
                  store(to + row * next_row, next_life(here.cell, here.sum, below.sum, above.sum));
                  if (two)
                    store(to + (row + 1) * next_row,
                          next_life(below.cell, here.sum, below.sum, far_below.sum));
                });
    }
  }
};

template <unsigned planes, Part part>
class CycleStepper2d final : public Stepper2d {
 public:
  explicit CycleStepper2d(const AutomatonSpec& automaton)
      : Stepper2d(automaton, planes), rule_(*automaton.cycle, automaton.transitions.states()) {}

 private:
  static constexpr Index batch_words = 1024;  // computed at once, so that they stay in the first-level cache

  void step_rows(Index first, Index last) override {
    const Index stride = now_.stride(), batch = std::max<Index>(2, batch_words / stride);
    if (!rule_.active_is_the_plane())
      rule_.find_active({now_.row(first - 1), now_.next_plane()}, (last - first + 2) * stride,
                        active_.row(first - 1));
    sums_.reserve(batch * stride);
    for (Index begin = first; begin < last; begin += batch) {
      const Index end = std::min(begin + batch, last);
      for (Index at = 0; at < stride; at += vector_words) add_up(at, begin, end);
      rule_.step(CellPlanes<const u64>{now_.row(begin), now_.next_plane()}, std::as_const(sums_).counts(),
                 (end - begin) * stride, CellPlanes<u64>{next_.row(begin), next_.next_plane()});
    }
  }

  void add_up(Index at, Index begin, Index end) {
    const Index stride = now_.stride();
    const auto counts = sums_.counts();
    walk_down((rule_.active_is_the_plane() ? now_ : active_).row(0) + at, stride, begin, end,
              [=](Index row, const RowOfThree& above, const RowOfThree& here, const RowOfThree& below,
                  const RowOfThree& far_below, bool two) {
                const Index to = (row - begin) * stride + at;
                counts.set(to, widen(plane_sum<part>(above, here, below)));
                if (two) counts.set(to + stride, widen(plane_sum<part>(here, below, far_below)));
              });
  }

  RuntimeRule<planes> rule_;
  PlaneSums<part> sums_;
};

bool is_life(const AutomatonSpec& automaton) {
  const CycleRule& cycle = *automaton.cycle;
  return automaton.neighbourhood.reach == 2 && automaton.transitions.states() == 2 && cycle.active == 1 &&
         cycle.last == 1 && cycle.home == 0 && cycle.first.from == 0 && cycle.first.to == 0 &&
         cycle.first.on == 1 << 3 && cycle.second.from == 1 && cycle.second.to == 1 &&
         cycle.second.on == (1 << 2 | 1 << 3);
}

}  // namespace

std::unique_ptr<BlockStepper> make_stepper_2d(const AutomatonSpec& automaton) {
  if (automaton.table) return make_table_stepper_2d(automaton);
  if (is_life(automaton)) return std::make_unique<LifeStepper2d>(automaton);
  return with_planes(automaton.transitions.planes(), [&](auto planes) -> std::unique_ptr<BlockStepper> {
    if (automaton.neighbourhood.reach == 2)
      return std::make_unique<CycleStepper2d<planes, Part::Square>>(automaton);
    return std::make_unique<CycleStepper2d<planes, Part::Cross>>(automaton);
  });
}

}  // namespace morula
