#include "models/proliferation/engine/lineage_simulator.h"

#include <bit>

#include "core/draw.h"

namespace morula {
namespace {

u32 generation_of(u64 node) { return static_cast<u32>(std::bit_width(node)) - 1; }

}  // namespace

LineageSimulator::LineageSimulator(const BranchingProcess& process, const Variant& variant,
                                   std::span<u64> counts)
    : process_(process), variant_(variant), counts_(process, variant.tables.until, counts) {}

u32 LineageSimulator::division(u32 word) const {
  return process_.divides(type_) ? variant_.tables.time_in(type_, word) : NEVER;
}

u32 LineageSimulator::death(u32 word) const {
  return process_.dies(type_) ? variant_.tables.time_in(process_.types + type_, word) : NEVER;
}

void LineageSimulator::simulate(u64 cell, u32 path) {
  cell_ = cell;
  bin_ = process_.bin_of(cell);
  begin(path);
  while (!waiting_.empty()) {
    const Dividing next = waiting_.back();
    waiting_.pop_back();
    divide(next, path);
  }
}

void LineageSimulator::begin(u32 path) {
  const u32x4 word = draw_in_tree(variant_.key, cell_, 0, 0);
  type_ = 0;
  while (word.x >= variant_.tables.type_below[type_]) ++type_;
  u32 first = division(word.y);
  if (first != NEVER) first = first_division(first, division(word.z), word.w, process_.start);
  const u32 dies = process_.dies(type_) ? death(draw_in_tree(variant_.key, cell_, 0, 1).x) : NEVER;
  decide_fate(1, {0, variant_.tables.until, first, dies}, path == 0);
}

void LineageSimulator::divide(Dividing cell, u32 path) {
  const u32x4 word = draw_in_tree(variant_.key, cell_, cell.node, 0);
  const bool alike = process_.siblings_below > 0 &&
                     draw_in_tree(variant_.key, cell_, cell.node, 1).x < process_.siblings_below;
  const u32 generation = generation_of(cell.node) + 1;
  for (const u32 daughter : {0u, 1u}) {
    if (!is_on_path(path, process_.split_depth, generation, daughter)) continue;
    const u32 divides = division(daughter == 0 || alike ? word.x : word.y);
    const u32 dies = death(daughter == 0 ? word.z : word.w);
    decide_fate(cell.node * 2 + daughter, {generation, cell.remaining, divides, dies},
                is_counted_on_path(path, process_.split_depth, generation));
  }
}

void LineageSimulator::decide_fate(u64 node, const Newborn& cell, bool counted) {
  const u32 fate = fate_of(cell.divides_in, cell.dies_in, cell.remaining, cell.generation,
                           process_.last_generations[bin_]);
  if (fate == Divides) waiting_.push_back({node, cell.remaining - cell.divides_in});
  if (counted) counts_.add(type_, bin_, cell, fate);
}

}  // namespace morula
