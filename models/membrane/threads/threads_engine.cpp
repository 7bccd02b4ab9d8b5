// The engine on threads. Counts have 16 bits until a step would overflow them; then that step is repeated
// with 32 bits, and finally with 64.
#include <fmt/format.h>

#include <variant>

#include "models/membrane/threads/threads_step.h"

namespace morula::membrane {
namespace {

class MembraneThreads final : public MembraneEngine {
 public:
  MembraneThreads(std::shared_ptr<const Plan> plan, const Modes& modes, std::shared_ptr<ThreadPool> threads)
      : plan_(std::move(plan)), modes_(modes), threads_(std::move(threads)) {
    MembraneThreads::set_packed(membrane::packed(initial_configuration(plan_->system), plan_->objects()));
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
  std::vector<u64> totals(std::span<const u32> objects) override {
    std::vector<std::vector<u64>> of_parts(threads_->size(), std::vector<u64>(plan_->objects()));
    in_parts([&](u64 part, u64 begin, u64 end) {
      for_entries(begin, end, [&](u64, u32 object, u64 count) { of_parts[part][object] += count; });
    });
    std::vector<u64> sums;
    for (const u32 object : objects) {
      sums.push_back(environment_[object]);
      for (const std::vector<u64>& part : of_parts) sums.back() += part[object];
    }
    return sums;
  }
  std::vector<u64> environment() override { return environment_; }

  PackedConfiguration packed() override {
    PackedConfiguration configuration;
    const u64 n = tree_.size();
    configuration.labels.resize(n);
    configuration.charges.resize(n);
    configuration.parents = tree_.parents;
    configuration.sizes.resize(n);
    configuration.environment = environment_;
    std::vector<u64> firsts(n + 1);
    for (u64 i = 0; i < n; ++i) {
      configuration.labels[i] = tree_.classes[i] / charges;
      configuration.charges[i] = static_cast<u8>(tree_.classes[i] % charges);
      configuration.sizes[i] = std::visit([&](const auto& step) { return step->lists()[i].size; }, step_);
      firsts[i + 1] = firsts[i] + configuration.sizes[i];
    }
    configuration.objects.resize(firsts[n]);
    configuration.counts.resize(firsts[n]);
    in_parts([&](u64, u64 begin, u64 end) { pack_contents(begin, end, firsts, configuration); });
    return configuration;
  }

  void set_packed(const PackedConfiguration& configuration) override {
    tree_ = {};
    tree_.parents = configuration.parents;
    for (u64 i = 0; i < configuration.labels.size(); ++i)
      tree_.classes.push_back(class_of(configuration.labels[i], configuration.charges[i]));
    tree_.link();
    environment_ = configuration.environment;
    u64 largest = 0, at = 0;
    for (const u64 count : configuration.counts) largest = std::max(largest, count);
    Multiset contents;
    const auto next = [&](u64 i) -> const Multiset& {  // called for one membrane after the other
      contents.clear();
      for (const u64 end = at + configuration.sizes[i]; at < end; ++at)
        contents.push_back({configuration.objects[at], configuration.counts[at]});
      return contents;
    };
    if (largest <= 0xFFFF && plan_->objects() <= 0x10000)
      hold<Narrow>(next);
    else if (largest <= 0xFFFFFFFFu)
      hold<Middle>(next);
    else
      hold<Full>(next);
  }

  Hash hash() override {
    std::vector<u64> sums(threads_->size());
    in_parts([&](u64 part, u64 begin, u64 end) { sums[part] = hash_part(begin, end); });
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

  // Switches to counts of this width, with the given contents.
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

  // Sums over the membranes of each thread.
  template <class Part>
  void in_parts(const Part& part) {
    const u64 parts = threads_->size(), n = tree_.size();
    threads_->for_ranges(parts, [&](u64 begin, u64 end) {
      for (u64 t = begin; t < end; ++t) part(t, n * t / parts, n * (t + 1) / parts);
    });
  }

  template <class Take>
  void for_entries(u64 begin, u64 end, const Take& take) const {
    std::visit(
        [&](const auto& step) {
          for (u64 i = begin; i < end; ++i)
            for (const auto& entry : step->lists()[i].span())
              take(i, entry.object, static_cast<u64>(entry.count));
        },
        step_);
  }

  void pack_contents(u64 begin, u64 end, const std::vector<u64>& firsts,
                     PackedConfiguration& configuration) const {
    Multiset contents;
    for (u64 i = begin; i < end; ++i) {
      contents.clear();
      for_entries(i, i + 1, [&](u64, u32 object, u64 count) { contents.push_back({object, count}); });
      std::ranges::sort(contents, {}, &Term::object);
      for (u64 k = 0; k < contents.size(); ++k) {
        configuration.objects[firsts[i] + k] = contents[k].object;
        configuration.counts[firsts[i] + k] = contents[k].count;
      }
    }
  }

  u64 hash_part(u64 begin, u64 end) {
    u64 sum = 0;
    for (u64 i = begin; i < end; ++i)
      sum += hash_term(label_field, i, tree_.classes[i] / charges) +
             hash_term(charge_field, i, tree_.classes[i] % charges) +
             hash_term(parent_field, i, tree_.parents[i]);
    for_entries(begin, end, [&](u64 i, u32 object, u64 count) {
      sum += hash_term(contents_field, i * plan_->objects() + object, count);
    });
    return sum;
  }

  enum class Outcome { Halted, Stepped, Overflowed };

  bool step_once() {
    while (true) {
      const Outcome outcome = std::visit(
          [&](auto& step) {
            return static_cast<Outcome>(step->step(tree_, environment_, time_, applications_));
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

  // Repeats the step with counts that hold everything, to find the first one that is too large.
  [[noreturn]] void explain() {
    ThreadsStep<WideEntry> wide(plan_, modes_, threads_);
    const Full& full = *std::get<std::unique_ptr<Full>>(step_);
    wide.take_lists(tree_.size(), [&](u64 i) { return full.lists()[i].span(); });
    Tree tree = tree_;
    std::vector<u64> environment = environment_;
    u64 applications = 0;
    wide.step(tree, environment, time_, applications);
    for (u32 i = 0; i < tree.size(); ++i) {
      u32 first = no_rule;
      for (const WideEntry& entry : wide.lists()[i].span())
        if (entry.count > Uint128{~u64{0}}) first = std::min(first, entry.object);
      if (first != no_rule)
        throw Overflow(overflow_message(plan_->system, time_ + 1, i, tree.classes[i] / charges, first));
    }
    throw Overflow(fmt::format(
        "step {} would make more objects in the environment than a 64-bit count can hold", time_ + 1));
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

std::unique_ptr<MembraneEngine> make_membrane_lists(std::shared_ptr<const Plan> plan, const Modes& modes,
                                                    std::shared_ptr<ThreadPool> threads) {
  return std::make_unique<MembraneThreads>(std::move(plan), modes, std::move(threads));
}

}  // namespace morula::membrane
