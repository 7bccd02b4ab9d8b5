// The engine of systems whose objects react in islands. The contents are a matrix objects × membranes with
// counts of 8 to 64 bits. A launch takes several steps, from one matrix to the other. If a count overflows,
// these steps are repeated, fewer at a time, and the one that overflows with wider counts.
#include "models/membrane/device/island_engine.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <numeric>

#include "core/stream.h"
#include "models/membrane/device/device_launcher.h"
#include "models/membrane/device/device_state.h"

namespace morula::membrane {
namespace {

constexpr u32 most_island_steps = 1024, most_parts = 64;
constexpr u64 most_widening = 1u << 20;  // work-items
// Must agree with island_kernels.h.
enum IslandWord : u32 {
  IslandOverflows,
  IslandSaturates,
  IslandParts = 32,
  IslandApplied = 32,
  IslandLast = 96
};
constexpr u32 island_words = IslandLast + most_island_steps + 1;

class MembraneIslands final : public MembraneEngine {
 public:
  MembraneIslands(std::shared_ptr<const Plan> plan, std::vector<IslandGroup> groups, const Modes& modes,
                  std::shared_ptr<gpu::Device> device, std::shared_ptr<ThreadPool> threads)
      : plan_(std::move(plan)),
        groups_(std::move(groups)),
        modes_(modes),
        device_(std::move(device)),
        threads_(std::move(threads)),
        memory_(device_, membrane_group),
        key_(stream(modes.seed, Purpose::MembraneRule)),
        status_(memory_.zeros(island_words * sizeof(u32))) {
    for (const IslandGroup& group : groups_) {
      objects_.push_back(memory_.upload(group.objects));
      rules_.push_back(memory_.upload(group.rules));
    }
    MembraneIslands::set_packed(membrane::packed(initial_configuration(plan_->system), plan_->objects()));
  }

