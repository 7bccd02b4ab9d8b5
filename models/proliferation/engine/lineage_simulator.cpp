#include "models/proliferation/engine/lineage_simulator.h"

#include <bit>

#include "core/draw.h"

namespace morula {
namespace {

u32 generation_of(u64 node) { return static_cast<u32>(std::bit_width(node)) - 1; }

}  // namespace

TreeWalker::TreeWalker(const WalkPlan& plan, const Variant& variant, std::span<u64> counts)
    : plan_(plan), variant_(variant), counts_(plan, variant.clocks.until, counts) {}

u32 TreeWalker::division(u32 word) const {
  return plan_.divides(type_) ? variant_.clocks.time_in(type_, word) : NEVER;
}

u32 TreeWalker::death(u32 word) const {
  return plan_.dies(type_) ? variant_.clocks.time_in(plan_.kinds + type_, word) : NEVER;
}

void TreeWalker::walk(u64 cell, u32 way) {
  cell_ = cell;
  bin_ = plan_.bin_of(cell);
  begin(way);
  while (!waiting_.empty()) {
    const Born next = waiting_.back();
    waiting_.pop_back();
    divide(next, way);
  }
}

void TreeWalker::begin(u32 way) {
  const u32x4 word = draw_in_tree(variant_.key, cell_, 0, 0);
  type_ = 0;
  while (word.x >= variant_.clocks.below[type_]) ++type_;
  u32 first = division(word.y);
  if (first != NEVER) first = first_division(first, division(word.z), word.w, plan_.start);
  const u32 dies = plan_.dies(type_) ? death(draw_in_tree(variant_.key, cell_, 0, 1).x) : NEVER;
  come(1, {0, variant_.clocks.until, first, dies}, way == 0);
}

void TreeWalker::divide(Born cell, u32 way) {
  const u32x4 word = draw_in_tree(variant_.key, cell_, cell.node, 0);
  const bool alike =
      plan_.alike_below > 0 && draw_in_tree(variant_.key, cell_, cell.node, 1).x < plan_.alike_below;
  const u32 generation = generation_of(cell.node) + 1;
  for (const u32 daughter : {0u, 1u}) {
    if (!is_on_way(way, plan_.turns, generation, daughter)) continue;
    const u32 divides = division(daughter == 0 || alike ? word.x : word.y);
    const u32 dies = death(daughter == 0 ? word.z : word.w);
    come(cell.node * 2 + daughter, {generation, cell.left, divides, dies},
         is_counted_on(way, plan_.turns, generation));
  }
}

void TreeWalker::come(u64 node, const CellComing& cell, bool counted) {
  const u32 fate = fate_of(cell.divides_in, cell.dies_in, cell.left, cell.generation, plan_.deepest[bin_]);
  if (fate == Divides) waiting_.push_back({node, cell.left - cell.divides_in});
  if (counted) counts_.add(type_, bin_, cell, fate);
}

}  // namespace morula
