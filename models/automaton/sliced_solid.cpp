// Sliced steps in 3D, one at a time: a piece is gone through plane by plane, and the sums of the last three
// planes are kept.
#include "models/automaton/sliced_excitation.h"
#include "models/automaton/sliced_steps.h"
#include "models/automaton/sliced_sums.h"

namespace morula {
namespace {

// The sums of a plane, as many digits as they can have.
template <Part part>
class PlaneSums {
 public:
  void reserve(Index rows, Index columns) {
    columns_ = columns;
    words_.resize(rows * columns * digits * vector_words);
  }
  void set(Index row, Index column, const Digits4& sum) {
    u64* to = at(row, column);
    store(to, sum.ones);
    if constexpr (digits > 1) store(to + vector_words, sum.twos);
    if constexpr (digits > 1) store(to + 2 * vector_words, sum.fours);
    if constexpr (digits > 3) store(to + 3 * vector_words, sum.eights);
  }
  Digits4 get(Index row, Index column) const {
    constexpr bits none{};
    const u64* from = at(row, column);
    if constexpr (digits == 1) return {load(from), none, none, none};
    const Digits4 low = {load(from), load(from + vector_words), load(from + 2 * vector_words), none};
    if constexpr (digits == 3) return low;
    return {low.ones, low.twos, low.fours, load(from + 3 * vector_words)};
  }

 private:
  static constexpr unsigned digits = part == Part::Square ? 4 : part == Part::Cross ? 3 : 1;
  u64* at(Index row, Index column) {
    return words_.data() + (row * columns_ + column) * digits * vector_words;
  }
  const u64* at(Index row, Index column) const {
    return words_.data() + (row * columns_ + column) * digits * vector_words;
  }

  Index columns_ = 0;
  std::vector<u64> words_;
};

// `own` of the cell's plane counts, and `other` of those above and below.
template <unsigned planes, Part own, Part other>
class SolidSteps final : public SlicedSteps {
 public:
  explicit SolidSteps(const AutomatonSpec& automaton)
      : frame_(automaton.lattice), excitation_(*automaton.cycle, automaton.transitions.states()) {}

  void run(const SlicedRows& now, const Piece& piece, Index, SlicedRows& next) override {
    columns_ = WindowRows::vectors_of(piece.words);
    for (Kept& kept : kept_) kept.reserve(piece, columns_);
    next_.reserve(piece.rows, piece.words, planes);
    active_.reserve(piece.rows + 2, piece.words, 1);
    for (Index plane = 0; plane < piece.depth + 2; ++plane) {  // from the one before the piece
      add_up(now, piece, static_cast<i64>(piece.z + plane) - 1, kept_[plane % 3]);
      if (plane < 2) continue;
      step_plane(piece, kept_[(plane - 2) % 3], kept_[(plane - 1) % 3], kept_[plane % 3]);
      for (Index row = 0; row < piece.rows; ++row)
        frame_.scatter(next_, row, piece, piece.y + row, piece.z + plane - 2, next);
    }
  }

 private:
  // Of one plane; row 0 is the one before the piece's first.
  struct Kept {
    WindowRows cells;
    PlaneSums<own> as_own;
    PlaneSums<other> as_other;

    void reserve(const Piece& piece, Index columns) {
      cells.reserve(piece.rows + 2, piece.words, planes);
      as_own.reserve(piece.rows + 2, columns);
      if constexpr (own != other) as_other.reserve(piece.rows + 2, columns);
    }
    Digits4 seen_from_beside(Index row, Index column) const {
      if constexpr (own == other) return as_own.get(row, column);
      return as_other.get(row, column);
    }
  };

  void add_up(const SlicedRows& now, const Piece& piece, i64 z, Kept& kept) {
    for (Index row = 0; row < piece.rows + 2; ++row)
      frame_.gather(now, piece, static_cast<i64>(piece.y + row) - 1, z, kept.cells, row);
    excitation_.note_active<planes>(kept.cells, columns_, 0, piece.rows + 2, active_);
    for (Index column = 0; column < columns_; ++column)
      walk_down(active_.row(0) + column * vector_words, active_.next_row(), 1, piece.rows + 1,
                [&](Index row, const RowOfThree& above, const RowOfThree& here, const RowOfThree& below,
                    const RowOfThree& far_below, bool two) {
                  keep(kept, row, column, above, here, below);
                  if (two) keep(kept, row + 1, column, here, below, far_below);
                });
  }

  static void keep(Kept& kept, Index row, Index column, const RowOfThree& above, const RowOfThree& here,
                   const RowOfThree& below) {
    kept.as_own.set(row, column, plane_sum<own>(above, here, below));
    if constexpr (own != other) kept.as_other.set(row, column, plane_sum<other>(above, here, below));
  }

  void step_plane(const Piece& piece, const Kept& above, const Kept& here, const Kept& below) {
    const auto sum_at = [&](Index row, Index column) {
      return add_planes(above.seen_from_beside(row, column), here.as_own.get(row, column),
                        below.seen_from_beside(row, column));
    };
    for (Index row = 1; row <= piece.rows; ++row)
      for (Index column = 0; column < columns_; column += 2) {
        const Index second = std::min(column + 1, columns_ - 1);
        States one = load_states<planes>(here.cells, row, column * vector_words),
               two = load_states<planes>(here.cells, row, second * vector_words);
        excitation_.next<planes>(one, two, sum_at(row, column), sum_at(row, second));
        store_states<planes>(one, next_, row - 1, column * vector_words);
        if (second > column) store_states<planes>(two, next_, row - 1, second * vector_words);
      }
  }

  WindowFrame frame_;
  SlicedExcitation excitation_;
  Index columns_ = 0;
  std::array<Kept, 3> kept_;
  WindowRows active_, next_;
};

}  // namespace

std::unique_ptr<SlicedSteps> make_solid_steps(const AutomatonSpec& automaton) {
  return with_planes(planes_for(automaton.transitions.states()),
                     [&](auto planes) -> std::unique_ptr<SlicedSteps> {
                       if (automaton.neighbourhood.reach == 3)
                         return std::make_unique<SolidSteps<planes, Part::Square, Part::Square>>(automaton);
                       if (automaton.neighbourhood.reach == 2)
                         return std::make_unique<SolidSteps<planes, Part::Square, Part::Cross>>(automaton);
                       return std::make_unique<SolidSteps<planes, Part::Cross, Part::Middle>>(automaton);
                     });
}

}  // namespace morula
