// Rules written as formulas, on threads: two arrays with one byte per cell and a halo around the lattice, and
// an interpreter for blocks of cells.
#include <algorithm>
#include <cstring>
#include <mutex>

#include "models/automaton/formula/formula_engine.h"
#include "models/automaton/formula/threads/table_row.h"
#include "models/automaton/threaded_engine.h"
#include "models/sites/row_evaluator.h"

namespace morula {
namespace {

class FormulaCpu final : public ThreadedEngine {
 public:
  FormulaCpu(const AutomatonSpec& automaton, const FormulaSetting& setting,
             std::shared_ptr<ThreadPool> threads)
      : ThreadedEngine(automaton, std::move(threads)),
        setting_(setting),
        padded_(automaton.lattice, automaton.neighbourhood.range),
        code_(std::make_shared<const formula::Code>(setting.rule->program.site)),
        uniform_(setting.rule->program),
        discrete_(discrete_rule_of(automaton, setting)),
        cells_(padded_.bytes),
        next_(padded_.bytes) {}

  void begin(const StepValues& values) override { values_ = values; }
  std::optional<RuleFailure> failure() const override { return failure_; }

  void step(std::uint64_t steps) override {
    for (; steps > 0 && !failure_; --steps) {
      if (const auto failing = uniform_.evaluate(uniform_inputs(*setting_.rule, values_))) {
        failure_ = failure_everywhere(*setting_.rule, *failing, values_);
        return;
      }
      wrap();
      if (has_table())
        step_rows_by_table();
      else
        step_rows();
      if (failure_) return;
      std::swap(cells_, next_);
      ++values_.time;
    }
  }

  void read(Slab slab, std::span<u8> states) override {
    for_pieces(slab, [&](Index done, Index at, Index count) {
      std::memcpy(states.data() + done, cells_.data() + at, count);
    });
  }
  void write(Slab slab, std::span<const u8> states) override {
    for_pieces(slab, [&](Index done, Index at, Index count) {
      std::memcpy(cells_.data() + at, states.data() + done, count);
    });
  }

 private:
  // Calls visit(number of cells before it in the slab, its place in memory, its number of cells) for each
  // piece of a row in a slab.
  template <typename Visit>
  void for_pieces(Slab slab, const Visit& visit) const {
    const Index width = padded_.extent.x;
    for (Index done = 0; done < slab.count;) {
      const Index row = (slab.first + done) / width, x = (slab.first + done) % width;
      const Index count = std::min(width - x, slab.count - done);
      visit(done, padded_.at(x, row % padded_.extent.y, row / padded_.extent.y), count);
      done += count;
    }
  }

  void wrap() {
    for (Index row = 0; row < rows(); ++row)
      padded_.wrap_row(cells_.data() + padded_.at(0, row % padded_.extent.y, row / padded_.extent.y));
    padded_.copy_rows_beyond(cells_);
  }

  static std::optional<DiscreteRule> discrete_rule_of(const AutomatonSpec& automaton,
                                                      const FormulaSetting& setting) {
    if (automaton.plain) return std::nullopt;
    return DiscreteRule::of(*setting.rule, setting.neighbourhood.neighbours.size());
  }

  // Is there a table for this step? A table that depends on the step or on totals is made again when they
  // change, which pays only if it is smaller than the lattice.
  bool has_table() {
    if (!discrete_) return false;
    if (is_table_made_ && discrete_->is_same_table(table_uniform_, uniform_.results())) return true;
    const auto table = discrete_->table(uniform_.results());
    if (!table || (is_table_made_ && table->size() > lattice_.stored.sites() / 8)) {
      discrete_.reset();
      return false;
    }
    table_ = *table;
    table_uniform_ = uniform_.results();
    is_table_made_ = true;
    return true;
  }

