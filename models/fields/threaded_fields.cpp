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
  // What a range of rows or lines adds to the whole.
  struct Found {
    std::vector<Uint128> cut;
    u64 failing_row = no_row;
  };
  std::optional<Failure> failure() override { return failed_; }
  u64 sites_in_batch() const { return sites() * on_.replicas; }

  void sub_step(u64 when) {
    Found all{std::vector<Uint128>(clamped_.size())};
    std::mutex adding;
    const auto in_ranges = [&](u64 count, auto each) {
      threads_->for_ranges(count, [&](u64 begin, u64 end) {
        Found found{std::vector<Uint128>(clamped_.size())};
        each(begin, end, found);
        const std::lock_guard lock(adding);
        for (std::size_t i = 0; i < clamped_.size(); ++i) all.cut[i] += found.cut[i];
        all.failing_row = std::min(all.failing_row, found.failing_row);
      });
    };
    in_ranges(rows() * on_.replicas, [&](u64 begin, u64 end, Found& found) { step_rows(begin, end, found); });
    for (u32 field = 0; field < lines_.size(); ++field)
      for (unsigned axis = 0; axis < lines_[field].size() && all.failing_row == no_row; ++axis)
        in_ranges(sites_in_batch() / side(axis),
                  [&](u64 begin, u64 end, Found& found) { step_lines(field, axis, begin, end, found); });
    if (all.failing_row != no_row) {
      failed_ = Failure{when, all.failing_row};
      return;
    }
    for (std::size_t i = 0; i < clamped_.size(); ++i) clamped_[i] += all.cut[i];
    for (u32 field = 0; field < now_.size(); ++field)
      if (spec().fields[field].changes()) std::swap(now_[field], next_[field]);
  }

  void step_rows(u64 begin, u64 end, Found& found);
  void step_part(u32 field, u64 row, const RowPart& part, const f64* source, Found& found);
  void step_lines(u32 field, unsigned axis, u64 begin, u64 end, Found& found);
  void step_line(const ImplicitLines& lines, f64* values, u64 side, u64 stride, std::size_t width) const;
  void settle(u32 field, u64 first, std::size_t count, u64 stride, Found& found);

  std::shared_ptr<ThreadPool> threads_;
  std::shared_ptr<const formula::Code> code_;
  formula::UniformValues uniform_;
  std::vector<std::vector<f64>> now_, next_;
  std::vector<FieldNumbers> numbers_;
  std::vector<std::vector<ImplicitLines>> lines_;  // of each field, along each axis
  std::vector<Uint128> clamped_;                   // [replica · fields + field]
  std::optional<Failure> failed_;
};

void ThreadedFields::step_rows(u64 begin, u64 end, Found& found) {
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
        found.failing_row = std::min(found.failing_row, row);
      for (u32 field = 0; field < now_.size(); ++field)
        if (const FieldSpec& stepping = spec().fields[field]; stepping.changes())
          step_part(field, row, part, stepping.has_source ? evaluated.result(stepping.source) : nullptr,
                    found);
    }
}

// Consecutive sites of a row. Ends of the row are steps of one site, so that all others are a loop without
// conditions.
void ThreadedFields::step_part(u32 field, u64 row, const RowPart& part, const f64* source, Found& found) {
  static constexpr std::array<f64, formula::block> nothing{};
  const FieldSpec& stepping = spec().fields[field];
  const FieldNumbers& numbers = numbers_[field];
  const Index width = side(0), first = row * width + part.first.x;
  const f64 *const now = now_[field].data() + first, *const added = source ? source : nothing.data();
  f64* const next = next_[field].data() + first;
  if (stepping.solver == Solver::Implicit) {
    for (std::size_t i = 0; i < part.count; ++i)
      next[i] = field_with_source(now[i], added[i], numbers.length);
    return settle(field, first, part.count, 1, found);
  }
  // The rows on both sides along y and z; where there is none, a row of what lies beyond.
  const std::array<u64, 3> stride = {1, width, width * side(1)}, at = {0, part.first.y, part.first.z};
  std::array<const f64*, 4> beside{};
  std::array<f64, 4> inflow{};
  std::array<std::array<f64, formula::block>, 4> beyond;
  for (unsigned k = 0; k < 4; ++k) {
    const unsigned axis = 1 + k / 2;
    const bool is_end = k % 2 == 1;
    const BoundaryCondition& condition = stepping.boundary[axis][k % 2];
    if (axis >= on_.lattice.dimensions) {
      beside[k] = now;
    } else if (is_end ? at[axis] + 1 < side(axis) : at[axis] > 0) {
      beside[k] = is_end ? now + stride[axis] : now - stride[axis];
    } else if (condition.kind == BoundaryCondition::Kind::Periodic) {
      const u64 across = (side(axis) - 1) * stride[axis];
      beside[k] = is_end ? now - across : now + across;
    } else if (condition.kind == BoundaryCondition::Kind::Value) {
      beyond[k].fill(numbers.beyond[2 * axis + k % 2]);
      beside[k] = beyond[k].data();
    } else {
      beside[k] = now;
      inflow[k] = numbers.inflow[2 * axis + k % 2];
    }
  }
  const auto along_x = [&](std::size_t i, f64 west, f64 east, f64 from_west, f64 from_east) {
    next[i] = field_next(
        now[i], field_spread(now[i], west, east, beside[0][i], beside[1][i], beside[2][i], beside[3][i]),
        field_inflow(from_west, from_east, inflow[0], inflow[1], inflow[2], inflow[3]), added[i],
        numbers.share, numbers.decay, numbers.length);
  };
  const auto at_end = [&](std::size_t i) {
    const Index x = part.first.x + i;
    std::array<f64, 2> neighbour{}, entering{};
    for (unsigned end = 0; end < 2; ++end) {
      const BoundaryCondition& condition = stepping.boundary[0][end];
      if (end == 0 ? x > 0 : x + 1 < width)
        neighbour[end] = end == 0 ? (now + i)[-1] : now[i + 1];
      else if (condition.kind == BoundaryCondition::Kind::Periodic)
        neighbour[end] = end == 0 ? now[i + (width - 1)] : *(now + i - (width - 1));
      else if (condition.kind == BoundaryCondition::Kind::Value)
        neighbour[end] = numbers.beyond[end];
      else
        neighbour[end] = now[i], entering[end] = numbers.inflow[end];
    }
    along_x(i, neighbour[0], neighbour[1], entering[0], entering[1]);
  };
  const std::size_t begin = part.first.x == 0 ? 1 : 0;
  const std::size_t end = part.first.x + part.count == width ? part.count - 1 : part.count;
  if (begin == 1) at_end(0);
  if (end < part.count && end >= begin) at_end(end);
  for (std::size_t i = begin; i < end; ++i) along_x(i, (now + i)[-1], now[i + 1], 0.0, 0.0);
  settle(field, first, part.count, 1, found);
}

