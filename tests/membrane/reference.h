// P systems with active membranes as models/membrane/README.md defines them, step by step: slow and obvious.
// It shares only the draws with the engines.
#pragma once

#include <algorithm>
#include <map>
#include <optional>
#include <tuple>
#include <vector>

#include "core/stream.h"
#include "models/membrane/configuration.h"

namespace morula::membrane::test {

__extension__ using Big = unsigned __int128;
using Counts = std::map<u32, Big>;

class Reference {
 public:
  Reference(const System& system, Modes modes)
      : system_(system),
        modes_(modes),
        rule_key_(stream(modes.seed, Purpose::MembraneRule)),
        bid_key_(stream(modes.seed, Purpose::MembraneBid)) {
    for (const InitialMembrane& m : system.membranes)
      cells_.push_back(
          {m.label, m.charge, m.parent == no_membrane ? -1 : int(m.parent), counts_of(m.contents)});
  }

  // Carries out a step; returns whether any rule applied.
  bool step() {
    const int n = int(cells_.size());
    left_.clear();
    for (const Cell& cell : cells_) left_.push_back(cell.counts);
    environment_left_ = environment_;
    times_.assign(cells_.size(), {});
    other_.assign(cells_.size(), std::nullopt);
    std::vector<int> order(cells_.size());
    for (int i = 0; i < n; ++i) order[std::size_t(i)] = i;
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return depth(a) > depth(b); });
    for (const int i : order) {
      const bool children_first = modes_.random && (bid_draw(i).z & 1u) != 0;
      if (children_first) serve(i);
      select_own(i);
      if (!children_first) serve(i);
    }
    serve(-1);
    const u64 before = applications;
    for (std::size_t i = 0; i < cells_.size(); ++i) {
      for (const auto& [rule, times] : times_[i]) applications += u64(times);
      applications += other_[i].has_value();
    }
    if (applications == before) return false;
    apply();
    ++time_;
    return true;
  }

  Configuration configuration() const {
    Configuration made;
    for (const Cell& cell : cells_)
      made.membranes.push_back({cell.label, cell.charge, cell.parent < 0 ? no_membrane : u32(cell.parent),
                                multiset_of(cell.counts)});
    made.environment = multiset_of(environment_);
    return made;
  }

  u64 applications = 0;

 private:
  struct Cell {
    u32 label;
    u8 charge;
    int parent;
    Counts counts;
    int origin = 0;  // during a step: the membrane's number at its start
    // Number of the image: a bit for each division around it and for its own, the outermost first.
    u64 image = 0;
    int bits = 0;
  };

  static Counts counts_of(const Multiset& multiset) {
    Counts counts;
    for (const Term& term : multiset) counts[term.object] = term.count;
    return counts;
  }
  static Multiset multiset_of(const Counts& counts) {
    Multiset made;
    for (const auto& [object, count] : counts)
      if (count > 0) made.push_back({object, u64(count)});
    return made;
  }
  static void add(Counts& counts, const Multiset& multiset, Big times) {
    for (const Term& term : multiset) counts[term.object] += times * term.count;
  }

  int depth(int i) const { return i < 0 ? 0 : 1 + depth(cells_[std::size_t(i)].parent); }
  u32x4 rule_draw(int i, u32 rule) const { return draw(rule_key_, u64(i), time_, rule); }
  u32x4 bid_draw(int i) const { return draw(bid_key_, u64(i), time_, 0); }
  Counts& left_of(int i) { return i < 0 ? environment_left_ : left_[std::size_t(i)]; }
  bool is_of(const Rule& rule, int i) const {
    const Cell& cell = cells_[std::size_t(i)];
    const bool splits = rule.kind == Kind::Dissolution || rule.kind == Kind::Division;
    return rule.label == cell.label && rule.charge == cell.charge && !(splits && i == 0);
  }

  std::vector<u32> ranked(int i) const {
    std::vector<u32> rules;
    for (u32 r = 0; r < system_.rules.size(); ++r)
      if (is_of(system_.rules[r], i)) rules.push_back(r);
    if (modes_.random)
      std::stable_sort(rules.begin(), rules.end(),
                       [&](u32 a, u32 b) { return rule_draw(i, a).x < rule_draw(i, b).x; });
    return rules;
  }
  static Big most(const Rule& rule, Counts& left) {
    Big times = ~Big{0};
    for (const Term& term : rule.left) times = std::min(times, left[term.object] / term.count);
    return times;
  }
  void take(int i, u32 rule, Big times) {
    for (const Term& term : system_.rules[rule].left) left_of(i)[term.object] -= times * term.count;
    times_[std::size_t(i)][rule] += times;
  }

  void select_own(int i) {
    const std::vector<u32> rules = ranked(i);
    for (const u32 r : rules) {
      const Rule& rule = system_.rules[r];
      const Big can = rule.kind == Kind::SendIn ? 0 : most(rule, left_of(i));
      if (rule.kind == Kind::Evolution) {
        Big times = modes_.once ? std::min<Big>(can, 1) : can;
        if (modes_.random && !modes_.once) {
          const u32x4 word = rule_draw(i, r);
          times = ((Big{word.y} << 32 | word.z) * (can + 1)) >> 64;
        }
        take(i, r, times);
      } else if (can > 0 && !other_[std::size_t(i)]) {
        left_of(i)[rule.left[0].object] -= 1;
        other_[std::size_t(i)] = r;
      }
    }
    if (modes_.random && !modes_.once)
      for (const u32 r : rules)
        if (system_.rules[r].kind == Kind::Evolution) take(i, r, most(system_.rules[r], left_of(i)));
  }

  // The children of membrane i bid for what it has left.
  void serve(int i) {
    while (true) {
      std::map<u32, std::vector<std::pair<int, u32>>> bids;  // by object: child and rule
      for (int child = 0; child < int(cells_.size()); ++child) {
        if (cells_[std::size_t(child)].parent != i || other_[std::size_t(child)]) continue;
        for (const u32 r : ranked(child)) {
          const Rule& rule = system_.rules[r];
          if (rule.kind != Kind::SendIn || left_of(i)[rule.left[0].object] == 0) continue;
          bids[rule.left[0].object].emplace_back(child, r);
          break;
        }
      }
      if (bids.empty()) return;
      for (auto& [object, bidders] : bids) {
        if (modes_.random)
          std::stable_sort(bidders.begin(), bidders.end(), [&](const auto& a, const auto& b) {
            const u32x4 x = bid_draw(a.first), y = bid_draw(b.first);
            return std::tuple(x.x, x.y) < std::tuple(y.x, y.y);
          });
        for (const auto& [child, rule] : bidders) {
          if (left_of(i)[object] == 0) break;
          left_of(i)[object] -= 1;
          other_[std::size_t(child)] = rule;
        }
      }
    }
  }

  void apply() {
    environment_ = environment_left_;
    for (std::size_t i = 0; i < cells_.size(); ++i) cells_[i].counts = left_[i];
    for (std::size_t i = 0; i < cells_.size(); ++i)
      for (const auto& [rule, times] : times_[i]) add(cells_[i].counts, system_.rules[rule].right, times);
    std::vector<std::optional<u32>> divides(cells_.size()), dissolves(cells_.size());
    for (std::size_t i = 0; i < cells_.size(); ++i) {
      cells_[i].origin = int(i);
      cells_[i].image = 0;
      cells_[i].bits = 0;
      if (!other_[i]) continue;
      const Rule& rule = system_.rules[*other_[i]];
      Cell& cell = cells_[i];
      if (rule.kind == Kind::SendIn) add(cell.counts, rule.right, 1);
      if (rule.kind == Kind::SendOut)
        add(cell.parent < 0 ? environment_ : cells_[std::size_t(cell.parent)].counts, rule.right, 1);
      if (rule.kind == Kind::SendIn || rule.kind == Kind::SendOut) cell.charge = rule.charge_after;
      if (rule.kind == Kind::Division) divides[i] = other_[i];
      if (rule.kind == Kind::Dissolution) dissolves[i] = other_[i];
    }
    divide(divides);
    dissolve(dissolves);
    renumber();
  }

  bool within(int i, int outer) const {
    for (; i >= 0; i = cells_[std::size_t(i)].parent)
      if (i == outer) return true;
    return false;
  }

  // Divides the innermost membranes first, so that an outer division copies their daughters.
  void divide(const std::vector<std::optional<u32>>& divides) {
    std::vector<int> order;
    for (int i = 0; i < int(divides.size()); ++i)
      if (divides[std::size_t(i)]) order.push_back(i);
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return depth(a) > depth(b); });
    for (const int mother : order) {
      const Rule& rule = system_.rules[*divides[std::size_t(mother)]];
      std::map<int, int> copy_of;
      const int n = int(cells_.size());
      for (int i = 0; i < n; ++i)
        if (within(i, mother)) {
          copy_of[i] = int(cells_.size());
          cells_.push_back(cells_[std::size_t(i)]);
        }
      for (const auto& [i, copy] : copy_of) {
        Cell& made = cells_[std::size_t(copy)];
        if (i != mother) made.parent = copy_of[made.parent];
        made.image |= u64{1} << made.bits++;
        cells_[std::size_t(i)].bits++;
      }
      Cell &first = cells_[std::size_t(mother)], &second = cells_[std::size_t(copy_of[mother])];
      add(first.counts, rule.right, 1);
      add(second.counts, rule.second, 1);
      first.charge = rule.charge_after;
      second.charge = rule.second_charge_after;
    }
  }

  void dissolve(const std::vector<std::optional<u32>>& dissolves) {
    std::vector<int> order;
    for (int i = 0; i < int(cells_.size()); ++i)
      if (dissolves[std::size_t(cells_[std::size_t(i)].origin)]) order.push_back(i);
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return depth(a) > depth(b); });
    for (const int i : order) {
      Cell& gone = cells_[std::size_t(i)];
      Cell& parent = cells_[std::size_t(gone.parent)];
      for (const auto& [object, count] : gone.counts) parent.counts[object] += count;
      add(parent.counts, system_.rules[*dissolves[std::size_t(gone.origin)]].right, 1);
      for (Cell& cell : cells_)
        if (cell.parent == i) cell.parent = gone.parent;
      gone.parent = -2;
    }
  }

  // First images keep their order. The others follow in the order of their origins.
  void renumber() {
    std::vector<int> order;
    for (int i = 0; i < int(cells_.size()); ++i)
      if (cells_[std::size_t(i)].parent != -2) order.push_back(i);
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) {
      const Cell &x = cells_[std::size_t(a)], &y = cells_[std::size_t(b)];
      return std::tuple(x.image != 0, x.origin, x.image) < std::tuple(y.image != 0, y.origin, y.image);
    });
    std::map<int, int> number = {{-1, -1}};
    for (int i = 0; i < int(order.size()); ++i) number[order[std::size_t(i)]] = i;
    std::vector<Cell> renumbered;
    for (const int i : order) {
      renumbered.push_back(cells_[std::size_t(i)]);
      renumbered.back().parent = number[renumbered.back().parent];
    }
    cells_ = std::move(renumbered);
  }

  const System& system_;
  Modes modes_;
  u32x2 rule_key_, bid_key_;
  u64 time_ = 0;
  std::vector<Cell> cells_;
  Counts environment_, environment_left_;
  std::vector<Counts> left_;
  std::vector<std::map<u32, Big>> times_;
  std::vector<std::optional<u32>> other_;
};

}  // namespace morula::membrane::test
