// A thread's part of a step: the own rules of membranes, and the bids of their children.
#pragma once

#include <algorithm>
#include <array>
#include <tuple>
#include <utility>
#include <vector>

#include "core/stream.h"
#include "models/membrane/plan.h"
#include "models/membrane/threads/lists.h"
#include "models/membrane/threads/tree.h"

namespace morula::membrane {

// Where a step reads and writes. Different threads write to different membranes.
template <class E>
struct StepState {
  const Plan& plan;
  const Tree& tree;
  Modes modes;
  u32x2 rule_key, bid_key;
  u64 time;
  const std::vector<List<E>>& before;
  std::vector<List<E>>& after;
  std::vector<u32>& chosen;  // the rule of a kind other than evolution
};

// A uniform number from 0 to `most`.
inline u64 uniform(u64 word, u64 most) { return most == ~u64{0} ? word : high_product(word, most + 1); }

template <class E>
class Selection {
 public:
  using Count = typename E::Count;

  explicit Selection(const Plan& plan)
      : plan_(plan),
        arenas_{Arena<E>(plan.objects() + plan.most_received), Arena<E>(plan.objects() + plan.most_received)},
        remaining_(plan.objects()),
        made_(plan.objects()),
        pool_(plan.objects()),
        remaining_room_(plan.objects()),
        pool_room_(plan.objects()),
        rule_of_class_(plan.classes.size()),
        round_of_class_(plan.classes.size()) {}

  u64 applications = 0;  // in this step; at most 2^64 - 1
  bool overflows = false;
  bool reshapes = false;  // a membrane divides or dissolves

  void begin_step() {
    arenas_[now_].clear();
    applications = 0;
    overflows = reshapes = false;
  }
  // Accepts the step: its lists are kept while the next step is computed. If a step is abandoned, the lists
  // of the step before it are kept.
  void end_step() { now_ = 1 - now_; }

  // The step of a membrane without children, except for what it may get from its parent.
  void take_step(const StepState<E>& state, u32 membrane) {
    made_.begin(arenas_[now_].room());
    own_rules(state, membrane, state.before[membrane].span(), made_);
    keep(state, membrane);
  }

  // The step of a membrane with children, after all of these have selected their own rules.
  void take_step_of_parent(const StepState<E>& state, u32 membrane) {
    const bool bids_first = state.modes.random && (draw(state.bid_key, membrane, state.time, 0).z & 1u);
    made_.begin(arenas_[now_].room());
    remaining_.begin(remaining_room_.data());
    if (bids_first) {
      for (const E& entry : state.before[membrane].span()) remaining_.add_own(entry.object, entry.count);
      serve(state, state.tree.children(membrane), remaining_);
      after_serving_.clear();
      for (const E& entry : remaining_.span())
        if (entry.count > 0) after_serving_.push_back(entry);
      remaining_.begin(remaining_room_.data());
      own_rules(state, membrane, after_serving_, remaining_);
    } else {
      own_rules(state, membrane, state.before[membrane].span(), remaining_);
      serve(state, state.tree.children(membrane), remaining_);
    }
    for (const E& entry : remaining_.span())
      if (entry.count > 0) overflows |= made_.add_own(entry.object, entry.count);
    for (const u32 child : state.tree.children(membrane))
      if (state.chosen[child] != no_rule) {
        const Rule& rule = plan_.system.rules[state.chosen[child]];
        if (rule.kind == Kind::SendOut) overflows |= made_.add(rule.right, 1);
      }
    keep(state, membrane);
  }

  // The environment has no rules of its own, and one child.
  u32 bid_of_skin(const StepState<E>& state, const std::vector<u64>& environment) {
    const u32 rule = bid_of(state, 0, [&](u32 object) { return environment[object] > 0; });
    if (rule != no_rule) grant(state, 0, rule);
    return rule;
  }

  // Adds what a membrane gets by communication to its list of this step.
  void receive(List<E>& list, const Multiset& products) {
    for (const Term& term : products) {
      E* entry = std::find_if(list.entries, list.entries + list.size,
                              [&](const E& e) { return e.object == term.object; });
      if (entry == list.entries + list.size) {
        *entry = {static_cast<typename E::Object>(term.object), 0};
        ++list.size;
      }
      overflows |= add_times(entry->count, 1, term.count);
    }
  }

  // A new list with the contents of several lists, and room for `products`.
  List<E> joined(const std::vector<std::span<const E>>& lists, const Multiset& products) {
    made_.begin(arenas_[now_].room());
    for (const std::span<const E> list : lists)
      for (const E& entry : list) overflows |= made_.add_own(entry.object, entry.count);
    overflows |= made_.add(products, 1);
    arenas_[now_].keep(made_.size() + plan_.most_received);
    return made_.list();
  }

  u64 bytes() const { return arenas_[0].bytes() + arenas_[1].bytes(); }

 private:
  struct Candidate {
    u32 rank, rule;
    u64 times = 0;
  };
  struct Bid {
    u64 order;
    u32 child, rule;
  };

