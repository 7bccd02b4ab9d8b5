// Fields on threads: a sub-step goes through all rows, a block of sites at a time.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <mutex>

#include "core/error.h"
#include "core/uint128.h"
#include "models/fields/field_numbers.h"
#include "models/fields/field_rule.h"
#include "models/fields/fields_engine.h"
#include "models/fields/implicit_lines.h"

namespace morula::fields {
namespace {

constexpr u64 no_row = ~u64{0};

class ThreadedFields final : public FieldsEngine {
 public:
  ThreadedFields(FieldsOnLattice on, SiteReader& sites, std::shared_ptr<ThreadPool> threads)
      : FieldsEngine(std::move(on), sites),
        threads_(std::move(threads)),
        code_(std::make_shared<const formula::Code>(spec().sources.program.site)),
        uniform_(spec().sources.program),
        clamped_(spec().fields.size() * on_.replicas) {
    for (const FieldSpec& field : spec().fields) {
      now_.emplace_back(sites_in_batch());
      next_.emplace_back(field.changes() ? sites_in_batch() : 0);
      numbers_.push_back(numbers_of(field, spec().sub_steps));
      lines_.emplace_back();
      for (unsigned axis = 0; field.solver == Solver::Implicit && axis < on_.lattice.dimensions; ++axis)
        lines_.back().push_back(
            implicit_lines(field, axis, on_.lattice.dimensions, side(axis), spec().sub_steps));
    }
  }

  void write(u32 field, Slab slab, std::span<const f64> values) override {
    std::ranges::copy(values, now_[field].begin() + static_cast<std::ptrdiff_t>(slab.first));
  }
  void read(u32 field, Slab slab, std::span<f64> values) override {
    std::copy_n(now_[field].begin() + static_cast<std::ptrdiff_t>(slab.first), slab.count, values.begin());
  }

  std::span<const f64> in_memory(u32 field) const override { return now_[field]; }

  void step(u64 when) override {
    if (failed_ || !spec().any_changes()) return;
    if (const auto failing = uniform_.evaluate(uniform_inputs(spec().sources, spec(), when)))
      throw Error(fmt::format("{} (step {})", what_fails(spec().sources.program.whole, *failing), when + 1));
    for (u32 i = 0; i < spec().sub_steps && !failed_; ++i) sub_step(when);
  }

  std::vector<FieldTotals> totals(u64 replica) override;
  std::vector<Hash> hashes() override;
  std::vector<u64> clamped() override {
    std::vector<u64> words;
    for (const Uint128 units : clamped_)
      words.insert(words.end(), {static_cast<u64>(units), static_cast<u64>(units >> 64)});
    return words;
  }
  void set_clamped(std::span<const u64> words) override {
    for (std::size_t i = 0; i < clamped_.size(); ++i)
      clamped_[i] = Uint128{words[2 * i + 1]} << 64 | words[2 * i];
  }

 private:
  // Results of a range of rows or lines: the cut-off amounts, and the first row that fails.
  struct RangeResult {
    std::vector<Uint128> cut;
    u64 failing_row = no_row;
  };
  std::optional<Failure> failure() override { return failed_; }
  u64 sites_in_batch() const { return sites() * on_.replicas; }

  void sub_step(u64 when) {
    RangeResult totals{std::vector<Uint128>(clamped_.size())};
    std::mutex adding;
    const auto in_ranges = [&](u64 count, auto run_range) {
      threads_->for_ranges(count, [&](u64 begin, u64 end) {
        RangeResult range{std::vector<Uint128>(clamped_.size())};
        run_range(begin, end, range);
        const std::lock_guard lock(adding);
        for (std::size_t i = 0; i < clamped_.size(); ++i) totals.cut[i] += range.cut[i];
        totals.failing_row = std::min(totals.failing_row, range.failing_row);
      });
    };
    in_ranges(rows() * on_.replicas,
              [&](u64 begin, u64 end, RangeResult& range) { step_rows(begin, end, range); });
    for (u32 field = 0; field < lines_.size(); ++field)
      for (unsigned axis = 0; axis < lines_[field].size() && totals.failing_row == no_row; ++axis)
        in_ranges(sites_in_batch() / side(axis), [&](u64 begin, u64 end, RangeResult& range) {
          step_lines(field, axis, begin, end, range);
        });
    if (totals.failing_row != no_row) {
      failed_ = Failure{when, totals.failing_row};
      return;
    }
    for (std::size_t i = 0; i < clamped_.size(); ++i) clamped_[i] += totals.cut[i];
    for (u32 field = 0; field < now_.size(); ++field)
      if (spec().fields[field].changes()) std::swap(now_[field], next_[field]);
  }

