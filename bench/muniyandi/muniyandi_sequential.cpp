#include "bench/muniyandi/muniyandi_sequential.h"

#include <algorithm>
#include <tuple>

#include "core/stream.h"
#include "core/uint128.h"

namespace morula::muniyandi {

using membrane::Kind;
using membrane::no_membrane;
using membrane::Rule;
using membrane::Term;

namespace {

constexpr u32 no_rule = ~u32{0};

u64 held(const std::map<u32, u64>& counts, u32 object) {
  const auto found = counts.find(object);
  return found == counts.end() ? 0 : found->second;
}

u64 most_times(const Rule& rule, const std::map<u32, u64>& counts) {
  u64 most = ~u64{0};
  for (const Term& term : rule.left) most = std::min(most, held(counts, term.object) / term.count);
  return most;
}

void take(std::map<u32, u64>& counts, const Rule& rule, u64 times) {
  for (const Term& term : rule.left)
    if (times > 0) counts[term.object] -= times * term.count;
}

void add(std::map<u32, u64>& counts, const membrane::Multiset& terms, u64 times) {
  for (const Term& term : terms) counts[term.object] += times * term.count;
}

void add(std::map<u32, u64>& counts, const std::map<u32, u64>& others) {
  for (const auto& [object, count] : others) counts[object] += count;
}

membrane::Multiset multiset_of(const std::map<u32, u64>& counts) {
  membrane::Multiset multiset;
  for (const auto& [object, count] : counts)
    if (count > 0) multiset.push_back({object, count});
  return multiset;
}

// A uniform number from 0 to m.
u64 uniform(u32x4 word, u64 most) {
  return static_cast<u64>((Uint128{u64{word.y} << 32 | word.z} * (Uint128{most} + 1)) >> 64);
}

}  // namespace

SequentialSystem::SequentialSystem(const membrane::System& system, const membrane::Modes& modes)
    : system_(system),
      modes_(modes),
      rule_key_(stream(modes.seed, Purpose::MembraneRule)),
      bid_key_(stream(modes.seed, Purpose::MembraneBid)) {
  for (const membrane::InitialMembrane& initial : system.membranes) {
    tree_.push_back({initial.label, initial.charge, initial.parent});
    remaining_.emplace_back();
    add(remaining_.back(), initial.contents, 1);
  }
}

std::optional<StepRecord> SequentialSystem::step() {
  StepRecord record;
  record.before = tree_;
  chosen_.assign(tree_.size(), std::nullopt);
  times_.assign(tree_.size(), {});
  const std::vector<u32> depth = depths(tree_);
  std::vector<u32> order(tree_.size());
  for (u32 i = 0; i < order.size(); ++i) order[i] = i;
  std::ranges::stable_sort(order, std::ranges::greater(), [&](u32 i) { return depth[i]; });
  for (const u32 i : order) {
    const bool children_first = modes_.random && (draw(bid_key_, i, time_, 0).z & 1u) != 0;
    if (children_first) serve(i);
    select_own(i);
    if (!children_first) serve(i);
  }
  serve(no_membrane);
  for (u32 i = 0; i < tree_.size(); ++i) {
    for (const auto& [rule, times] : times_[i])
      if (times > 0) record.applied.push_back({i, rule, times});
    if (chosen_[i]) record.applied.push_back({i, *chosen_[i], 1});
  }
  if (record.applied.empty()) return std::nullopt;
  apply(record);
  ++time_;
  return record;
}

bool SequentialSystem::ranks_before(u32 membrane, u32 a, u32 b) const {
  if (!modes_.random) return a < b;
  return std::tuple(draw(rule_key_, membrane, time_, a).x, a) <
         std::tuple(draw(rule_key_, membrane, time_, b).x, b);
}

std::vector<u32> SequentialSystem::ranked(u32 membrane) const {
  const TreeNode& node = tree_[membrane];
  std::vector<u32> rules;
  for (u32 r = 0; r < system_.rules.size(); ++r) {
    const Rule& rule = system_.rules[r];
    const bool changes_tree = rule.kind == Kind::Dissolution || rule.kind == Kind::Division;
    if (rule.label == node.label && rule.charge == node.charge && !(changes_tree && membrane == 0))
      rules.push_back(r);
  }
  std::ranges::sort(rules, [&](u32 a, u32 b) { return ranks_before(membrane, a, b); });
  return rules;
}

void SequentialSystem::select_own(u32 membrane) {
  const std::vector<u32> rules = ranked(membrane);
  Counts& remaining = remaining_[membrane];
  const bool two_passes = modes_.random && !modes_.once;
  for (const u32 r : rules) {
    const Rule& rule = system_.rules[r];
    if (rule.kind == Kind::SendIn) continue;
    const u64 most = most_times(rule, remaining);
    if (rule.kind == Kind::Evolution) {
      const u64 times = modes_.once  ? std::min<u64>(most, 1)
                        : two_passes ? uniform(draw(rule_key_, membrane, time_, r), most)
                                     : most;
      take(remaining, rule, times);
      times_[membrane][r] += times;
    } else if (most > 0 && !chosen_[membrane]) {
      take(remaining, rule, 1);
      chosen_[membrane] = r;
    }
  }
  for (const u32 r : two_passes ? rules : std::vector<u32>()) {
    if (system_.rules[r].kind != Kind::Evolution) continue;
    const u64 times = most_times(system_.rules[r], remaining);
    take(remaining, system_.rules[r], times);
    times_[membrane][r] += times;
  }
}

u32 SequentialSystem::bid_of(u32 child) const {
  if (chosen_[child]) return no_rule;
  for (const u32 r : ranked(child)) {
    const Rule& rule = system_.rules[r];
    if (rule.kind == Kind::SendIn && held(remaining_of(tree_[child].parent), rule.left[0].object) > 0)
      return r;
  }
  return no_rule;
}

void SequentialSystem::serve(u32 parent) {
  const auto order = [&](u32 child) {
    const u32x4 word = draw(bid_key_, child, time_, 0);
    return modes_.random ? std::tuple(word.x, word.y, child) : std::tuple(0u, 0u, child);
  };
  while (true) {
    std::map<u32, std::vector<std::pair<u32, u32>>> bids;  // child and rule of each bid, by object
    for (u32 child = 0; child < tree_.size(); ++child)
      if (tree_[child].parent == parent)
        if (const u32 r = bid_of(child); r != no_rule)
          bids[system_.rules[r].left[0].object].emplace_back(child, r);
    if (bids.empty()) return;
    for (auto& [object, bidders] : bids) {
      std::ranges::sort(bidders, {}, [&](const auto& bid) { return order(bid.first); });
      for (const auto& [child, rule] : bidders) {
        if (held(remaining_of(parent), object) == 0) break;
        --remaining_of(parent)[object];
        chosen_[child] = rule;
      }
    }
  }
}

void SequentialSystem::apply(StepRecord& record) {
  for (u32 i = 0; i < tree_.size(); ++i)
    for (const auto& [rule, times] : times_[i]) add(remaining_[i], system_.rules[rule].right, times);
  for (u32 i = 0; i < tree_.size(); ++i) {
    if (!chosen_[i]) continue;
    const Rule& rule = system_.rules[*chosen_[i]];
    if (rule.kind != Kind::SendIn && rule.kind != Kind::SendOut) continue;
    add(rule.kind == Kind::SendIn ? remaining_[i] : remaining_of(tree_[i].parent), rule.right, 1);
    tree_[i].charge = rule.charge_after;
  }
  record.chosen = chosen_;
  record.divided = divided(tree_, chosen_, system_);
  record.dissolved = dissolved(record.divided.tree, dissolving(record.divided, chosen_, system_));
  std::vector<Counts> after(record.dissolved.tree.size());
  for (u32 i = 0; i < record.divided.images.size(); ++i) {
    const auto [origin, side] = record.divided.images[i];
    Counts& into = after[record.dissolved.holders[i]];
    add(into, remaining_[origin]);
    if (!chosen_[origin]) continue;
    const Rule& rule = system_.rules[*chosen_[origin]];
    if (rule.kind == Kind::Dissolution) add(into, rule.right, 1);
    if (side != Image::Whole) add(into, side == Image::First ? rule.right : rule.second, 1);
  }
  tree_ = record.dissolved.tree;
  remaining_ = std::move(after);
}

membrane::Configuration SequentialSystem::configuration() const {
  membrane::Configuration configuration;
  for (u32 i = 0; i < tree_.size(); ++i)
    configuration.membranes.push_back(
        {tree_[i].label, tree_[i].charge, tree_[i].parent, multiset_of(remaining_[i])});
  configuration.environment = multiset_of(environment_);
  return configuration;
}

std::vector<StepRecord> recorded_steps(const membrane::System& system, const membrane::Modes& modes,
                                       u64 at_most) {
  SequentialSystem run(system, modes);
  std::vector<StepRecord> steps;
  while (steps.size() < at_most) {
    std::optional<StepRecord> record = run.step();
    if (!record) break;
    steps.push_back(std::move(*record));
  }
  return steps;
}

}  // namespace morula::muniyandi
