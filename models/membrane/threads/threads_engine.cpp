// The engine on threads. Counts have 16 bits until a step would overflow them; then that step is done again
// with 32, and in the end with 64.
#include <fmt/format.h>

#include <variant>

#include "models/membrane/threads/threads_step.h"

namespace morula::membrane {
namespace {

constexpr u64 most_membranes = 0xFFFFFFFEu;

class MembraneThreads final : public MembraneEngine {
 public:
  MembraneThreads(std::shared_ptr<const Plan> plan, const Modes& modes, std::shared_ptr<ThreadPool> threads)
      : plan_(std::move(plan)), modes_(modes), threads_(std::move(threads)) {
    MembraneThreads::set_configuration(initial_configuration(plan_->system));
  }

  u64 step(u64 at_most) override {
    u64 done = 0;
    for (; done < at_most; ++done, ++time_)
      if (!step_once()) break;
    return done;
  }
  u64 time() const override { return time_; }
  void set_time(u64 time) override { time_ = time; }
  u64 applications() const override { return applications_; }
  void set_applications(u64 applications) override { applications_ = applications; }
  u64 membranes() const override { return tree_.size(); }

  std::vector<u64> membranes_by_class() override {
    std::vector<u64> counts(plan_->classes.size());
    for (const u32 of : tree_.classes) ++counts[of];
    return counts;
  }
  std::vector<u64> totals() override {
    std::vector<u64> sums = environment_;
    for_entries([&](u64, u32 object, u64 count) { sums[object] += count; });
    return sums;
  }
  std::vector<u64> environment() override { return environment_; }

  Configuration configuration() override {
    Configuration made;
    for (u32 i = 0; i < tree_.size(); ++i)
      made.membranes.push_back(
          {tree_.classes[i] / charges, static_cast<u8>(tree_.classes[i] % charges), tree_.parents[i], {}});
    for_entries([&](u64 i, u32 object, u64 count) { made.membranes[i].contents.push_back({object, count}); });
    for (Membrane& membrane : made.membranes)
      std::sort(membrane.contents.begin(), membrane.contents.end(),
                [](const Term& a, const Term& b) { return a.object < b.object; });
    for (u32 object = 0; object < plan_->objects(); ++object)
      if (environment_[object] > 0) made.environment.push_back({object, environment_[object]});
    return made;
  }

  void set_configuration(const Configuration& configuration) override {
    tree_ = {};
    u64 largest = 0;
    for (const Membrane& membrane : configuration.membranes) {
      tree_.classes.push_back(class_of(membrane.label, membrane.charge));
      tree_.parents.push_back(membrane.parent);
      for (const Term& term : membrane.contents) largest = std::max(largest, term.count);
    }
    tree_.link();
    environment_.assign(plan_->objects(), 0);
    for (const Term& term : configuration.environment) environment_[term.object] = term.count;
    const auto contents = [&](u64 i) -> const Multiset& { return configuration.membranes[i].contents; };
    if (largest <= 0xFFFF && plan_->objects() <= 0x10000)
      hold<Narrow>(contents);
    else if (largest <= 0xFFFFFFFFu)
      hold<Middle>(contents);
    else
      hold<Full>(contents);
  }

  Hash hash() override {
    std::vector<u64> sums(threads_->size());
    const u64 parts = sums.size();
    threads_->for_ranges(parts, [&](u64 begin, u64 end) {
      for (u64 t = begin; t < end; ++t)
        sums[t] = hash_part(tree_.size() * t / parts, tree_.size() * (t + 1) / parts);
    });
    u64 sum = 0;
    for (const u64 part : sums) sum += part;
    for (u32 object = 0; object < plan_->objects(); ++object)
      if (environment_[object] > 0) sum += hash_term(environment_field, object, environment_[object]);
    return {sum};
  }

 private:
  using Narrow = ThreadsStep<NarrowEntry>;
  using Middle = ThreadsStep<MiddleEntry>;
  using Full = ThreadsStep<FullEntry>;

