// A step of all membranes on threads, with counts of one width.
#pragma once

#include <fmt/format.h>

#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/bytes.h"
#include "core/threads.h"
#include "models/membrane/membrane_engine.h"
#include "models/membrane/threads/selection.h"

namespace morula::membrane {

constexpr u64 most_membranes = 0xFFFFFFFEu;

// The state that a step replaces as a whole. The new state is made beside the old one and takes its place
// once it is complete.
template <class E>
class ThreadsStep {
 public:
  ThreadsStep(std::shared_ptr<const Plan> plan, const Modes& modes, std::shared_ptr<ThreadPool> threads)
      : plan_(std::move(plan)), modes_(modes), threads_(std::move(threads)) {
    for (unsigned i = 0; i < threads_->size(); ++i)
      workers_.push_back(std::make_unique<Selection<E>>(*plan_));
  }

  const std::vector<List<E>>& lists() const { return lists_; }

  // Makes lists from others whose counts fit. `from` is called for the contents of one membrane after the
  // other.
  template <class From>
  void take_lists(u64 membranes, const From& from) {
    kept_.clear();
    lists_.resize(membranes);
    for (u64 i = 0; i < membranes; ++i) {
      const std::size_t before = kept_.size();
      for (const auto& entry : from(i))
        kept_.push_back(
            {static_cast<typename E::Object>(entry.object), static_cast<typename E::Count>(entry.count)});
      lists_[i].size = static_cast<u32>(kept_.size() - before);
    }
    E* next = kept_.data();
    for (List<E>& list : lists_) {
      list.entries = next;
      next += list.size;
    }
  }

  static constexpr bool explains = std::is_same_v<E, WideEntry>;  // it goes on even if counts overflow
  enum class Outcome { Halted, Stepped, Overflowed };

  // If it overflows, the tree and the environment are left unchanged.
  Outcome step(Tree& tree, std::vector<u64>& environment, u64 time, u64& applications) {
    next_.resize(tree.size());
    chosen_.resize(tree.size());
    const StepState<E> state = {*plan_,
                                tree,
                                modes_,
                                stream(modes_.seed, Purpose::MembraneRule),
                                stream(modes_.seed, Purpose::MembraneBid),
                                time,
                                lists_,
                                next_,
                                chosen_};
    for (auto& worker : workers_) worker->begin_step();
    in_parts(tree.size(), [&](Selection<E>& worker, u32 i) {
      if (!tree.has_children(i)) worker.take_step(state, i);
    });
    for (auto level = tree.levels().rbegin(); level != tree.levels().rend(); ++level)
      in_parts(static_cast<u32>(level->size()),
               [&](Selection<E>& worker, u32 i) { worker.take_step_of_parent(state, (*level)[i]); });
    workers_[0]->bid_of_skin(state, environment);
    u64 applied = 0;
    for (auto& worker : workers_)
      if (__builtin_add_overflow(applied, worker->applications, &applied)) applied = ~u64{0};
    if (applied == 0) return Outcome::Halted;
    if (overflows()) return Outcome::Overflowed;
    std::vector<u64> environment_after = environment;
    const bool too_much_outside = exchange(environment_after);
    if (too_much_outside && !explains) return Outcome::Overflowed;
    if (!finish(tree, time)) return Outcome::Overflowed;
    environment = std::move(environment_after);
    for (auto& worker : workers_) worker->end_step();
    if (__builtin_add_overflow(applications, applied, &applications)) applications = ~u64{0};
    return Outcome::Stepped;
  }

 private:
  bool overflows() const {
    bool any = false;
    for (const auto& worker : workers_) any |= worker->overflows;
    return any;
  }

  template <class Take>
  void in_parts(u32 count, const Take& take) {
    const u64 parts = count < 64 ? 1 : workers_.size();
    const auto part = [&](u64 begin, u64 end) {
      for (u64 t = begin; t < end; ++t)
        for (u64 i = count * t / parts; i < count * (t + 1) / parts; ++i)
          take(*workers_[t], static_cast<u32>(i));
    };
    if (parts == 1)
      part(0, 1);
    else
      threads_->for_ranges(parts, part);
  }

  // Exchange between the skin and the environment.
  bool exchange(std::vector<u64>& environment) const {
    if (chosen_[0] == no_rule) return false;
    const Rule& rule = plan_->system.rules[chosen_[0]];
    bool too_much = false;
    if (rule.kind == Kind::SendIn) environment[rule.left[0].object] -= 1;
    if (rule.kind == Kind::SendOut)
      for (const Term& term : rule.right) too_much |= add_times(environment[term.object], 1, term.count);
    return too_much;
  }