// Negative values become zero where the field has none; values that are not finite are found.
void ThreadedFields::settle(u32 field, u64 first, std::size_t count, u64 stride, Found& found) {
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
      found.failing_row = std::min(found.failing_row, (first + i * stride) / side(0));
    } else if (is_cut) {
      found.cut[replica * spec().fields.size() + field] += cut_units(-value);
      value = 0;
    }
  }
}

// `width` lines side by side.
void ThreadedFields::step_line(const ImplicitLines& lines, f64* values, u64 length, u64 stride,
                               std::size_t width) const {
  const f64 *const table = lines.table.data(), *const sites = table + ImplicitLines::header;
  const f64 share = table[ImplicitLines::share];
  const u64 last = length - 1;
  for (std::size_t k = 0; k < width; ++k) values[k] += table[ImplicitLines::first_inflow];
  for (std::size_t k = 0; k < width; ++k) values[last * stride + k] += table[ImplicitLines::last_inflow];
  for (std::size_t k = 0; k < width; ++k) values[k] = line_forward(values[k], 0.0, share, sites[0]);
  for (u64 i = 1; i < length; ++i)
    for (std::size_t k = 0; k < width; ++k)
      values[i * stride + k] = line_forward(values[i * stride + k], values[(i - 1) * stride + k], share,
                                            sites[ImplicitLines::per_site * i]);
  for (u64 i = last; i-- > 0;)
    for (std::size_t k = 0; k < width; ++k)
      values[i * stride + k] = line_back(values[i * stride + k], values[(i + 1) * stride + k],
                                         sites[ImplicitLines::per_site * i + 1]);
  if (!lines.is_periodic) return;
  for (std::size_t k = 0; k < width; ++k) {
    const f64 correction = line_correction(values[k], values[last * stride + k], table[ImplicitLines::corner],
                                           table[ImplicitLines::scale]);
    for (u64 i = 0; i < length; ++i)
      values[i * stride + k] -= correction * sites[ImplicitLines::per_site * i + 2];
  }
}

// Lines are counted through the sites at which they begin; those along y and z lie side by side in rows.
void ThreadedFields::step_lines(u32 field, unsigned axis, u64 begin, u64 end, Found& found) {
  constexpr u64 together = 64;
  const u64 length = side(axis), stride = axis == 0 ? 1 : axis == 1 ? side(0) : side(0) * side(1);
  const bool is_last = axis + 1 == lines_[field].size();
  for (u64 line = begin; line < end;) {
    const u64 first = line / stride * stride * length + line % stride;
    const u64 width = axis == 0 ? 1 : std::min({together, end - line, stride - line % stride});
    step_line(lines_[field][axis], next_[field].data() + first, length, stride, width);
    for (u64 i = 0; is_last && i < length; ++i) settle(field, first + i * stride, width, 1, found);
    line += width;
  }
}

std::vector<FieldTotals> ThreadedFields::totals(u64 replica) {
  const std::size_t classes = spec().classes.size(), each = 3 + classes, fields = now_.size();
  const Index width = side(0);
  std::vector<f64> numbers(fields * rows() * each);
  std::vector<u32> counts(rows() * classes);
  threads_->for_ranges(rows(), [&](u64 begin, u64 end) {
    std::vector<i64> of_site(width);
    for (u64 row = begin; row < end; ++row) {
      const RowPart part = part_of_row(replica * rows() + row, 0, width);
      sites_.read_classes(replica, part.first, width, of_site.data());
      for (const i64 site_class : of_site) ++counts[row * classes + static_cast<std::size_t>(site_class)];
      for (std::size_t field = 0; field < fields; ++field) {
        const f64* const values = now_[field].data() + (replica * rows() + row) * width;
        f64* const sums = &numbers[(field * rows() + row) * each];
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
    totals.push_back(
        totals_of_rows(std::span(numbers).subspan(field * rows() * each, rows() * each), counts));
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