  // Counts of this width from now on, those of `contents`.
  template <class Step, class Contents>
  void hold(const Contents& contents) {
    auto step = std::make_unique<Step>(plan_, modes_, threads_);
    step->take_lists(tree_.size(), contents);
    step_ = std::move(step);
  }
  template <class Wider, class From>
  void widen(const From& from) {
    hold<Wider>([&](u64 i) { return from.lists()[i].span(); });
  }

  template <class Take>
  void for_entries_of(u64 begin, u64 end, const Take& take) {
    std::visit(
        [&](const auto& step) {
          for (u64 i = begin; i < end; ++i)
            for (const auto& entry : step->lists()[i].span())
              take(i, entry.object, static_cast<u64>(entry.count));
        },
        step_);
  }
  template <class Take>
  void for_entries(const Take& take) {
    for_entries_of(0, tree_.size(), take);
  }

  u64 hash_part(u64 begin, u64 end) {
    u64 sum = 0;
    for (u64 i = begin; i < end; ++i)
      sum += hash_term(label_field, i, tree_.classes[i] / charges) +
             hash_term(charge_field, i, tree_.classes[i] % charges) +
             hash_term(parent_field, i, tree_.parents[i]);
    for_entries_of(begin, end, [&](u64 i, u32 object, u64 count) {
      sum += hash_term(contents_field, i * plan_->objects() + object, count);
    });
    return sum;
  }

  enum class Outcome { Halted, Stepped, Overflowed };

  bool step_once() {
    while (true) {
      const Outcome outcome = std::visit(
          [&](auto& step) {
            return static_cast<Outcome>(
                step->step(tree_, environment_, time_, applications_, most_membranes));
          },
          step_);
      if (outcome != Outcome::Overflowed) return outcome == Outcome::Stepped;
      if (const auto narrow = std::get_if<std::unique_ptr<Narrow>>(&step_))
        widen<Middle>(**narrow);
      else if (const auto middle = std::get_if<std::unique_ptr<Middle>>(&step_))
        widen<Full>(**middle);
      else
        explain();
    }
  }

  // The step done again with counts that hold everything: which is the first that is too large?
  [[noreturn]] void explain() {
    ThreadsStep<WideEntry> wide(plan_, modes_, threads_);
    const Full& full = *std::get<std::unique_ptr<Full>>(step_);
    wide.take_lists(tree_.size(), [&](u64 i) { return full.lists()[i].span(); });
    Tree tree = tree_;
    std::vector<u64> environment = environment_;
    u64 applications = 0;
    wide.step(tree, environment, time_, applications, most_membranes);
    for (u32 i = 0; i < tree.size(); ++i) {
      u32 first = no_rule;
      for (const WideEntry& entry : wide.lists()[i].span())
        if (entry.count > Uint128{~u64{0}}) first = std::min(first, entry.object);
      if (first != no_rule)
        throw Overflow(overflow_message(plan_->system, time_ + 1, i, tree.classes[i] / charges, first));
    }
    throw Overflow(
        fmt::format("step {} would make more objects in the environment than 64 bits count", time_ + 1));
  }

  std::shared_ptr<const Plan> plan_;
  Modes modes_;
  std::shared_ptr<ThreadPool> threads_;
  Tree tree_;
  std::vector<u64> environment_;
  u64 time_ = 0, applications_ = 0;
  std::variant<std::unique_ptr<Narrow>, std::unique_ptr<Middle>, std::unique_ptr<Full>> step_;
};

}  // namespace

std::unique_ptr<MembraneEngine> make_membrane_threads(std::shared_ptr<const Plan> plan, const Modes& modes,
                                                      std::shared_ptr<ThreadPool> threads) {
  return std::make_unique<MembraneThreads>(std::move(plan), modes, std::move(threads));
}

std::string overflow_message(const System& system, u64 step, u64 membrane, u32 label, u32 object) {
  return fmt::format("step {} would make more than {} of '{}' in membrane {} (label '{}')", step, ~u64{0},
                     system.objects[object], membrane, system.labels[label]);
}

}  // namespace morula::membrane
