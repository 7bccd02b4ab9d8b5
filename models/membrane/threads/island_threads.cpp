// The engine of islands on threads. The contents are a matrix objects × membranes with counts of 8 to 64
// bits. Some steps are taken from one matrix to the other. If a count overflows in one of them, they are
// repeated, fewer at a time, and the one that overflows with wider counts.
#include <fmt/format.h>

#include <array>
#include <memory>
#include <utility>
#include <variant>

#include "core/ceil_divide.h"
#include "models/membrane/membrane_engine.h"
#include "models/membrane/threads/island_step.h"

namespace morula::membrane {
namespace {

constexpr u64 most_steps_of_block = 256;

class MembraneIslandThreads final : public MembraneEngine {
 public:
  MembraneIslandThreads(std::shared_ptr<const Plan> plan, std::vector<IslandGroup> groups, const Modes& modes,
                        std::shared_ptr<ThreadPool> threads)
      : plan_(std::move(plan)), groups_(std::move(groups)), modes_(modes), threads_(std::move(threads)) {
    for (const IslandGroup& group : groups_)
      for (const auto* numbers : {&group.shape.needs, &group.shape.makes})
        for (const u64 number : *numbers) least_ = std::max(least_, number);
    MembraneIslandThreads::set_packed(
        membrane::packed(initial_configuration(plan_->system), plan_->objects()));
  }

  u64 step(u64 at_most) override {
    u64 done = 0;
    while (done < at_most) {
      const u32 requested = static_cast<u32>(std::min(at_most - done, at_once_));
      const IslandOutcome outcome =
          std::visit([&](auto& matrices) { return take_steps(matrices, requested); }, matrices_);
      if (outcome.overflows) {
        if (requested == 1) widen();
        at_once_ = std::max(requested / 2, 1u);
        continue;
      }
      std::visit([](auto& matrices) { std::swap(matrices[0], matrices[1]); }, matrices_);
      if (__builtin_add_overflow(applications_, outcome.applied, &applications_)) applications_ = ~u64{0};
      time_ += outcome.last;
      done += outcome.last;
      at_once_ = std::min<u64>(u64{requested} * 2, most_steps_of_block);
      if (outcome.last < requested) break;
    }
    return done;
  }
  u64 time() const override { return time_; }
  void set_time(u64 time) override { time_ = time; }
  u64 applications() const override { return applications_; }
  void set_applications(u64 applications) override { applications_ = applications; }
  u64 membranes() const override { return fixed_.labels.size(); }

  std::vector<u64> membranes_by_class() override { return columns_.by_class; }
  std::vector<u64> environment() override { return fixed_.environment; }

  std::vector<u64> totals(std::span<const u32> objects) override {
    std::vector<u64> sums;
    for (const u32 object : objects) {
      sums.push_back(fixed_.environment[object]);
      for_row(object, [&](u64, u64 count) { sums.back() += count; });
    }
    return sums;
  }

  Hash hash() override {
    const u64 parts = threads_->size(), objects = plan_->objects();
    std::vector<u64> sums(parts);
    threads_->for_ranges(parts, [&](u64 begin, u64 end) {
      for (u64 part = begin; part < end; ++part)
        for (u64 object = objects * part / parts; object < objects * (part + 1) / parts; ++object)
          for_row(static_cast<u32>(object), [&](u64 column, u64 count) {
            sums[part] += hash_term(contents_field, columns_.numbers[column] * objects + object, count);
          });
    });
    u64 sum = columns_.fixed_hash;
    for (const u64 part : sums) sum += part;
    return {sum};
  }

  PackedConfiguration packed() override {
    PackedConfiguration configuration = fixed_;
    configuration.sizes.assign(configuration.labels.size(), 0);
    for (u32 object = 0; object < plan_->objects(); ++object)
      for_row(object, [&](u64 column, u64) { ++configuration.sizes[columns_.numbers[column]]; });
    std::vector<u64> places = {0};
    for (const u32 size : configuration.sizes) places.push_back(places.back() + size);
    configuration.objects.resize(places.back());
    configuration.counts.resize(places.back());
    for (u32 object = 0; object < plan_->objects(); ++object)
      for_row(object, [&](u64 column, u64 count) {
        u64& place = places[columns_.numbers[column]];
        configuration.objects[place] = object;
        configuration.counts[place++] = count;
      });
    return configuration;
  }

  void set_packed(const PackedConfiguration& configuration) override {
    fixed_ = configuration;
    fixed_.sizes.clear();
    fixed_.objects.clear();
    fixed_.counts.clear();
    columns_ = IslandColumns(configuration, plan_->classes.size());
    u64 largest = least_;
    for (const u64 count : configuration.counts) largest = std::max(largest, count);
    if (largest <= 0xFF)
      hold<u8>(configuration);
    else if (largest <= 0xFFFF)
      hold<u16>(configuration);
    else if (largest <= 0xFFFFFFFFu)
      hold<u32>(configuration);
    else
      hold<u64>(configuration);
    at_once_ = 1;
  }

