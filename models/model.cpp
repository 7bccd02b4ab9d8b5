#include "models/model.h"

#include <algorithm>

#include "core/error.h"

namespace morula {

void Model::hold_changes(std::uint64_t count, std::uint64_t) {
  if (count > 0)
    throw StateError("holds changes of the model, and this model has none; put changes.jsonl back beside it");
}

std::uint64_t Model::step_summing(std::uint64_t at_most, std::uint64_t every, const TotalsSink& sink) {
  std::uint64_t done = 0;
  while (done < at_most) {
    const std::uint64_t wanted = std::min(at_most - done, every - time() % every), stepped = step(wanted);
    done += stepped;
    if (stepped < wanted) break;
    if (time() % every == 0) sink(time(), total_sums(*this));
  }
  return done;
}

Sums total_sums(Model& model) {
  Sums totals;
  for (;;) {
    const Sums more = model.sums(totals);
    if (more.empty()) return totals;
    totals.insert(totals.end(), more.begin(), more.end());
  }
}

std::vector<Row> observe(Model& model) { return model.rows(total_sums(model)); }

void check_and_restore(Model& model, const Field& field, Slab slab, std::span<const std::byte> values) {
  model.check(field, values);
  model.restore(field, slab, values);
}

}  // namespace morula