  void step_rows(u64 begin, u64 end, RangeResult& range);
  struct RowsBeside {
    std::array<const f64*, 4> rows{};  // previous and next along y, then z; null if in `beyond`
    std::array<std::array<f64, formula::block>, 4> beyond;
    std::array<f64, 4> inflow{};
  };
  struct EndOfRow {
    std::array<f64, 2> neighbour{}, inflow{};  // at the previous and at the next site along x
  };
  void step_part(u32 field, u64 row, const RowPart& part, const f64* source, RangeResult& range);
  RowsBeside rows_beside(u32 field, const RowPart& part, const f64* now) const;
  EndOfRow end_of_row(u32 field, Index x, const f64* now) const;
  void step_explicitly(u32 field, const RowPart& part, const f64* now, const f64* added, f64* next) const;
  void step_lines(u32 field, unsigned axis, u64 begin, u64 end, RangeResult& range);
  void settle(u32 field, u64 first, std::size_t count, u64 stride, RangeResult& range);

  std::shared_ptr<ThreadPool> threads_;
  std::shared_ptr<const formula::Code> code_;
  formula::UniformValues uniform_;
  std::vector<std::vector<f64>> now_, next_;
  std::vector<FieldNumbers> numbers_;
  std::vector<std::vector<ImplicitLines>> lines_;  // for each field and axis
  std::vector<Uint128> clamped_;                   // [replica · fields + field]
  std::optional<Failure> failed_;
};

void ThreadedFields::step_rows(u64 begin, u64 end, RangeResult& range) {
  const Index width = side(0);
  const SiteProgram& sources = spec().sources;
  RowSources evaluated(sources, code_, sites_);
  evaluated.set_uniform(sources.inputs.size(), uniform_.results());
  std::vector<const f64*> fields(now_.size());
  for (u64 row = begin; row < end; ++row)
    for (Index from = 0; from < width; from += formula::block) {
      const RowPart part = part_of_row(row, from, std::min<std::size_t>(formula::block, width - from));
      for (std::size_t i = 0; i < fields.size(); ++i) fields[i] = now_[i].data() + row * width + from;
      if (!sources.is_empty() && evaluated.evaluate(part, fields))
        range.failing_row = std::min(range.failing_row, row);
      for (u32 field = 0; field < now_.size(); ++field)
        if (const FieldSpec& stepping = spec().fields[field]; stepping.changes())
          step_part(field, row, part, stepping.has_source ? evaluated.result(stepping.source) : nullptr,
                    range);
    }
}

// Steps consecutive sites of a row. If lines are solved afterwards, only adds the source.
void ThreadedFields::step_part(u32 field, u64 row, const RowPart& part, const f64* source,
                               RangeResult& range) {
  static constexpr std::array<f64, formula::block> nothing{};
  const Index first = row * side(0) + part.first.x;
  const f64 *const now = now_[field].data() + first, *const added = source ? source : nothing.data();
  f64* const next = next_[field].data() + first;
  if (spec().fields[field].solver == Solver::Implicit)
    for (std::size_t i = 0; i < part.count; ++i)
      next[i] = field_with_source(now[i], added[i], numbers_[field].length);
  else
    step_explicitly(field, part, now, added, next);
  settle(field, first, part.count, 1, range);
}

// Finds the four rows next to this one: before and after it along y and along z. At a boundary that is not
// periodic there is no such row; the boundary condition then gives the values beyond.
ThreadedFields::RowsBeside ThreadedFields::rows_beside(u32 field, const RowPart& part, const f64* now) const {
  const FieldNumbers& numbers = numbers_[field];
  const std::array<u64, 3> stride = {1, side(0), side(0) * side(1)}, at = {0, part.first.y, part.first.z};
  RowsBeside beside;
  for (unsigned k = 0; k < 4; ++k) {
    const unsigned axis = 1 + k / 2;
    const bool is_end = k % 2 == 1;
    beside.rows[k] = now;
    if (axis >= on_.lattice.dimensions) continue;
    const BoundaryCondition& condition = spec().fields[field].boundary[axis][k % 2];
    if (is_end ? at[axis] + 1 < side(axis) : at[axis] > 0) {
      beside.rows[k] = is_end ? now + stride[axis] : now - stride[axis];
    } else if (condition.kind == BoundaryCondition::Kind::Periodic) {
      const u64 across = (side(axis) - 1) * stride[axis];
      beside.rows[k] = is_end ? now - across : now + across;
    } else if (condition.kind == BoundaryCondition::Kind::Value) {
      beside.beyond[k].fill(numbers.beyond[2 * axis + k % 2]);
      beside.rows[k] = nullptr;
    } else {
      beside.inflow[k] = numbers.inflow[2 * axis + k % 2];
    }
  }
  return beside;
}

// The value beside the end of a row along x, and the flow in there.
ThreadedFields::EndOfRow ThreadedFields::end_of_row(u32 field, Index x, const f64* now) const {
  const Index width = side(0);
  EndOfRow row_end;
  for (unsigned end = 0; end < 2; ++end) {
    const BoundaryCondition& condition = spec().fields[field].boundary[0][end];
    if (end == 0 ? x > 0 : x + 1 < width)
      row_end.neighbour[end] = end == 0 ? now[-1] : now[1];
    else if (condition.kind == BoundaryCondition::Kind::Periodic)
      row_end.neighbour[end] = end == 0 ? now[width - 1] : *(now - (width - 1));
    else if (condition.kind == BoundaryCondition::Kind::Value)
      row_end.neighbour[end] = numbers_[field].beyond[end];
    else
      row_end.neighbour[end] = *now, row_end.inflow[end] = numbers_[field].inflow[end];
  }
  return row_end;
}

// Sites at the ends of the row are stepped separately, so that all others are a loop without conditions.
void ThreadedFields::step_explicitly(u32 field, const RowPart& part, const f64* now, const f64* added,
                                     f64* next) const {
  const FieldNumbers& numbers = numbers_[field];
  const RowsBeside beside = rows_beside(field, part, now);
  std::array<const f64*, 4> rows{};
  for (unsigned k = 0; k < 4; ++k) rows[k] = beside.rows[k] ? beside.rows[k] : beside.beyond[k].data();
  const auto& inflow = beside.inflow;
  const auto step_site = [&](std::size_t i, f64 west, f64 east, f64 from_west, f64 from_east) {
    next[i] =
        field_next(now[i], field_spread(now[i], west, east, rows[0][i], rows[1][i], rows[2][i], rows[3][i]),
                   field_inflow(from_west, from_east, inflow[0], inflow[1], inflow[2], inflow[3]), added[i],
                   numbers.share, numbers.decay, numbers.length);
  };
  const auto step_end = [&](std::size_t i) {
    const EndOfRow end = end_of_row(field, part.first.x + i, now + i);
    step_site(i, end.neighbour[0], end.neighbour[1], end.inflow[0], end.inflow[1]);
  };
  const std::size_t begin = part.first.x == 0 ? 1 : 0;
  const std::size_t end = part.first.x + part.count == side(0) ? part.count - 1 : part.count;
  if (begin == 1) step_end(0);
  if (end < part.count && end >= begin) step_end(end);
  for (std::size_t i = begin; i < end; ++i) step_site(i, (now + i)[-1], now[i + 1], 0.0, 0.0);
}

// Sets negative values to zero in fields that cannot be negative, and finds values that are not finite.
void ThreadedFields::settle(u32 field, u64 first, std::size_t count, u64 stride, RangeResult& range) {
  constexpr f64 largest = std::numeric_limits<f64>::max();
  const f64 least = spec().fields[field].is_signed ? -largest : 0.0;
  f64* const next = next_[field].data() + first;
  bool all_fit = true;
  for (std::size_t i = 0; i < count; ++i)
    all_fit = all_fit & (next[i * stride] >= least) & (next[i * stride] <= largest);
  if (all_fit) return;
  const u64 replica = first / sites();
  for (std::size_t i = 0; i < count; ++i) {
    f64& value = next[i * stride];
    const bool is_cut = least == 0 && value < 0;
    if (!is_finite_f64(value) || (is_cut && -value >= LARGEST_CUT)) {
      range.failing_row = std::min(range.failing_row, (first + i * stride) / side(0));
    } else if (is_cut) {
      range.cut[replica * spec().fields.size() + field] += cut_units(-value);
      value = 0;
    }
  }
}

// Lines are numbered in the order of their first sites; lines along y and z lie side by side in rows.
void ThreadedFields::step_lines(u32 field, unsigned axis, u64 begin, u64 end, RangeResult& range) {
  constexpr u64 rows_together = 8, columns_together = 64;
  const u64 length = side(axis), stride = axis == 0 ? 1 : axis == 1 ? side(0) : side(0) * side(1);
  const bool is_last = axis + 1 == lines_[field].size();
  for (u64 line = begin; line < end;) {
    const u64 first = line / stride * stride * length + line % stride;
    const u64 width = axis == 0 ? std::min(rows_together, end - line)
                                : std::min({columns_together, end - line, stride - line % stride});
    solve_lines(lines_[field][axis], next_[field].data() + first, length, stride, width);
    for (u64 i = 0; is_last && i < length; ++i) settle(field, first + i * stride, width, 1, range);
    line += width;
  }
}

std::vector<FieldTotals> ThreadedFields::totals(u64 replica) {
  const std::size_t classes = spec().classes.size(), numbers_of_row = 3 + classes, fields = now_.size();
  const Index width = side(0);
  std::vector<f64> numbers(fields * rows() * numbers_of_row);
  std::vector<u32> counts(rows() * classes);
  threads_->for_ranges(rows(), [&](u64 begin, u64 end) {
    std::vector<i64> of_site(width);
    for (u64 row = begin; row < end; ++row) {
      const RowPart part = part_of_row(replica * rows() + row, 0, width);
      sites_.read_classes(replica, part.first, width, of_site.data());
      for (const i64 site_class : of_site) ++counts[row * classes + static_cast<std::size_t>(site_class)];
      for (std::size_t field = 0; field < fields; ++field) {
        const f64* const values = now_[field].data() + (replica * rows() + row) * width;
        f64* const sums = &numbers[(field * rows() + row) * numbers_of_row];
        sums[1] = sums[2] = values[0];
        for (Index x = 0; x < width; ++x) {
          sums[0] += values[x];
          sums[1] = std::min(sums[1], values[x]);
          sums[2] = std::max(sums[2], values[x]);
          sums[3 + of_site[x]] += values[x];
        }
      }
    }
  });
  std::vector<FieldTotals> totals;
  for (std::size_t field = 0; field < fields; ++field)
    totals.push_back(totals_of_rows(
        std::span(numbers).subspan(field * rows() * numbers_of_row, rows() * numbers_of_row), counts));
  return totals;
}

std::vector<Hash> ThreadedFields::hashes() {
  std::vector<Hash> hashes(on_.replicas);
  for (u64 replica = 0; replica < on_.replicas; ++replica)
    for (std::size_t field = 0; field < now_.size(); ++field) {
      std::mutex adding;
      threads_->for_ranges(sites(), [&](u64 begin, u64 end) {
        const Hash part = hash_values(
            hash_number(spec().fields[field]), begin, ValueType::F64,
            std::as_bytes(std::span(now_[field]).subspan(replica * sites() + begin, end - begin)));
        const std::lock_guard lock(adding);
        hashes[replica] += part;
      });
    }
  return hashes;
}

}  // namespace

std::unique_ptr<FieldsEngine> fields_on_threads(FieldsOnLattice on, SiteReader& sites,
                                                std::shared_ptr<ThreadPool> threads) {
  return std::make_unique<ThreadedFields>(std::move(on), sites, std::move(threads));
}

}  // namespace morula::fields