 private:
  template <class Count>
  using Matrices = std::array<std::vector<Count>, 2>;

  template <class Count>
  void hold(const PackedConfiguration& configuration) {
    const u64 stride = columns_.columns();
    std::vector<Count> matrix(plan_->objects() * stride);
    for (u64 i = 0, at = 0; i < configuration.labels.size(); ++i)
      for (const u64 end = at + configuration.sizes[i]; at < end; ++at)
        matrix[configuration.objects[at] * stride + columns_.column_of[i]] =
            static_cast<Count>(configuration.counts[at]);
    matrices_ = Matrices<Count>{matrix, matrix};  // objects that no rule touches are never written again
  }

  // Passes every count of an object that is not 0 to `take`, by column.
  template <class Take>
  void for_row(u32 object, const Take& take) const {
    std::visit(
        [&](const auto& matrices) {
          const auto* row = matrices[0].data() + object * columns_.columns();
          for (u64 column = 0; column < columns_.columns(); ++column)
            if (row[column] > 0) take(column, static_cast<u64>(row[column]));
        },
        matrices_);
  }

  template <class Count>
  IslandOutcome take_steps(Matrices<Count>& matrices, u32 steps) {
    const u64 parts = threads_->size();
    std::vector<IslandOutcome> outcomes(parts);
    threads_->for_ranges(parts, [&](u64 begin, u64 end) {
      for (u64 part = begin; part < end; ++part)
        for (const IslandGroup& group : groups_) outcomes[part].add(part_of(group, matrices, steps, part));
    });
    IslandOutcome combined;
    for (const IslandOutcome& outcome : outcomes) combined.add(outcome);
    return combined;
  }

  // The part of a group's islands and blocks of columns that a thread takes.
  template <class Count>
  IslandOutcome part_of(const IslandGroup& group, Matrices<Count>& matrices, u32 steps, u64 part) {
    const u64 columns = columns_.by_class[group.of], blocks = ceil_divide(columns, island_block);
    const u64 tasks = group.islands() * blocks, parts = threads_->size(), stride = columns_.columns();
    const u32 kinds = group.shape.objects;
    IslandStep<Count> step(modes_, group.shape);
    std::vector<const Count*> before(kinds);
    std::vector<Count*> after(kinds);
    IslandOutcome done;
    for (u64 task = tasks * part / parts; task < tasks * (part + 1) / parts; ++task) {
      const u64 island = task / blocks, offset = task % blocks * island_block;
      const u64 first = columns_.first_of[group.of] + offset;
      for (u32 k = 0; k < kinds; ++k) {
        const u64 row = group.objects[island * kinds + k] * stride + first;
        before[k] = matrices[0].data() + row;
        after[k] = matrices[1].data() + row;
      }
      done.add(step.take(before, after, std::min(island_block, columns - offset),
                         std::span(group.rules).subspan(island * group.shape.rules, group.shape.rules),
                         std::span(columns_.numbers).subspan(first), time_, steps));
      if (done.overflows) break;
    }
    return done;
  }

  void widen() {
    const PackedConfiguration configuration = packed();
    least_ = std::visit(
        [](const auto& matrices) {
          using Count = typename std::remove_cvref_t<decltype(matrices[0])>::value_type;
          return sizeof(Count) < 8 ? u64{std::numeric_limits<Count>::max()} + 1 : u64{0};
        },
        matrices_);
    if (least_ > 0) return set_packed(configuration);
    const auto lists = make_membrane_lists(plan_, modes_, threads_);
    lists->set_packed(configuration);
    lists->set_time(time_);
    lists->step(1);
    throw Overflow(fmt::format("step {} would make more objects than a 64-bit count can hold", time_ + 1));
  }

  std::shared_ptr<const Plan> plan_;
  std::vector<IslandGroup> groups_;
  Modes modes_;
  std::shared_ptr<ThreadPool> threads_;
  PackedConfiguration fixed_;  // everything except contents
  IslandColumns columns_;
  std::variant<Matrices<u8>, Matrices<u16>, Matrices<u32>, Matrices<u64>> matrices_;
  u64 least_ = 0;  // that counts must be able to hold
  u64 time_ = 0, applications_ = 0, at_once_ = 1;
};

}  // namespace

std::unique_ptr<MembraneEngine> make_membrane_threads(std::shared_ptr<const Plan> plan, const Modes& modes,
                                                      std::shared_ptr<ThreadPool> threads) {
  auto islands = islands_of(*plan);
  if (!islands || !is_dense(*plan)) return make_membrane_lists(std::move(plan), modes, std::move(threads));
  return std::make_unique<MembraneIslandThreads>(std::move(plan), std::move(*islands), modes,
                                                 std::move(threads));
}

}  // namespace morula::membrane
