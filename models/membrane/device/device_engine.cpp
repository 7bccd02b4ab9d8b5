// The engine on a device: see selection_kernels.h and shape_kernels.h. The host launches many steps at once
// and then reads a few words, which say how many steps were done and why the device stopped. The host helps
// when membranes divide or dissolve, when bids take more than two rounds, and when counts must be widened.
#include <fmt/format.h>

#include <algorithm>

#include "core/stream.h"
#include "models/membrane/device/device_state.h"
#include "models/membrane/device/island_engine.h"
#include "models/membrane/membrane_engine.h"

namespace morula::membrane {
namespace {

constexpr u64 most_steps_at_once = 64, rounds_on_device = 2;

class MembraneDevice final : public MembraneEngine {
 public:
  MembraneDevice(std::shared_ptr<const Plan> plan, const Modes& modes, std::shared_ptr<gpu::Device> device,
                 std::shared_ptr<ThreadPool> threads)
      : plan_(std::move(plan)),
        modes_(modes),
        threads_(std::move(threads)),
        rule_key_(stream(modes.seed, Purpose::MembraneRule)),
        bid_key_(stream(modes.seed, Purpose::MembraneBid)),
        state_(*plan_, std::move(device)) {
    MembraneDevice::set_packed(membrane::packed(initial_configuration(plan_->system), plan_->objects()));
  }

  u64 step(u64 at_most) override {
    u64 done = 0;
    while (done < at_most) {
      const u64 requested = std::min(at_most - done, at_once_);
      const StopReason reason = take_steps(requested, done);
      if (reason == HasHalted) break;
      if (reason == GoesOn) continue;
      if (reason == Unserved) serve_patiently();
      finish_step();
      ++done;
    }
    return done;
  }
  u64 time() const override { return time_; }
  void set_time(u64 time) override { time_ = time; }
  u64 applications() const override { return applications_; }
  void set_applications(u64 applications) override { applications_ = applications; }
  u64 membranes() const override { return state_.tree.membranes; }

  std::vector<u64> membranes_by_class() override {
    const BufferPointer numbers = launcher().zeros(plan_->classes.size() * sizeof(u32));
    launcher().launch("count_classes", tree().membranes,
                      {tree().classes.get(), numbers.get(), tree().membranes});
    const auto counted = launcher().download<u32>(*numbers, plan_->classes.size());
    return {counted.begin(), counted.end()};
  }

  std::vector<u64> totals(std::span<const u32> asked) override {
    constexpr u64 most_parts = 64;
    const u64 parts = std::min(launcher().groups_of(tree().membranes), most_parts);
    const std::vector<u64> outside = environment();
    std::vector<u64> sums;
    for (u64 first = 0; first < asked.size(); first += most_along_axis) {
      const auto objects_now = asked.subspan(first, std::min(most_along_axis, asked.size() - first));
      const BufferPointer objects =
          launcher().upload(std::vector<u32>(objects_now.begin(), objects_now.end()));
      const BufferPointer found = launcher().zeros(objects_now.size() * parts * sizeof(u64));
      launcher().launch_groups("count_objects", parts,
                               {objects.get(), now().contents.get(), tree().stride, now().wide.get(),
                                tree().slot_of.get(), found.get(), tree().membranes, tree().slots},
                               objects_now.size());
      const auto parts_found = launcher().download<u64>(*found, objects_now.size() * parts);
      for (u64 i = 0; i < objects_now.size(); ++i) {
        sums.push_back(outside[objects_now[i]]);
        for (u64 part = 0; part < parts; ++part) sums.back() += parts_found[i * parts + part];
      }
    }
    return sums;
  }
  std::vector<u64> environment() override {
    return launcher().download<u64>(*now().environment, plan_->objects());
  }

  PackedConfiguration packed() override { return read_configuration(state_); }
  void set_packed(const PackedConfiguration& configuration) override {
    const u32 bytes = std::max(least_bytes_, bytes_needed(configuration));
    if (bytes != state_.bytes || !built_) {
      state_.bytes = bytes;
      launcher().build(state_.tables.source(modes_, bytes));
      built_ = true;
    }
    write_configuration(state_, configuration);
    at_once_ = 1;
  }

  Hash hash() override {
    const u32 n = tree().membranes;
    launcher().launch("hash_membranes", n,
                      {tree().classes.get(), tree().parents.get(), tree().slot_of.get(), now().contents.get(),
                       tree().stride, now().wide.get(), now().rows.get(), state_.room.parts.get(), n});
    u64 sum = 0;
    for (const u64 part : launcher().download<u64>(*state_.room.parts, launcher().groups_of(n))) sum += part;
    const std::vector<u64> outside = environment();
    for (u32 object = 0; object < plan_->objects(); ++object)
      if (outside[object] > 0) sum += hash_term(environment_field, object, outside[object]);
    return {sum};
  }

