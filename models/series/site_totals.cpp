#include "models/series/site_totals.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <mutex>

#include "core/error.h"
#include "models/sites/padded_lattice.h"
#include "models/sites/row_evaluator.h"
#include "models/sites/rule_failure.h"
#include "models/visit_sites.h"

namespace morula {
namespace {

__extension__ typedef __int128 WideSum;

constexpr Index block_sites = Index{1} << 24;
constexpr double resolution = 4294967296.0;  // 2^column_resolution_bits
constexpr double largest_summed = 4611686018427387904.0;

// Of one column, over some sites.
struct Total {
  WideSum sum = 0;  // of whole numbers, or of reals in units of 2^-32
  i64 least = std::numeric_limits<i64>::max(), greatest = std::numeric_limits<i64>::min();
  f64 least_real = std::numeric_limits<f64>::infinity(), greatest_real = -least_real;
  bool is_too_large = false;  // a real that cannot be summed

  void add(const i64* values, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
      sum += values[i];
      least = std::min(least, values[i]);
      greatest = std::max(greatest, values[i]);
    }
  }
  void add(const f64* values, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
      least_real = std::min(least_real, values[i]);
      greatest_real = std::max(greatest_real, values[i]);
      if (std::abs(values[i]) < largest_summed)
        sum += static_cast<WideSum>(std::round(values[i] * resolution));
      else
        is_too_large = true;
    }
  }
  void add(const Total& other) {
    sum += other.sum;
    least = std::min(least, other.least);
    greatest = std::max(greatest, other.greatest);
    least_real = std::min(least_real, other.least_real);
    greatest_real = std::max(greatest_real, other.greatest_real);
    is_too_large |= other.is_too_large;
  }
};

Number whole_number(WideSum number) {
  if (number >= 0 && number <= std::numeric_limits<u64>::max()) return static_cast<u64>(number);
  if (number < 0 && number >= std::numeric_limits<i64>::min()) return static_cast<i64>(number);
  return static_cast<double>(number);
}

Number number_of(const SiteColumn& column, const Total& total, Index sites) {
  const bool is_real = column.has_real_values;
  if (column.reduction == Reduction::Minimum)
    return is_real ? Number(total.least_real) : whole_number(total.least);
  if (column.reduction == Reduction::Maximum)
    return is_real ? Number(total.greatest_real) : whole_number(total.greatest);
  if (total.is_too_large)
    throw Error("output.series.columns." + column.name +
                ": a value is 2^62 or more, which is too large for a sum");
  const double sum = static_cast<double>(total.sum) / (is_real ? resolution : 1);
  if (column.reduction == Reduction::Mean) return sum / static_cast<double>(sites);
  return is_real ? Number(sum) : whole_number(total.sum);
}

// Some layers of the lattice with those around them, as bytes.
class StateBlock {
 public:
  StateBlock(Model& model, const SiteColumns& columns, const Lattice& lattice, Index first, Index count)
      : lattice_(lattice.part(first, count, static_cast<Index>(columns.range),
                              count + 2 * static_cast<Index>(columns.range))),
        padded_(lattice_.memory(), columns.range),
        cells_(padded_.bytes) {
    const Index layers = lattice.layers_of(lattice.global), around = static_cast<Index>(columns.range);
    const ClassOf class_of = model.classes(columns.view);
    for (Index stored = 0; stored < count + 2 * around;) {
      const Index before = first + stored;  // `around` more than the layer
      const bool is_beyond = before < around || before - around >= layers;
      if (is_beyond && lattice.boundary_across() == Boundary::Fixed) {
        ++stored;
        continue;
      }
      const Index layer = (before + layers - around % layers) % layers;
      const Index run = std::min(layers - layer, count + 2 * around - stored);
      read_layers(model, columns.view.field, class_of, layer, run, stored);
      stored += run;
    }
    const Index rows = padded_.extent.y * padded_.extent.z;
    for (Index row = 0; row < rows; ++row) padded_.wrap_row(row_at(row));
    if (lattice_.dimensions == 3) padded_.copy_rows_beyond(cells_);
  }

  const PaddedLattice& padded() const { return padded_; }
  Index rows() const { return lattice_.owned.y * lattice_.owned.z; }
  // A row of what the block was made for.
  RowPlace row(Index number) const {
    const Index stored = number + lattice_.first_in_memory() / lattice_.global.x;
    const Index canonical = lattice_.first_canonical() + number * lattice_.global.x;
    return {const_cast<StateBlock*>(this)->row_at(stored), canonical, lattice_.site_at(canonical)};
  }

