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

constexpr Index block_sites = Index{1} << 24;
constexpr double resolution = 4294967296.0;  // 2^column_resolution_bits
constexpr double largest_summed = 4611686018427387904.0;

Number whole_number(WideSum number) {
  if (number >= 0 && number <= std::numeric_limits<u64>::max()) return static_cast<u64>(number);
  if (number < 0 && number >= std::numeric_limits<i64>::min()) return static_cast<i64>(number);
  return static_cast<double>(number);
}

Number number_of(const SiteColumn& column, const SiteTotal& total, Index sites) {
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

// Some layers of the lattice and the layers around them, one byte for each site.
class StateBlock {
 public:
  StateBlock(const LayerReader& read, int range, const Lattice& lattice, const LayerRange& layers)
      : lattice_(lattice.part(layers.first, layers.count, static_cast<Index>(range),
                              layers.count + 2 * static_cast<Index>(range))),
        padded_(lattice_.memory(), range),
        cells_(padded_.bytes) {
    const Index lattice_layers = lattice.layers_of(lattice.global), around = static_cast<Index>(range);
    for (Index stored = 0; stored < layers.count + 2 * around;) {
      const Index before = layers.first + stored;  // `around` more than the layer, so that it is not negative
      const bool is_beyond = before < around || before - around >= lattice_layers;
      if (is_beyond && lattice.boundary_across() == Boundary::Fixed) {
        ++stored;
        continue;
      }
      const Index layer = (before + lattice_layers - around % lattice_layers) % lattice_layers;
      const Index run = std::min(lattice_layers - layer, layers.count + 2 * around - stored);
      read_layers(read, layer, run, stored);
      stored += run;
    }
    const Index rows = padded_.extent.y * padded_.extent.z;
    for (Index row = 0; row < rows; ++row) padded_.wrap_row(row_at(row));
    if (lattice_.dimensions == 3) padded_.copy_rows_beyond(cells_);
  }

  const PaddedLattice& padded() const { return padded_; }
  Index rows() const { return lattice_.owned.y * lattice_.owned.z; }
  // One of the rows that the block was made for.
  RowPlace row(Index number) const {
    const Index stored = number + lattice_.first_in_memory() / lattice_.global.x;
    const Index canonical = lattice_.first_canonical() + number * lattice_.global.x;
    return {const_cast<StateBlock*>(this)->row_at(stored), canonical, lattice_.site_at(canonical)};
  }

 private:
  u8* row_at(Index stored_row) {
    return cells_.data() + padded_.at(0, stored_row % padded_.extent.y, stored_row / padded_.extent.y);
  }

  void read_layers(const LayerReader& read, Index layer, Index count, Index stored) {
    const Index width = lattice_.global.x, rows_of_layer = lattice_.layer_sites() / width;
    std::vector<u8> states(count * lattice_.layer_sites());
    read(layer, count, states);
    for (Index row = 0; row < count * rows_of_layer; ++row)
      std::copy_n(states.begin() + static_cast<std::ptrdiff_t>(row * width), width,
                  row_at(stored * rows_of_layer + row));
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
      failure_ = failure_everywhere(column.formula, *everywhere, step_);
  }

  const std::optional<RuleFailure>& failure() const { return failure_; }
  const SiteTotal& total() const { return total_; }

  void add(const StateBlock& block, ThreadPool& threads) {
    const Index none = lattice_.global.sites();
    Index failing = none;
    std::mutex mutex;
    threads.for_ranges(block.rows(), [&](u64 begin, u64 end) {
      RowEvaluator evaluator(column_.formula, code_, columns_.neighbourhood, block.padded(), {});
      evaluator.begin_step(step_.time, uniform_.results());
      SiteTotal part;
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
    failure_ = failure_at(column_.formula, columns_.neighbourhood, lattice_, step_, {}, failing,
                          [&](i32 dx, i32 dy, i32 dz) {
                            return *(cell + dx + dy * static_cast<std::ptrdiff_t>(block.padded().row) +
                                     dz * static_cast<std::ptrdiff_t>(block.padded().plane));
                          });
  }

 private:
  // Returns the index of the first site that fails, or the number of all sites.
  Index add_row(RowEvaluator& evaluator, const RowPlace& row, SiteTotal& total) const {
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
  SiteTotal total_;
  std::optional<RuleFailure> failure_;
};

}  // namespace

void SiteTotal::add(const i64* values, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) {
    sum += values[i];
    least = std::min(least, values[i]);
    greatest = std::max(greatest, values[i]);
  }
}

void SiteTotal::add(const f64* values, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) {
    least_real = std::min(least_real, values[i]);
    greatest_real = std::max(greatest_real, values[i]);
    if (std::abs(values[i]) < largest_summed)
      sum += static_cast<WideSum>(std::round(values[i] * resolution));
    else
      is_too_large = true;
  }
}

void SiteTotal::add(const SiteTotal& other) {
  sum += other.sum;
  least = std::min(least, other.least);
  greatest = std::max(greatest, other.greatest);
  least_real = std::min(least_real, other.least_real);
  greatest_real = std::max(greatest_real, other.greatest_real);
  is_too_large |= other.is_too_large;
}

SiteTotals site_totals(const SiteColumns& columns, const Lattice& lattice, const LayerRange& layers, u64 time,
                       const LayerReader& read, ThreadPool& threads) {
  std::vector<std::unique_ptr<ColumnEvaluation>> evaluations;
  for (const SiteColumn& column : columns.columns)
    evaluations.push_back(std::make_unique<ColumnEvaluation>(column, columns, lattice, time));
  const auto failing = [&] {
    return std::ranges::find_if(evaluations,
                                [](const auto& evaluation) { return evaluation->failure().has_value(); });
  };
  const Index at_once = std::max<Index>(1, block_sites / lattice.layer_sites());
  for (Index first = layers.first; first < layers.end() && failing() == evaluations.end(); first += at_once) {
    const StateBlock block(read, columns.range, lattice, {first, std::min(at_once, layers.end() - first)});
    for (const auto& evaluation : evaluations) evaluation->add(block, threads);
  }
  SiteTotals totals;
  for (const auto& evaluation : evaluations) totals.of_columns.push_back(evaluation->total());
  if (const auto found = failing(); found != evaluations.end()) totals.failure = (*found)->failure();
  return totals;
}

Row numbers_of(const SiteColumns& columns, const std::vector<SiteTotal>& totals, Index sites) {
  Row numbers;
  for (std::size_t i = 0; i < totals.size(); ++i)
    numbers.push_back(number_of(columns.columns[i], totals[i], sites));
  return numbers;
}

LayerReader reader_of_layers(Model& model, const View& view, const ClassOf& class_of, Index replica) {
  return [&model, field = view.field, class_of, replica](Index layer, Index count, std::span<u8> states) {
    const Index size = size_of(field.type);
    std::vector<std::byte> values;
    std::size_t at = 0;
    for (const Slab& slab : slabs_of_layers(field, layer, count)) {
      values.resize(slab.count * size);
      model.read(field, {replica * field.extent.sites() + slab.first, slab.count}, values);
      for (Index i = 0; i < slab.count; ++i) {
        const std::uint64_t value = value_at(values, i, size);
        states[at++] = static_cast<u8>(class_of ? class_of(value) : value);
      }
    }
  };
}

Row site_numbers(Model& model, const SiteColumns& columns, const Lattice& lattice, Index replica,
                 ThreadPool& threads) {
  if (const auto numbers = model.site_numbers(columns)) return *numbers;
  const LayerReader read = reader_of_layers(model, columns.view, model.classes(columns.view), replica);
  const SiteTotals totals =
      site_totals(columns, lattice, {0, lattice.layers_of(lattice.global)}, model.time(), read, threads);
  if (totals.failure) throw Error(failure_message(*totals.failure, lattice));
  return numbers_of(columns, totals.of_columns, lattice.global.sites());
}

}  // namespace morula