 private:
  DeviceLauncher& launcher() { return state_.launcher; }
  DeviceTree& tree() { return state_.tree; }
  DeviceSide& now() { return state_.now(); }
  DeviceSide& after() { return state_.next(); }
  gpu::Buffer* words() { return state_.words.get(); }
  gpu::Buffer* counts() { return state_.counts.get(); }
  gpu::Buffer* status() { return state_.status.get(); }

  // Launches `wanted` steps without reading anything in between, and adds the number of steps done to `done`.
  // If the device stops early, the selection of the next step is in the other side.
  StopReason take_steps(u64 requested, u64& done) {
    state_.clear_status();
    for (u64 i = 0; i < requested; ++i) {
      launch_step(time_ + i, rounds_on_device);
      state_.current = 1 - state_.current;
    }
    const std::vector<u32> status_words = state_.read_status();
    const u64 steps = status_words[StepsDone];
    if ((requested - steps) % 2 == 1) state_.current = 1 - state_.current;
    add_applications(status_words[Applied] | u64{status_words[Applied + 1]} << 32);
    applied_now_ = status_words[AppliedNow] | u64{status_words[AppliedNow + 1]} << 32;
    overflowed_ = status_words[Stop] == HasOverflowed;
    reshapes_ = status_words[Reshapes] != 0;
    time_ += steps;
    done += steps;
    at_once_ = std::clamp<u64>(2 * steps, 1, most_steps_at_once);
    return static_cast<StopReason>(status_words[Stop]);
  }

  void add_applications(u64 count) {
    if (__builtin_add_overflow(applications_, count, &applications_)) applications_ = ~u64{0};
  }

  // Finishes the step that the device could not finish by itself.
  void finish_step() {
    while (overflowed_ || (reshapes_ && !reshape(state_, time_ + 1))) {
      widen();
      serve_patiently();
    }
    if (!reshapes_) keep_shape();
    add_applications(applied_now_);
    ++time_;
  }

  void keep_shape() {
    state_.clear_status();
    launch_charges();
    state_.current = 1 - state_.current;
  }

  // Repeats a step with as many rounds of bids as it needs, without changing charges or the tree.
  void serve_patiently() {
    state_.clear_status();
    launch_step(time_, 0);
    const std::vector<u32> status_words = state_.read_status();
    overflowed_ = status_words[Overflows] != 0;
    reshapes_ = status_words[Reshapes] != 0;
    applied_now_ = status_words[AppliedNow] | u64{status_words[AppliedNow + 1]} << 32;
  }

  // If `rounds` is 0, the host repeats bids until none loses, and charges are left as they are.
  void launch_step(u64 time, u64 rounds) {
    const u32 n = tree().membranes, slots = tree().slots;
    const u64 objects = state_.objects(), rows = slots * objects;
    DeviceRoom& room = state_.room;
    const u64 items =
        std::max({rows, u64{slots} * state_.tables.sendable, u64{slots} * state_.tables.outs, objects});
    const u64 row_words = tree().stride * state_.bytes / sizeof(u64);
    launcher().launch("clear_rows", row_words,
                      {status(), after().contents.get(), after().rows.get(), row_words}, rows_side_by_side);
    launcher().launch("begin_step", items,
                      {status(), now().wide.get(), after().wide.get(), room.made.get(), room.bidders.get(),
                       room.outs.get(), room.applied.get(), now().environment.get(),
                       after().environment.get(), after().present.get(), slots});
    launcher().launch("own_narrow", n,
                      {words(), counts(), tree().classes.get(), tree().slot_of.get(), room.chosen.get(),
                       now().contents.get(), after().contents.get(), room.times.get(), now().rows.get(),
                       after().present.get(), room.parts.get(), status(), n, tree().stride, rule_key_.x,
                       rule_key_.y, time});
    for (u32 level = tree().levels; level-- > 0;) {
      if (modes_.random) serve(level, 1, time, rounds);
      launcher().launch_groups(
          "own_wide", slots,
          {words(), counts(), tree().classes.get(), tree().outer.get(), tree().level_of.get(),
           room.chosen.get(), after().wide.get(), room.made.get(), room.wide_times.get(), room.applied.get(),
           status(), level, rule_key_.x, rule_key_.y, time});
      serve(level, 0, time, rounds);
    }
    launcher().launch("skin_exchange", 1,
                      {words(), counts(), tree().classes.get(), tree().slot_of.get(), room.chosen.get(),
                       after().environment.get(), after().contents.get(), after().present.get(),
                       room.made.get(), status(), tree().stride, rule_key_.x, rule_key_.y, time});
    launcher().launch("tally", n,
                      {words(), counts(), tree().parents.get(), tree().slot_of.get(), room.chosen.get(),
                       room.outs.get(), after().present.get(), room.parts.get(), status(), n});
    if (rows > 0)
      launcher().launch(
          "gather_outs", rows,
          {words(), counts(), room.outs.get(), after().wide.get(), room.made.get(), status(), rows});
    launcher().launch_groups("list_rows", 1, {status(), after().present.get(), after().rows.get()});
    launcher().launch_groups(
        "judge", 1, {room.parts.get(), room.applied.get(), status(), launcher().groups_of(n), slots});
    if (rounds > 0) launch_charges();
  }