 private:
  u8* row_at(Index stored_row) {
    return cells_.data() + padded_.at(0, stored_row % padded_.extent.y, stored_row / padded_.extent.y);
  }

  void read_layers(Model& model, const Field& field, const ClassOf& class_of, Index layer, Index count,
                   Index stored) {
    const Index width = lattice_.global.x, layer_sites = lattice_.layer_sites(), size = size_of(field.type);
    std::vector<std::byte> values;
    for (const Slab& slab : slabs_of_layers(field, layer, count)) {
      values.resize(slab.count * size);
      model.read(field, slab, values);
      for (Index i = 0; i < slab.count; ++i) {
        const Index at = slab.first + i - layer * layer_sites + stored * layer_sites;
        const std::uint64_t value = value_at(values, i, size);
        row_at(at / width)[at % width] = static_cast<u8>(class_of ? class_of(value) : value);
      }
    }
  }

  Lattice lattice_;
  PaddedLattice padded_;
  std::vector<u8> cells_;
};

// Evaluates one column at the sites of a block.
class ColumnEvaluation {
 public:
  ColumnEvaluation(const SiteColumn& column, const SiteColumns& columns, const Lattice& lattice, u64 time)
      : column_(column),
        columns_(columns),
        lattice_(lattice),
        code_(std::make_shared<const formula::Code>(column.formula.program.site)),
        uniform_(column.formula.program) {
    step_.time = time;
    if (const auto everywhere = uniform_.evaluate(uniform_inputs(column.formula, step_)))
      throw Error(failure_message(failure_everywhere(column.formula, *everywhere, step_), lattice));
  }

  void add(const StateBlock& block, ThreadPool& threads) {
    const Index none = lattice_.global.sites();
    Index failing = none;
    std::mutex mutex;
    threads.for_ranges(block.rows(), [&](u64 begin, u64 end) {
      RowEvaluator evaluator(column_.formula, code_, columns_.neighbourhood, block.padded(), {});
      evaluator.begin_step(step_.time, uniform_.results());
      Total part;
      Index first_failing = none;
      for (u64 row = begin; row < end && first_failing == none; ++row)
        first_failing = add_row(evaluator, block.row(row), part);
      const std::lock_guard lock(mutex);
      total_.add(part);
      failing = std::min(failing, first_failing);
    });
    if (failing == none) return;
    const RowPlace place = block.row((failing - block.row(0).canonical) / lattice_.global.x);
    const u8* const cell = place.cells + failing % lattice_.global.x;
    const auto failure = failure_at(
        column_.formula, columns_.neighbourhood, lattice_, step_, {}, failing, [&](i32 dx, i32 dy, i32 dz) {
          return *(cell + dx + dy * static_cast<std::ptrdiff_t>(block.padded().row) +
                   dz * static_cast<std::ptrdiff_t>(block.padded().plane));
        });
    if (failure) throw Error(failure_message(*failure, lattice_));
  }

  Number number() const { return number_of(column_, total_, lattice_.global.sites()); }

 private:
  // Returns the first site that fails, or the number of all sites.
  Index add_row(RowEvaluator& evaluator, const RowPlace& row, Total& total) const {
    const Index width = lattice_.global.x;
    for (Index first = 0; first < width; first += formula::block) {
      const std::size_t count = std::min<Index>(formula::block, width - first);
      if (const auto failing = evaluator.evaluate(row, first, count)) return row.canonical + first + *failing;
      if (column_.has_real_values)
        total.add(evaluator.real_results(), count);
      else
        total.add(evaluator.whole_results(), count);
    }
    return lattice_.global.sites();
  }

  const SiteColumn& column_;
  const SiteColumns& columns_;
  const Lattice& lattice_;
  std::shared_ptr<const formula::Code> code_;
  formula::UniformValues uniform_;
  StepValues step_;
  Total total_;
};

}  // namespace

Row site_numbers(Model& model, const SiteColumns& columns, const Lattice& lattice, ThreadPool& threads) {
  std::vector<std::unique_ptr<ColumnEvaluation>> evaluations;
  for (const SiteColumn& column : columns.columns)
    evaluations.push_back(std::make_unique<ColumnEvaluation>(column, columns, lattice, model.time()));
  const Index layers = lattice.layers_of(lattice.global);
  const Index at_once = std::max<Index>(1, block_sites / lattice.layer_sites());
  for (Index first = 0; first < layers; first += at_once) {
    const StateBlock block(model, columns, lattice, first, std::min(at_once, layers - first));
    for (const auto& evaluation : evaluations) evaluation->add(block, threads);
  }
  Row numbers;
  for (const auto& evaluation : evaluations) numbers.push_back(evaluation->number());
  return numbers;
}

}  // namespace morula
