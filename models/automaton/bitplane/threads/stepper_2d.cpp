// Sliced steps in 2D: a piece goes through several steps while it is in the cache. Each takes one row less at
// either side than the one before.
#include "models/automaton/bitplane/threads/block_stepper.h"
#include "models/automaton/bitplane/threads/neighbour_sums.h"
#include "models/automaton/bitplane/threads/runtime_rule.h"

namespace morula {
namespace {

class FlatSteps : public SlicedSteps {
 public:
  FlatSteps(const AutomatonSpec& automaton, unsigned planes)
      : frame_(automaton.lattice), height_(automaton.lattice.local.y), planes_(planes) {}

  void run(const SlicedRows& now, const Piece& piece, Index steps, SlicedRows& next) final {
    const Index rows = piece.rows + 2 * steps;
    for (WindowRows* window : {&now_, &next_}) window->reserve(rows, piece.words, planes_);
    active_.reserve(rows, piece.words, 1);
    const auto y_of = [&](Index row) { return static_cast<i64>(piece.y + row) - static_cast<i64>(steps); };
    for (Index row = 0; row < rows; ++row)
      frame_.gather(now, piece, y_of(row), 0,
                    [&](unsigned plane) { return now_.places(row, piece.words, plane); });
    for (Index step = 1; step <= steps; ++step) {
      const Index first = step, last = rows - step;
      step_rows(first, last);
      std::swap(now_, next_);
      for (Index row = first; row < last; ++row) clear_outside(piece, y_of(row), row);
    }
    for (Index row = 0; row < piece.rows; ++row)
      for (unsigned plane = 0; plane < planes_; ++plane)
        frame_.scatter(now_.row(row + steps, plane) + 1, piece, piece.y + row, plane, next);
  }

 protected:
  virtual void step_rows(Index first, Index last) = 0;

  WindowFrame frame_;
  WindowRows now_, next_, active_;

 private:
  void clear_outside(const Piece& piece, i64 y, Index row) {
    for (unsigned plane = 0; plane < planes_; ++plane) {
      const RowPlaces places = now_.places(row, piece.words, plane);
      if (frame_.inside(y, height_))
        frame_.clear_outside(piece, places);
      else
        WindowFrame::clear(piece, places);
    }
  }

  Index height_;
  unsigned planes_;
};

class LifeSteps final : public FlatSteps {
 public:
  explicit LifeSteps(const AutomatonSpec& automaton) : FlatSteps(automaton, 1) {}

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
class CycleSteps final : public FlatSteps {
 public:
  explicit CycleSteps(const AutomatonSpec& automaton)
      : FlatSteps(automaton, planes), excitation_(*automaton.cycle, automaton.transitions.states()) {}

 private:
  static constexpr Index block_words = 1024;  // in work at once, that they stay in the first-level cache

  void step_rows(Index first, Index last) override {
    const Index stride = now_.stride(), block = std::max<Index>(2, block_words / stride);
    if (!excitation_.active_is_the_plane())
      excitation_.note_active({now_.row(first - 1), now_.next_plane()}, (last - first + 2) * stride,
                              active_.row(first - 1));
    sums_.reserve(block * stride);
    for (Index begin = first; begin < last; begin += block) {
      const Index end = std::min(begin + block, last);
      for (Index at = 0; at < stride; at += vector_words) add_up(at, begin, end);
      excitation_.step(CellPlanes<const u64>{now_.row(begin), now_.next_plane()},
                       std::as_const(sums_).counts(), (end - begin) * stride,
                       CellPlanes<u64>{next_.row(begin), next_.next_plane()});
    }
  }

  void add_up(Index at, Index begin, Index end) {
    const Index stride = now_.stride();
    const auto counts = sums_.counts();
    walk_down((excitation_.active_is_the_plane() ? now_ : active_).row(0) + at, stride, begin, end,
              [=](Index row, const RowOfThree& above, const RowOfThree& here, const RowOfThree& below,
                  const RowOfThree& far_below, bool two) {
                const Index to = (row - begin) * stride + at;
                counts.set(to, widen(plane_sum<part>(above, here, below)));
                if (two) counts.set(to + stride, widen(plane_sum<part>(here, below, far_below)));
              });
  }

  SlicedExcitation<planes> excitation_;
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

std::unique_ptr<SlicedSteps> make_flat_steps(const AutomatonSpec& automaton) {
  if (is_life(automaton)) return std::make_unique<LifeSteps>(automaton);
  return with_planes(automaton.transitions.planes(), [&](auto planes) -> std::unique_ptr<SlicedSteps> {
    if (automaton.neighbourhood.reach == 2)
      return std::make_unique<CycleSteps<planes, Part::Square>>(automaton);
    return std::make_unique<CycleSteps<planes, Part::Cross>>(automaton);
  });
}

}  // namespace morula
