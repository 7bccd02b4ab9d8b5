#include "models/sites/formula_states.h"

#include <algorithm>
#include <mutex>

#include "core/error.h"
#include "core/stream.h"
#include "models/sites/row_evaluator.h"
#include "models/sites/rule_failure.h"

namespace morula {
namespace {

// Stands in for the states of neighbours, which an initial formula cannot read.
u8 no_state(i32 /*dx*/, i32 /*dy*/, i32 /*dz*/) { return 0; }

}  // namespace

void fill_by_formula(const FormulaRule& formula, const Lattice& lattice, u32x2 key, Slab slab,
                     std::span<u8> states, ThreadPool& threads) {
  const PaddedLattice padded(lattice, 0);
  const auto code = std::make_shared<const formula::Code>(formula.program.site);
  formula::UniformValues uniform(formula.program);
  if (const auto everywhere = uniform.evaluate(uniform_inputs(formula, {})))
    throw Error(failure_message(failure_everywhere(formula, *everywhere, {}), lattice));
  const Index width = lattice.global.x, first_row = slab.first / width;
  const Index rows = (slab.first + slab.count - 1) / width + 1 - first_row;
  Index failing = slab.first + slab.count;
  std::mutex mutex;
  threads.for_ranges(rows, [&](u64 begin, u64 end) {
    RowEvaluator evaluator(formula, code, Neighbourhood{}, padded, key);
    evaluator.begin_step(0, uniform.results());
    for (Index row = first_row + begin; row < first_row + end; ++row) {
      const Index from = std::max(row * width, slab.first),
                  to = std::min((row + 1) * width, slab.first + slab.count);
      u8* const cells = states.data() + (from - slab.first);
      const Index first_failed = evaluator.step_row({cells, from, lattice.site_at(from)}, to - from, cells);
      if (first_failed == to - from) continue;
      const std::lock_guard lock(mutex);
      failing = std::min(failing, from + first_failed);
    }
  });
  if (failing == slab.first + slab.count) return;
  if (const auto failure = failure_at(formula, {}, lattice, {}, key, failing, no_state))
    throw Error(failure_message(*failure, lattice));
}

}  // namespace morula