  void keep(const StepState<E>& state, u32 membrane) {
    state.after[membrane] = made_.list();
    arenas_[now_].keep(made_.size() + plan_.most_received);
  }
  void count(u64 times) {
    if (__builtin_add_overflow(applications, times, &applications)) applications = ~u64{0};
  }

  // Objects that no rule takes go to `remaining`, objects that rules make to `made_`. Both may be the same
  // list.
  void own_rules(const StepState<E>& state, u32 membrane, std::span<const E> contents,
                 ListMaker<E>& remaining) {
    const RuleClass& rules = plan_.classes[state.tree.classes[membrane]];
    state.chosen[membrane] = no_rule;
    others_.clear();
    if (&remaining == &made_ && !state.modes.once)
      rename(rules, contents);
    else
      others_.assign(contents.begin(), contents.end());
    if (others_.empty()) return;
    asked_.clear();
    for (const E entry : others_) {
      const Use use = plan_.use_of(rules, entry.object);
      if (use.what == Use::Asked)
        asked_.push_back(entry);
      else if (use.what == Use::Stays)
        overflows |= remaining.add_own(entry.object, entry.count);
      else
        evolve(state, use, entry, remaining);
    }
    if (!asked_.empty()) select_asked(state, membrane, rules, remaining);
  }

  // Most objects of most membranes stay or become one other.
  void rename(const RuleClass& rules, std::span<const E> contents) {
    const Use* const uses = plan_.uses.data() + rules.uses;
    const u32 first = rules.first_object, number = rules.objects;
    u64 renamed = 0;
    overflows |= made_.add_renamed(contents, others_, [&](const E& entry) -> u32 {
      const u32 at = entry.object - first;
      if (at >= number) return entry.object;
      const Use use = uses[at];
      if (use.what > Use::Renames) return no_membrane;
      renamed += use.what == Use::Renames ? static_cast<u64>(entry.count) : 0;
      return use.value;
    });
    count(renamed);
  }

  void evolve(const StepState<E>& state, Use use, E entry, ListMaker<E>& remaining) {
    if (use.what == Use::Renames) {
      const Count times = state.modes.once ? Count{1} : entry.count;
      overflows |= made_.add_own(use.value, times);
      count(static_cast<u64>(times));
      if (entry.count > times)
        overflows |= remaining.add_own(entry.object, static_cast<Count>(entry.count - times));
      return;
    }
    const Evolution& evolution = plan_.evolutions[use.value];
    const u64 held = static_cast<u64>(entry.count), most = held / evolution.needed;
    const u64 times = state.modes.once ? std::min<u64>(most, 1) : most;
    const u64 remainder = held - times * evolution.needed;
    if (times > 0) overflows |= made_.add(plan_.system.rules[evolution.rule].right, times);
    if (remainder > 0) overflows |= remaining.add_own(entry.object, static_cast<Count>(remainder));
    count(times);
  }

  u64 most_times(const Rule& rule) const {
    u64 most = ~u64{0};
    for (const Term& term : rule.left) {
      const E* held = pool_.find(term.object);
      most = held ? std::min(most, static_cast<u64>(held->count) / term.count) : 0;
    }
    return most;
  }
  void take(const Rule& rule, u64 times) {
    for (const Term& term : rule.left) {
      Count& held = pool_.find(term.object)->count;
      held = static_cast<Count>(held - static_cast<Count>(times * term.count));
    }
  }

  void find_candidates(const StepState<E>& state, u32 membrane, const RuleClass& rules) {
    candidates_.clear();
    for (const E& entry : asked_) {
      const Range leading = plan_.asked[plan_.use_of(rules, entry.object).value];
      for (u32 i = leading.first; i < leading.last; ++i) {
        const Rule& rule = plan_.system.rules[plan_.asking[i]];
        const bool splits = rule.kind == Kind::Dissolution || rule.kind == Kind::Division;
        if (!(splits && membrane == 0) && most_times(rule) > 0) candidates_.push_back({0, plan_.asking[i]});
      }
    }
    if (candidates_.size() < 2) return;
    if (state.modes.random)
      for (Candidate& candidate : candidates_)
        candidate.rank = draw(state.rule_key, membrane, state.time, candidate.rule).x;
    std::sort(candidates_.begin(), candidates_.end(), [](const Candidate& a, const Candidate& b) {
      return std::tuple(a.rank, a.rule) < std::tuple(b.rank, b.rule);
    });
  }

