// Single steps in 3D: the stepper streams through the planes of a block and keeps the sums of the last three.
#include "models/automaton/bitplane/threads/block_stepper.h"
#include "models/automaton/bitplane/threads/neighbour_sums.h"
#include "models/automaton/bitplane/threads/runtime_rule.h"

namespace morula {
namespace {

// `same_plane` is the part of the cell's plane that counts, `other_planes` that of the planes above and
// below.
template <unsigned planes, Part same_plane, Part other_planes>
class CycleStepper3d final : public BlockStepper {
 public:
  explicit CycleStepper3d(const AutomatonSpec& automaton)
      : halo_(automaton.lattice),
        rule_(*automaton.cycle, automaton.transitions.states()),
        height_(automaton.lattice.stored.y) {}

  void run(const BitplaneLattice& now, const CacheBlock& block, Index, BitplaneLattice& next) override {
    reserve(block);
    for (Index plane = 0; plane < block.depth + 2; ++plane) {  // from the plane before the block
      add_up(now, block, static_cast<i64>(block.z + plane) - 1, sums_[plane % 3]);
      if (plane < 2) continue;
      add_planes_up(sums_[(plane - 2) % 3], sums_[(plane - 1) % 3], sums_[plane % 3]);
      step_plane(now, block, (block.z + plane - 2) * height_ + block.y, next);
    }
  }

 private:
  static constexpr unsigned digits = same_plane == Part::Square ? 5 : 3;  // of a sum over 27, 19 or 7 cells

  struct Sums {
    PlaneSums<same_plane> as_own;
    PlaneSums<other_planes> as_other;  // counts for cells of the planes above and below, if they differ

    auto from_beside() const {
      if constexpr (same_plane == other_planes)
        return as_own.counts();
      else
        return as_other.counts();
    }
  };

  void reserve(const CacheBlock& block) {
    stride_ = whole_vectors(block.words);
    words_ = block.rows * stride_;
    for (Sums& sums : sums_) {
      sums.as_own.reserve(words_);
      if constexpr (same_plane != other_planes) sums.as_other.reserve(words_);
    }
    total_.resize(digits * words_);
    cells_.resize(planes * words_);
    next_.resize(planes * words_);
    const Index rows = block.rows + 2;
    ends_.resize(planes * ends_of(rows));
    active_ends_.resize(ends_of(rows));
    active_.resize(rows * active_stride() + 2 * vector_words);
  }
  static Index ends_of(Index rows) { return whole_vectors(2 * rows); }
  // The gap between rows of active cells has room for the words before and behind them.
  Index active_stride() const { return stride_ + vector_words; }
  u64* active_row(Index row) { return active_.data() + vector_words + row * active_stride(); }

  // Finds the active cells of a plane, from the row before the block's first.
  void find_active(const BitplaneLattice& now, const CacheBlock& block, i64 z) {
    const Index rows = block.rows + 2;
    const auto inside_z = halo_.wrapped_z(z);
    for (Index row = 0; row < rows; ++row) {
      const auto y = halo_.wrapped_y(static_cast<i64>(block.y + row) - 1);
      if (!y || !inside_z) {
        std::fill_n(active_row(row), stride_, u64{0});
        for (unsigned plane = 0; plane < planes; ++plane) set_ends(rows, row, plane, 0, 0);
        continue;
      }
      const u64* cells = now.row(*inside_z * height_ + *y, 0);
      rule_.find_active({cells + block.word, now.next_plane()}, stride_, active_row(row));
      for (unsigned plane = 0; plane < planes; ++plane, cells += now.next_plane())
        set_ends(rows, row, plane, halo_.before(cells, block), halo_.behind(cells, block));
    }
    rule_.find_active({ends_.data(), ends_of(rows)}, ends_of(rows), active_ends_.data());
    for (Index row = 0; row < rows; ++row) {
      u64* active = active_row(row);
      active[-1] = active_ends_[2 * row];
      active[block.words] = active_ends_[2 * row + 1];
      halo_.close_row(block, {active, active - 1, active + block.words});
    }
  }
  void set_ends(Index rows, Index row, unsigned plane, u64 before, u64 behind) {
    ends_[plane * ends_of(rows) + 2 * row] = before;
    ends_[plane * ends_of(rows) + 2 * row + 1] = behind;
  }

