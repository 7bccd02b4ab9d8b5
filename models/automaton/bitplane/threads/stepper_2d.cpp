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
  words_ = halo_.computed_words(block);
  const IndexRange inside = halo_.inside_y(y_of(0), rows);
  for (Index step = 1; step <= steps; ++step) {
    step_rows(step, rows - step);
    std::swap(now_, next_);
    clear_outside(block, inside, step, rows - step);
  }
  for (Index row = 0; row < block.rows; ++row)
    for (unsigned plane = 0; plane < planes_; ++plane)
      halo_.scatter(now_.row(row + steps, plane) + 1, block, block.y + row, plane, next);
}

void Stepper2d::clear_outside(const CacheBlock& block, IndexRange inside, Index first, Index last) {
  const auto pointers = [&](Index row, unsigned plane) { return now_.pointers(row, block.words, plane); };
  for (unsigned plane = 0; plane < planes_; ++plane) {
    for (Index row = first; row < std::min(last, inside.begin); ++row)
      BlockHalo::clear(block, pointers(row, plane));
    for (Index row = std::max(first, inside.begin); row < std::min(last, inside.end); ++row)
      halo_.clear_outside(block, pointers(row, plane));
    for (Index row = std::max(first, inside.end); row < last; ++row)
      BlockHalo::clear(block, pointers(row, plane));
  }
}

namespace {

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
    walk_down<1>((rule_.active_is_the_plane() ? now_ : active_).row(0) + at, stride, begin, end,
                 [=](Index row, Index, const RowOfThree& above, const RowOfThree& middle,
                     const RowOfThree& below, const RowOfThree& far_below, bool two) {
                   const Index to = (row - begin) * stride + at;
                   counts.set(to, widen(plane_sum<part>(above, middle, below)));
                   if (two) counts.set(to + stride, widen(plane_sum<part>(middle, below, far_below)));
                 });
  }

  RuntimeRule<planes> rule_;
  PlaneSums<part> sums_;
};

}  // namespace

std::unique_ptr<BlockStepper> make_stepper_2d(const AutomatonSpec& automaton) {
  if (automaton.table) return make_table_stepper_2d(automaton);
  if (is_life(automaton)) return make_life_stepper_2d(automaton);
  return with_planes(automaton.transitions.planes(), [&](auto planes) -> std::unique_ptr<BlockStepper> {
    if (automaton.neighbourhood.reach == 2)
      return std::make_unique<CycleStepper2d<planes, Part::Square>>(automaton);
    return std::make_unique<CycleStepper2d<planes, Part::Cross>>(automaton);
  });
}

}  // namespace morula