  void select_asked(const StepState<E>& state, u32 membrane, const RuleClass& rules,
                    ListMaker<E>& remaining) {
    pool_.begin(pool_room_.data());
    for (const E& entry : asked_) pool_.add_own(entry.object, entry.count);
    find_candidates(state, membrane, rules);
    // A rule without competitors reaches its maximum in the second round, whatever it takes in the first.
    const bool part_first = state.modes.random && !state.modes.once && candidates_.size() > 1;
    for (Candidate& candidate : candidates_) {
      const Rule& rule = plan_.system.rules[candidate.rule];
      u64 times = most_times(rule);
      if (rule.kind != Kind::Evolution) {
        if (times == 0 || state.chosen[membrane] != no_rule) continue;
        choose(state, membrane, candidate.rule);
        take(rule, 1);
        continue;
      }
      if (state.modes.once) times = std::min<u64>(times, 1);
      if (part_first && times > 0) {
        const u32x4 word = draw(state.rule_key, membrane, state.time, candidate.rule);
        times = uniform(u64{word.y} << 32 | word.z, times);
      }
      take(rule, times);
      candidate.times = times;
    }
    for (Candidate& candidate : candidates_) {
      const Rule& rule = plan_.system.rules[candidate.rule];
      if (rule.kind != Kind::Evolution) continue;
      if (part_first) {
        const u64 times = most_times(rule);
        take(rule, times);
        candidate.times += times;
      }
      count(candidate.times);
      if (candidate.times > 0) overflows |= made_.add(rule.right, candidate.times);
    }
    for (const E& entry : pool_.span())
      if (entry.count > 0) overflows |= remaining.add_own(entry.object, entry.count);
  }

  void choose(const StepState<E>& state, u32 membrane, u32 rule) {
    state.chosen[membrane] = rule;
    const Kind kind = plan_.system.rules[rule].kind;
    reshapes |= kind == Kind::Division || kind == Kind::Dissolution;
    count(1);
  }

  void grant(const StepState<E>& state, u32 child, u32 rule) {
    choose(state, child, rule);
    receive(state.after[child], plan_.system.rules[rule].right);
  }

  u32 object_of(u32 rule) const { return plan_.system.rules[rule].left[0].object; }

  // The first send-in rule in rank order whose object is available.
  template <class IsThere>
  u32 bid_of(const StepState<E>& state, u32 child, const IsThere& is_there) const {
    if (state.chosen[child] != no_rule) return no_rule;
    const Range entering = plan_.classes[state.tree.classes[child]].send_ins;
    u32 best = no_rule, best_rank = 0;
    for (u32 i = entering.first; i < entering.last; ++i) {
      const u32 rule = plan_.send_ins[i];
      if (!is_there(object_of(rule))) continue;
      if (!state.modes.random) return rule;
      const u32 rank = draw(state.rule_key, child, state.time, rule).x;
      if (best == no_rule || rank < best_rank) std::tie(best, best_rank) = std::pair(rule, rank);
    }
    return best;
  }

  void serve(const StepState<E>& state, std::span<const u32> children, ListMaker<E>& remaining) {
    bidders_.clear();
    for (const u32 child : children)
      if (state.chosen[child] == no_rule && plan_.classes[state.tree.classes[child]].send_ins.size() > 0)
        bidders_.push_back(child);
    while (!bidders_.empty()) {
      find_bids(state, remaining);
      if (bids_.empty()) return;
      bidders_.clear();
      for (const Bid& bid : bids_) {
        Count& held = remaining.find(object_of(bid.rule))->count;
        if (held > 0) {
          held = static_cast<Count>(held - 1);
          grant(state, bid.child, bid.rule);
        } else {
          bidders_.push_back(bid.child);
        }
      }
    }
  }

  // The bids of this round, in the order in which they are served.
  void find_bids(const StepState<E>& state, const ListMaker<E>& remaining) {
    const auto is_there = [&](u32 object) {
      const E* held = remaining.find(object);
      return held && held->count > 0;
    };
    bids_.clear();
    ++round_;
    for (const u32 child : bidders_) {
      u32 rule = no_rule;
      if (state.modes.random) {
        rule = bid_of(state, child, is_there);
      } else {  // the same for all membranes of a class
        const u32 of = state.tree.classes[child];
        if (round_of_class_[of] != round_) {
          round_of_class_[of] = round_;
          rule_of_class_[of] = bid_of(state, child, is_there);
        }
        rule = rule_of_class_[of];
      }
      if (rule != no_rule) bids_.push_back({0, child, rule});
    }
    if (!state.modes.random || bids_.size() < 2) return;
    for (Bid& bid : bids_) {
      const u32x4 word = draw(state.bid_key, bid.child, state.time, 0);
      bid.order = u64{word.x} << 32 | word.y;
    }
    std::sort(bids_.begin(), bids_.end(), [](const Bid& a, const Bid& b) {
      return std::tuple(a.order, a.child) < std::tuple(b.order, b.child);
    });
  }

  const Plan& plan_;
  std::array<Arena<E>, 2> arenas_;
  u32 now_ = 0;
  ListMaker<E> remaining_, made_, pool_;
  std::vector<E> remaining_room_, pool_room_, others_, asked_, after_serving_;
  std::vector<Candidate> candidates_;
  std::vector<u32> bidders_;
  std::vector<Bid> bids_;
  std::vector<u32> rule_of_class_;
  std::vector<u64> round_of_class_;
  u64 round_ = 0;
};

}  // namespace morula::membrane