  void step_rows_by_table() {
    threads_->for_ranges(rows(), [&](u64 begin, u64 end) {
      const TableRow evaluator(*discrete_, setting_.neighbourhood, padded_, setting_.key);
      for (u64 row = begin; row < end; ++row) {
        const Index at = padded_.at(0, row % padded_.extent.y, row / padded_.extent.y);
        const Index canonical = setting_.canonical(row * padded_.extent.x);
        evaluator.step_row({cells_.data() + at, canonical, setting_.part.site_at(canonical)},
                           padded_.extent.x, values_.time, uniform_.results(), table_, next_.data() + at);
      }
    });
  }

  void step_rows() {
    Index first_failing = lattice_.stored.sites();
    threads_->for_ranges(rows(), [&](u64 begin, u64 end) {
      auto evaluator = take_evaluator();
      evaluator->begin_step(values_.time, uniform_.results());
      Index failing = lattice_.stored.sites();
      for (u64 row = begin; row < end; ++row) failing = std::min(failing, step_row(*evaluator, row));
      const std::lock_guard lock(evaluators_);
      first_failing = std::min(first_failing, failing);
      idle_.push_back(std::move(evaluator));
    });
    if (first_failing < lattice_.stored.sites()) failure_ = failure_of_cell(first_failing);
  }

  // Steps a row. Returns the first owned cell that fails, or the number of all cells if none does.
  Index step_row(RowEvaluator& evaluator, Index row) {
    const Index width = padded_.extent.x, none = lattice_.stored.sites();
    const Index at = padded_.at(0, row % padded_.extent.y, row / padded_.extent.y);
    const Index canonical = setting_.canonical(row * width);
    const Index first_failed = evaluator.step_row(
        {cells_.data() + at, canonical, setting_.part.site_at(canonical)}, width, next_.data() + at);
    return first_failed < width && setting_.is_owned(row * width) ? row * width + first_failed : none;
  }

  // Evaluators are kept from step to step, as many as threads have worked at the same time.
  std::unique_ptr<RowEvaluator> take_evaluator() {
    const std::lock_guard lock(evaluators_);
    if (idle_.empty())
      return std::make_unique<RowEvaluator>(*setting_.rule, code_, setting_.neighbourhood, padded_,
                                            setting_.key);
    auto evaluator = std::move(idle_.back());
    idle_.pop_back();
    return evaluator;
  }

  std::optional<RuleFailure> failure_of_cell(Index cell) const {
    const Index width = padded_.extent.x, row = cell / width;
    const u8* const at =
        cells_.data() + padded_.at(cell % width, row % padded_.extent.y, row / padded_.extent.y);
    return failure_at(*setting_.rule, setting_.neighbourhood, setting_.part, values_, setting_.key,
                      setting_.canonical(cell), [&](i32 dx, i32 dy, i32 dz) {
                        return *(at + dx + dy * static_cast<std::ptrdiff_t>(padded_.row) +
                                 dz * static_cast<std::ptrdiff_t>(padded_.plane));
                      });
  }

  FormulaSetting setting_;
  PaddedLattice padded_;
  std::shared_ptr<const formula::Code> code_;
  formula::UniformValues uniform_;
  std::optional<DiscreteRule> discrete_;
  std::vector<u8> table_;  // next states for the uniform values in table_uniform_
  std::vector<u64> table_uniform_;
  bool is_table_made_ = false;
  std::vector<u8> cells_, next_;
  StepValues values_;
  std::optional<RuleFailure> failure_;
  std::mutex evaluators_;  // guards the evaluators that no thread is using
  std::vector<std::unique_ptr<RowEvaluator>> idle_;
};

}  // namespace

std::uint64_t formula_cpu_bytes(const AutomatonSpec& automaton) {
  return 2 * PaddedLattice(automaton.lattice, automaton.neighbourhood.range).bytes;
}

std::unique_ptr<AutomatonEngine> make_formula_cpu(const AutomatonSpec& automaton,
                                                  const FormulaSetting& setting,
                                                  std::shared_ptr<ThreadPool> threads) {
  return std::make_unique<FormulaCpu>(automaton, setting, std::move(threads));
}

}  // namespace morula