  u64 step(u64 at_most) override {
    u64 done = 0;
    while (done < at_most) {
      const u32 requested = static_cast<u32>(std::min<u64>(at_most - done, at_once_));
      launch_steps(requested);
      const std::vector<u32> status_words = memory_.download<u32>(*status_, island_words);
      if (status_words[IslandOverflows]) {
        if (requested == 1) widen();
        at_once_ = std::max(requested / 2, 1u);
        continue;
      }
      const u32 steps = last_step(status_words);
      add_applications(status_words);
      current_ = 1 - current_;
      time_ += steps;
      done += steps;
      at_once_ = std::min(requested * 2, most_island_steps);
      if (steps < requested) break;
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

  std::vector<u64> totals(std::span<const u32> asked) override {
    const u64 parts = std::min<u64>(memory_.groups_of(stride()), most_parts);
    std::vector<u64> sums;
    for (u64 first = 0; first < asked.size(); first += most_along_axis) {
      const auto objects_now = asked.subspan(first, std::min<u64>(most_along_axis, asked.size() - first));
      const BufferPointer objects = memory_.upload(std::vector<u32>(objects_now.begin(), objects_now.end()));
      const BufferPointer found = memory_.zeros(objects_now.size() * parts * sizeof(u64));
      measuring_->launch_groups("count_columns", parts,
                                {objects.get(), contents_[current_].get(), found.get(), stride(), stride()},
                                objects_now.size());
      const auto parts_found = memory_.download<u64>(*found, objects_now.size() * parts);
      for (u64 i = 0; i < objects_now.size(); ++i)
        sums.push_back(std::accumulate(parts_found.begin() + static_cast<std::ptrdiff_t>(i * parts),
                                       parts_found.begin() + static_cast<std::ptrdiff_t>((i + 1) * parts),
                                       fixed_.environment[objects_now[i]]));
    }
    return sums;
  }

  Hash hash() override {
    const u64 groups = memory_.groups_of(stride()), axis = std::min<u64>(std::max(plan_->objects(), 1u), 256);
    const BufferPointer parts = memory_.zeros(groups * axis * sizeof(u64));
    measuring_->launch_groups(
        "hash_columns", groups,
        {contents_[current_].get(), numbers_.get(), parts.get(), stride(), stride(), plan_->objects()}, axis);
    u64 sum = columns_.fixed_hash;
    for (const u64 part : memory_.download<u64>(*parts, groups * axis)) sum += part;
    return {sum};
  }

  PackedConfiguration packed() override {
    PackedConfiguration configuration = fixed_;
    const u64 n = configuration.labels.size();
    std::vector<std::byte> row(stride() * bytes_);
    const auto for_entries = [&](const auto& take) {
      for (u32 object = 0; object < plan_->objects(); ++object) {
        device_->read(*contents_[current_], object * stride() * bytes_, row);
        for (u64 i = 0; i < n; ++i) {
          u64 held = 0;
          std::memcpy(&held, row.data() + u64{columns_.column_of[i]} * bytes_, bytes_);
          if (held > 0) take(i, object, held);
        }
      }
    };
    configuration.sizes.assign(n, 0);
    for_entries([&](u64 i, u32, u64) { ++configuration.sizes[i]; });
    std::vector<u64> places(n + 1);
    for (u64 i = 0; i < n; ++i) places[i + 1] = places[i] + configuration.sizes[i];
    configuration.objects.resize(places[n]);
    configuration.counts.resize(places[n]);
    for_entries([&](u64 i, u32 object, u64 held) {
      configuration.objects[places[i]] = object;
      configuration.counts[places[i]++] = held;
    });
    return configuration;
  }

  void set_packed(const PackedConfiguration& configuration) override {
    fixed_ = configuration;
    for (auto* list : {&fixed_.sizes, &fixed_.objects}) list->clear();
    fixed_.counts.clear();
    build(std::max(least_bytes_, bytes_needed(configuration)));
    columns_ = IslandColumns(configuration, plan_->classes.size());
    numbers_ = memory_.upload(columns_.numbers);
    write_contents(configuration);
    at_once_ = 1;
  }

 private:
  u64 stride() const { return columns_.columns(); }

  void build(u32 bytes) {
    if (bytes == bytes_) return;
    bytes_ = bytes;
    programs_.clear();
    program_of_.clear();
    std::vector<const IslandShape*> shapes;
    for (const IslandGroup& group : groups_) {
      const auto same =
          std::ranges::find_if(shapes, [&](const auto* shape) { return *shape == group.shape; });
      program_of_.push_back(static_cast<std::size_t>(same - shapes.begin()));
      if (same != shapes.end()) continue;
      shapes.push_back(&group.shape);
      add_program(group.shape);
    }
    if (programs_.empty()) add_program({1, 1, {1}, {1}});  // a program is needed for its measuring kernels
    measuring_ = programs_.front().get();
  }
  void add_program(const IslandShape& shape) {
    programs_.push_back(std::make_unique<DeviceLauncher>(device_, membrane_group));
    programs_.back()->build(island_source(shape, modes_, bytes_));
  }

  void write_contents(const PackedConfiguration& configuration) {
    const u64 bytes = std::max<u64>(plan_->objects(), 1) * stride() * bytes_;
    std::vector<std::byte> matrix(bytes);
    for (u64 i = 0, at = 0; i < configuration.labels.size(); ++i)
      for (const u64 end = at + configuration.sizes[i]; at < end; ++at)
        std::memcpy(matrix.data() + (configuration.objects[at] * stride() + columns_.column_of[i]) * bytes_,
                    &configuration.counts[at], bytes_);
    for (BufferPointer& side : contents_) side = nullptr;
    for (BufferPointer& side : contents_) {  // objects that no rule touches are never written again
      side = device_->allocate(bytes);
      device_->write(*side, 0, matrix);
    }
    current_ = 0;
  }

  void launch_steps(u32 steps) {
    device_->fill(*status_, std::byte{0});
    for (std::size_t i = 0; i < groups_.size(); ++i) {
      const IslandGroup& group = groups_[i];
      const u64 columns = columns_.by_class[group.of];
      if (columns == 0) continue;
      programs_[program_of_[i]]->launch(
          "step_islands", columns,
          {contents_[current_].get(), contents_[1 - current_].get(), objects_[i].get(), rules_[i].get(),
           numbers_.get(), status_.get(), columns_.first_of[group.of], static_cast<u32>(columns), stride(),
           group.islands(), steps, key_.x, key_.y, time_},
          std::min<u64>(group.islands(), most_along_axis));
    }
  }

  static u32 last_step(const std::vector<u32>& status_words) {
    for (u32 step = most_island_steps; step > 0; --step)
      if (status_words[IslandLast + step]) return step;
    return 0;
  }

  void add_applications(const std::vector<u32>& status_words) {
    bool too_many = status_words[IslandSaturates] != 0;
    for (u32 part = 0; part < IslandParts; ++part) {
      const u32* words = status_words.data() + IslandApplied + 2 * part;
      too_many |= __builtin_add_overflow(applications_, words[0] | u64{words[1]} << 32, &applications_);
    }
    if (too_many) applications_ = ~u64{0};
  }

  void widen() {
    if (bytes_ == 8) throw_overflow();
    const u64 number = std::max<u64>(plan_->objects(), 1) * stride();
    contents_[1 - current_] = nullptr;
    std::array<BufferPointer, 2> wide;
    for (BufferPointer& side : wide) side = device_->allocate(number * bytes_ * 2);
    least_bytes_ = bytes_ * 2;
    build(least_bytes_);
    for (BufferPointer& side : wide)  // objects that no rule touches are never written again
      measuring_->launch("widen_counts", std::min(number, most_widening),
                         {contents_[current_].get(), side.get(), number});
    device_->finish();
    contents_ = std::move(wide);
  }

  [[noreturn]] void throw_overflow() {
    const PackedConfiguration configuration = packed();
    const auto host = make_membrane_lists(plan_, modes_, threads_);
    host->set_packed(configuration);
    host->set_time(time_);
    host->step(1);
    throw Overflow(fmt::format("step {} would make more objects than a 64-bit count can hold", time_ + 1));
  }

  std::shared_ptr<const Plan> plan_;
  std::vector<IslandGroup> groups_;
  Modes modes_;
  std::shared_ptr<gpu::Device> device_;
  std::shared_ptr<ThreadPool> threads_;
  DeviceLauncher memory_;
  u32x2 key_;
  BufferPointer status_;
  std::vector<BufferPointer> objects_, rules_;             // for each group
  std::vector<std::unique_ptr<DeviceLauncher>> programs_;  // for each shape
  std::vector<std::size_t> program_of_;                    // for each group
  DeviceLauncher* measuring_ = nullptr;
  u32 bytes_ = 0, least_bytes_ = 1;
  PackedConfiguration fixed_;  // everything except contents, which never changes
  IslandColumns columns_;
  BufferPointer numbers_;  // the number of the membrane in each column
  std::array<BufferPointer, 2> contents_;
  u32 current_ = 0;
  u64 time_ = 0, applications_ = 0;
  u32 at_once_ = 1;
};

}  // namespace

std::unique_ptr<MembraneEngine> make_membrane_islands(std::shared_ptr<const Plan> plan,
                                                      std::vector<IslandGroup> groups, const Modes& modes,
                                                      std::shared_ptr<gpu::Device> device,
                                                      std::shared_ptr<ThreadPool> threads) {
  return std::make_unique<MembraneIslands>(std::move(plan), std::move(groups), modes, std::move(device),
                                           std::move(threads));
}

}  // namespace morula::membrane
