// Sliced steps in 3D, one at a time: a piece is gone through plane by plane, and the sums of the last three
// planes are kept.
#include "models/automaton/sliced_excitation.h"
#include "models/automaton/sliced_steps.h"
#include "models/automaton/sliced_sums.h"

namespace morula {
namespace {

// `own` of the cell's plane counts, and `other` of those above and below.
template <unsigned planes, Part own, Part other>
class SolidSteps final : public SlicedSteps {
 public:
  explicit SolidSteps(const AutomatonSpec& automaton)
      : frame_(automaton.lattice), excitation_(*automaton.cycle, automaton.transitions.states()) {}

  void run(const SlicedRows& now, const Piece& piece, Index, SlicedRows& next) override {
    reserve(piece);
    for (Index plane = 0; plane < piece.depth + 2; ++plane) {  // from the one before the piece
      add_up(now, piece, static_cast<i64>(piece.z + plane) - 1, kept_[plane % 3]);
      if (plane < 2) continue;
      step_plane(piece, kept_[(plane - 2) % 3], kept_[(plane - 1) % 3], kept_[plane % 3]);
      for (Index row = 0; row < piece.rows; ++row)
        for (unsigned digit = 0; digit < planes; ++digit)
          frame_.scatter(next_.data() + (digit * piece.rows + row) * stride_, piece, piece.y + row,
                         piece.z + plane - 2, digit, next);
    }
  }

 private:
  static constexpr unsigned digits = own == Part::Square ? 5 : 3;  // of a sum of 27, 19 or 7 cells

  struct Kept {
    std::vector<u64> cells;  // of one plane, from the row before the piece's first
    PlaneSums<own> as_own;
    PlaneSums<other> as_other;  // what the planes beside it count, if that is not the same

    auto from_beside() const {
      if constexpr (own == other)
        return as_own.counts();
      else
        return as_other.counts();
    }
  };

  void reserve(const Piece& piece) {
    stride_ = whole_vectors(piece.words);
    rows_ = piece.rows + 2;
    for (Kept& kept : kept_) {
      kept.cells.resize(planes * rows_ * stride_);
      kept.as_own.reserve(piece.rows * stride_);
      if constexpr (own != other) kept.as_other.reserve(piece.rows * stride_);
    }
    next_.resize(planes * piece.rows * stride_);
    total_.resize(digits * piece.rows * stride_);
    ends_.resize(planes * whole_vectors(2 * rows_));
    active_ends_.resize(whole_vectors(2 * rows_));
    active_.resize(rows_ * active_stride() + 2 * vector_words);
  }
  // Rows of active cells have a vector's room at either end for the cells that lie before and behind them.
  Index active_stride() const { return stride_ + vector_words; }
  u64* active_row(Index row) { return active_.data() + vector_words + row * active_stride(); }

  void gather(const SlicedRows& now, const Piece& piece, i64 z, Kept& kept) {
    for (Index row = 0; row < rows_; ++row)
      frame_.gather(now, piece, static_cast<i64>(piece.y + row) - 1, z, [&](unsigned plane) {
        u64* ends = ends_.data() + plane * whole_vectors(2 * rows_) + 2 * row;
        return RowPlaces{kept.cells.data() + (plane * rows_ + row) * stride_, ends, ends + 1};
      });
    excitation_.note_active({ends_.data(), whole_vectors(2 * rows_)}, whole_vectors(2 * rows_),
                            active_ends_.data());
    for (Index row = 0; row < rows_; ++row) {
      u64* active = active_row(row);
      excitation_.note_active({kept.cells.data() + row * stride_, rows_ * stride_}, stride_, active);
      active[-1] = active_ends_[2 * row];
      active[piece.words] = active_ends_[2 * row + 1];
    }
  }

  void add_up(const SlicedRows& now, const Piece& piece, i64 z, Kept& kept) {
    gather(now, piece, z, kept);
    const auto as_own = kept.as_own.counts();
    const auto as_other = kept.as_other.counts();
    const Index stride = stride_;
    const auto keep = [=](Index to, const RowOfThree& above, const RowOfThree& here,
                          const RowOfThree& below) {
      as_own.set(to, widen(plane_sum<own>(above, here, below)));
      if constexpr (own != other) as_other.set(to, widen(plane_sum<other>(above, here, below)));
    };
    for (Index at = 0; at < stride; at += vector_words)
      walk_down(active_row(0) + at, active_stride(), 1, piece.rows + 1,
                [=](Index row, const RowOfThree& above, const RowOfThree& here, const RowOfThree& below,
                    const RowOfThree& far_below, bool two) {
                  keep((row - 1) * stride + at, above, here, below);
                  if (two) keep(row * stride + at, here, below, far_below);
                });
  }

  void step_plane(const Piece& piece, const Kept& above, const Kept& here, const Kept& below) {
    const auto from_above = above.from_beside(), from_below = below.from_beside();
    const auto from_here = here.as_own.counts();
    const Index words = piece.rows * stride_;
    const DigitPlanes<u64, digits> total{total_.data(), words};
    for (Index at = 0; at < words; at += vector_words)
      total.set(at,
                add_planes(narrow(from_above.at(at)), narrow(from_here.at(at)), narrow(from_below.at(at))));
    excitation_.step(CellPlanes<const u64>{here.cells.data() + stride_, rows_ * stride_},
                     DigitPlanes<const u64, digits>{total_.data(), words}, words,
                     CellPlanes<u64>{next_.data(), words});
  }

  static Digits4 narrow(const Digits5& sum) { return {sum.ones, sum.twos, sum.fours, sum.eights}; }

  WindowFrame frame_;
  SlicedExcitation<planes> excitation_;
  Index stride_ = 0, rows_ = 0;  // words of a row, and rows with those before and behind the piece
  std::array<Kept, 3> kept_;
  std::vector<u64> ends_, active_ends_;  // the words before and behind each row
  std::vector<u64> active_, total_, next_;
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