  u32 class_after(u32 before, u32 membrane, bool second) const {
    if (chosen_[membrane] == no_rule) return before;
    const Rule& rule = plan_->system.rules[chosen_[membrane]];
    return class_of(rule.label, second ? rule.second_charge_after : rule.charge_after);
  }

  bool reshapes() const {
    bool any = false;
    for (const auto& worker : workers_) any |= worker->reshapes;
    return any;
  }

  bool finish(Tree& tree, u64 time) {
    if (reshapes()) return finish_reshaped(tree, time);
    for (u32 i = 0; i < tree.size(); ++i) tree.classes[i] = class_after(tree.classes[i], i, false);
    lists_.swap(next_);
    return true;
  }

  bool finish_reshaped(Tree& tree, u64 time) {
    std::vector<bool> divides(tree.size()), dissolves(tree.size());
    for (u32 i = 0; i < tree.size(); ++i) {
      if (chosen_[i] == no_rule) continue;
      const Kind kind = plan_->system.rules[chosen_[i]].kind;
      divides[i] = kind == Kind::Division;
      dissolves[i] = kind == Kind::Dissolution;
    }
    const Reshaping shape = reshape(
        tree, divides, dissolves, [&](u64 membranes) { refuse_too_many(time + 1, tree.size(), membranes); });
    release(tree, dissolves, shape);
    std::vector<List<E>> seconds(tree.size());
    for (u32 i = 0; i < tree.size(); ++i)
      if (divides[i]) {
        const Rule& rule = plan_->system.rules[chosen_[i]];
        seconds[i] = workers_[0]->joined({next_[i].span()}, rule.second);
        workers_[0]->receive(next_[i], rule.right);
      }
    if (overflows()) return false;
    Tree after;
    after.parents = shape.parent;
    after.classes.resize(shape.origin.size());
    lists_.resize(shape.origin.size());
    for (u64 i = 0; i < shape.origin.size(); ++i) {
      const u32 origin = shape.origin[i];
      after.classes[i] = class_after(tree.classes[origin], origin, shape.second[i]);
      lists_[i] = shape.second[i] ? seconds[origin] : next_[origin];
    }
    tree = std::move(after);
    tree.link();
    return true;
  }

  // Assumes that lists keep their mean length; counts the lists of two steps and the tree.
  void refuse_too_many(u64 step, u64 before, u64 after) const {
    constexpr u64 tree_bytes = 2 * sizeof(List<E>) + 12 * sizeof(u32), worth_asking = u64{1} << 16;
    if (after > most_membranes)
      throw Overflow(fmt::format("step {} would make more than {} membranes", step, most_membranes));
    if (after < worth_asking || after <= before) return;
    u64 bytes = 0;
    for (const auto& worker : workers_) bytes += worker->bytes();
    const u64 needed = (after - before) * (bytes / before + tree_bytes);
    refuse_membranes(step, after, needed, available_memory(), "more memory");
  }

  // Membranes that dissolve leave their contents to the nearest ancestor that survives.
  void release(const Tree& tree, const std::vector<bool>& dissolves, const Reshaping& shape) {
    std::vector<std::pair<u32, u32>> gone;  // (surviving ancestor, dissolved membrane)
    for (u32 i = 0; i < tree.size(); ++i)
      if (dissolves[i]) gone.emplace_back(shape.survivor[i], i);
    std::sort(gone.begin(), gone.end());
    for (std::size_t i = 0; i < gone.size();) {
      const u32 survivor = gone[i].first;
      std::vector<std::span<const E>> lists = {next_[survivor].span()};
      Multiset products;
      for (; i < gone.size() && gone[i].first == survivor; ++i) {
        lists.push_back(next_[gone[i].second].span());
        const Multiset& right = plan_->system.rules[chosen_[gone[i].second]].right;
        products.insert(products.end(), right.begin(), right.end());
      }
      next_[survivor] = workers_[0]->joined(lists, products);
    }
  }

  std::shared_ptr<const Plan> plan_;
  Modes modes_;
  std::shared_ptr<ThreadPool> threads_;
  std::vector<std::unique_ptr<Selection<E>>> workers_;
  std::vector<List<E>> lists_, next_;
  std::vector<u32> chosen_;
  std::vector<E> kept_;  // memory of the lists of the first step
};

}  // namespace morula::membrane