  void launch_charges() {
    launcher().launch(
        "change_charges", tree().membranes,
        {words(), counts(), status(), tree().classes.get(), state_.room.chosen.get(), tree().membranes});
  }

  // Serves bids for what the membranes of a level have left: this many rounds or, if `rounds` is 0, until no
  // bid loses.
  void serve(u32 level, u32 before_own, u64 time, u64 rounds) {
    if (!state_.tables.any_send_in) return;
    for (u32 round = 0; rounds == 0 || round < rounds; ++round) {
      launch_round(level, before_own, time, rounds == 0 ? 0 : round);
      if (rounds > 0) continue;
      std::vector<u32> status_words = state_.read_status();
      if (status_words[Losers] == 0) return;
      status_words[Losers] = 0;
      launcher().device().write(*state_.status, 0, std::as_bytes(std::span(status_words)));
    }
  }

  void launch_round(u32 level, u32 before_own, u64 time, u32 round) {
    const u32 n = tree().membranes, slots = tree().slots;
    const u64 settled = u64{slots} * state_.tables.sendable;
    DeviceRoom& room = state_.room;
    launcher().launch("bid_choose", n,
                      {words(),
                       counts(),
                       tree().classes.get(),
                       tree().parents.get(),
                       tree().slot_of.get(),
                       tree().level_of.get(),
                       room.chosen.get(),
                       room.bids.get(),
                       room.bidders.get(),
                       after().wide.get(),
                       status(),
                       round,
                       n,
                       level,
                       before_own,
                       rule_key_.x,
                       rule_key_.y,
                       bid_key_.x,
                       bid_key_.y,
                       time});
    launcher().launch_groups(
        "bid_limit", slots,
        {words(), counts(), room.bids.get(), room.bidders.get(), tree().firsts.get(), tree().children.get(),
         after().wide.get(), room.limits.get(), status(), round, bid_key_.x, bid_key_.y, time});
    launcher().launch("bid_grant", n,
                      {words(), counts(), tree().parents.get(), tree().slot_of.get(), room.chosen.get(),
                       room.bids.get(), room.bidders.get(), room.limits.get(), after().wide.get(),
                       after().contents.get(), after().present.get(), room.made.get(), status(), round, n,
                       tree().stride, bid_key_.x, bid_key_.y, time});
    launcher().launch("bid_settle", settled,
                      {words(), room.bidders.get(), after().wide.get(), status(), settled});
  }

  // Prepares to repeat the step with wider counts. If counts already have 64 bits, the host repeats the step
  // to say what overflows.
  void widen() {
    const PackedConfiguration configuration = packed();
    if (state_.bytes < 8) {
      least_bytes_ = state_.bytes * 2;
      return set_packed(configuration);
    }
    const auto host = make_membrane_lists(plan_, modes_, threads_);
    host->set_packed(configuration);
    host->set_time(time_);
    host->step(1);
    throw Overflow(fmt::format("step {} would make more objects than a 64-bit count can hold", time_ + 1));
  }

  std::shared_ptr<const Plan> plan_;
  Modes modes_;
  std::shared_ptr<ThreadPool> threads_;
  u32x2 rule_key_, bid_key_;
  u64 time_ = 0, applications_ = 0;
  u32 least_bytes_ = 1;
  bool built_ = false;
  DeviceState state_;
  u64 at_once_ = 1;  // steps to launch at once: twice as many as were done the last time
  // Properties of the step that stopped.
  u64 applied_now_ = 0;
  bool overflowed_ = false, reshapes_ = false;
};

}  // namespace

std::unique_ptr<MembraneEngine> make_membrane_device(std::shared_ptr<const Plan> plan, const Modes& modes,
                                                     std::shared_ptr<gpu::Device> device,
                                                     std::shared_ptr<ThreadPool> threads) {
  if (auto islands = islands_of(*plan))
    return make_membrane_islands(std::move(plan), *islands, modes, std::move(device), std::move(threads));
  return std::make_unique<MembraneDevice>(std::move(plan), modes, std::move(device), std::move(threads));
}

}  // namespace morula::membrane