  // Receives the sums of a plane. It is inlined by attribute: with three calls, compilers would not inline
  // it, and the rows that the loop keeps in registers would be written to memory for each call.
  struct KeptSums {
    DigitPlanes<u64, PlaneSums<same_plane>::digits> as_own;
    DigitPlanes<u64, PlaneSums<other_planes>::digits> as_other;

    [[gnu::always_inline]] void set(Index to, const RowOfThree& above, const RowOfThree& middle,
                                    const RowOfThree& below) const {
      as_own.set(to, widen(plane_sum<same_plane>(above, middle, below)));
      if constexpr (same_plane != other_planes)
        as_other.set(to, widen(plane_sum<other_planes>(above, middle, below)));
    }
  };

  void add_up(const BitplaneLattice& now, const CacheBlock& block, i64 z, Sums& sums) {
    find_active(now, block, z);
    const KeptSums kept{sums.as_own.counts(), sums.as_other.counts()};
    const Index stride = stride_;
    for (Index at = 0; at < stride; at += vector_words)
      walk_down<1>(active_row(0) + at, active_stride(), 1, block.rows + 1,
                   [=](Index row, Index, const RowOfThree& above, const RowOfThree& middle,
                       const RowOfThree& below, const RowOfThree& far_below, bool two) {
                     kept.set((row - 1) * stride + at, above, middle, below);
                     if (two) kept.set(row * stride + at, middle, below, far_below);
                   });
  }

  void add_planes_up(const Sums& above, const Sums& middle, const Sums& below) {
    const auto from_above = above.from_beside(), from_below = below.from_beside();
    const auto from_here = middle.as_own.counts();
    const DigitPlanes<u64, digits> total{total_.data(), words_};
    for (Index at = 0, words = words_; at < words; at += vector_words)
      total.set(at,
                add_planes(narrow(from_above.at(at)), narrow(from_here.at(at)), narrow(from_below.at(at))));
  }

  // Steps one plane; `first` is the row of the lattice at which the block begins. Rows that are whole and
  // consist of whole vectors are stepped in place, without copies.
  void step_plane(const BitplaneLattice& now, const CacheBlock& block, Index first, BitplaneLattice& next) {
    const DigitPlanes<const u64, digits> counts{total_.data(), words_};
    if (now.width() == stride_ * word_bits) {
      rule_.step(CellPlanes<const u64>{now.row(first, 0), now.next_plane()}, counts, words_,
                 CellPlanes<u64>{next.row(first, 0), next.next_plane()});
      return;
    }
    for (unsigned plane = 0; plane < planes; ++plane)
      for (Index row = 0; row < block.rows; ++row)
        copy_words(now.row(first + row, plane) + block.word, block.words,
                   cells_.data() + plane * words_ + row * stride_);
    rule_.step(CellPlanes<const u64>{cells_.data(), words_}, counts, words_,
               CellPlanes<u64>{next_.data(), words_});
    for (unsigned plane = 0; plane < planes; ++plane)
      for (Index row = 0; row < block.rows; ++row)
        halo_.scatter(next_.data() + plane * words_ + row * stride_, block, first + row, plane, next);
  }

  static Digits4 narrow(const Digits5& sum) { return {sum.ones, sum.twos, sum.fours, sum.eights}; }

  BlockHalo halo_;
  RuntimeRule<planes> rule_;
  Index height_;                         // of the lattice
  Index stride_ = 0, words_ = 0;         // words of a row, and of a plane of the block
  std::array<Sums, 3> sums_;             // of the last three planes
  std::vector<u64> total_;               // the sums added over three planes
  std::vector<u64> ends_, active_ends_;  // the words before and behind each row
  std::vector<u64> active_, cells_, next_;
};

}  // namespace

std::unique_ptr<BlockStepper> make_stepper_3d(const AutomatonSpec& automaton) {
  return with_planes(automaton.transitions.planes(), [&](auto planes) -> std::unique_ptr<BlockStepper> {
    if (automaton.neighbourhood.reach == 3)
      return std::make_unique<CycleStepper3d<planes, Part::Square, Part::Square>>(automaton);
    if (automaton.neighbourhood.reach == 2)
      return std::make_unique<CycleStepper3d<planes, Part::Square, Part::Cross>>(automaton);
    return std::make_unique<CycleStepper3d<planes, Part::Cross, Part::Centre>>(automaton);
  });
}

}  // namespace morula
