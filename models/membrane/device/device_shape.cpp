// Divisions and dissolutions on a device: see shape_kernels.h.
#include <fmt/format.h>

#include "models/membrane/device/device_state.h"
#include "models/membrane/membrane_engine.h"

namespace morula::membrane {
namespace {

constexpr u32 most_levels = 65536;
constexpr u64 most_on_device = 0xFFFFFFFEu;

class Reshaper {
 public:
  Reshaper(DeviceState& state, u64 step) : state_(state), launcher_(state.launcher), step_(step) {}

  bool reshape() {
    const u32 n = tree().membranes;
    const BufferPointer stay = zeros(n * sizeof(u64)), more = zeros(n * sizeof(u64));
    launch(
        "count_images", n,
        {words(), counts(), tree().parents.get(), chosen(), stay.get(), more.get(), state_.status.get(), n});
    if (state_.read_status()[Overflows] == 2)
      throw Overflow(fmt::format("step {} would make more than {} membranes", step_, most_on_device));
    const u64 staying = scan(*stay, n), membranes = staying + scan(*more, n);
    refuse_too_many(membranes);
    if (staying < n) release();
    DeviceTree next;
    next.membranes = static_cast<u32>(membranes);
    next.stride = DeviceState::stride_for(membranes);
    next.classes = zeros(membranes * sizeof(u32));
    next.parents = zeros(membranes * sizeof(u32));
    const BufferPointer origins = zeros(membranes * sizeof(u32)), second = zeros(membranes * sizeof(u32));
    launch("place_images", membranes,
           {words(), counts(), tree().classes.get(), tree().parents.get(), chosen(), stay.get(), more.get(),
            next.classes.get(), next.parents.get(), origins.get(), second.get(), n, staying, membranes});
    link(next);
    return !released_too_much_ && fill(std::move(next), *origins, *second);
  }

 private:
  DeviceTree& tree() { return state_.tree; }
  DeviceSide& after() { return state_.next(); }
  gpu::Buffer* words() { return state_.words.get(); }
  gpu::Buffer* counts() { return state_.counts.get(); }
  gpu::Buffer* chosen() { return state_.room.chosen.get(); }
  BufferPointer zeros(u64 bytes) { return launcher_.zeros(bytes); }
  void launch(const std::string& name, u64 items, const Arguments& arguments, u64 second_axis = 1) {
    launcher_.launch(name, items, arguments, second_axis);
  }

  // Replaces the numbers by their exclusive prefix sums and returns the sum of all.
  u64 scan(gpu::Buffer& numbers, u64 n) {
    const BufferPointer sums = zeros(launcher_.groups_of(n) * sizeof(u64));
    launch("scan_groups", n, {&numbers, sums.get(), n});
    launch("scan_sums", 1, {sums.get(), state_.total.get(), launcher_.groups_of(n)});
    launch("scan_add", n, {&numbers, sums.get(), n});
    return launcher_.download<u64>(*state_.total, 1)[0];
  }

  // The old matrices are kept until the first new one is filled, and are freed before the second is
  // allocated.
  void refuse_too_many(u64 membranes) {
    gpu::Device& device = launcher_.device();
    if (membranes > most_on_device)
      throw Overflow(fmt::format("step {} would make more than {} membranes", step_, most_on_device));
    const u64 matrix = state_.matrix_bytes(membranes), lists = membranes * 80;
    const u64 old = 2 * state_.matrix_bytes(tree().membranes);
    const u64 times = u64{state_.tables.most_asked} * DeviceState::stride_for(membranes) * state_.bytes;
    const u64 in_the_end = 2 * matrix + times;
    const u64 needed = std::max(matrix, in_the_end - std::min(in_the_end, old)) + lists;
    refuse_membranes(step_, membranes, needed, device.free_memory(), "more memory on " + device.info().name);
    refuse_membranes(step_, membranes, matrix, device.info().max_buffer,
                     "of memory in one piece on " + device.info().name);
  }

  bool fill(DeviceTree next, gpu::Buffer& origins, gpu::Buffer& second) {
    const u64 rows = u64{next.slots} * state_.objects(), old_rows = u64{tree().slots} * state_.objects();
    BufferPointer narrow = zeros(state_.matrix_bytes(next.membranes)), wide = zeros(rows * sizeof(u64));
    launch("note_wide", old_rows, {after().wide.get(), after().present.get(), old_rows});
    state_.clear_status();
    launcher_.launch_groups("list_rows", 1, {state_.status.get(), after().present.get(), after().rows.get()});
    launch("fill_narrow", next.membranes,
           {words(), counts(), tree().slot_of.get(), chosen(), after().contents.get(), tree().stride,
            after().wide.get(), &origins, &second, next.slot_of.get(), narrow.get(), next.stride,
            after().rows.get(), state_.status.get(), next.membranes},
           rows_side_by_side);
    launch("fill_wide", rows,
           {words(), counts(), tree().slot_of.get(), chosen(), after().contents.get(), tree().stride,
            after().wide.get(), &origins, &second, next.outer.get(), wide.get(), state_.status.get(), rows});
    if (state_.read_status()[Overflows]) return false;
    state_.current = 1 - state_.current;
    tree() = std::move(next);
    for (DeviceSide& side : state_.sides) side.release();
    state_.now().contents = std::move(narrow);
    state_.now().wide = std::move(wide);
    state_.make_room();
    state_.next().contents = zeros(state_.matrix_bytes(tree().membranes));
    state_.next().wide = zeros(rows * sizeof(u64));
    launcher_.device().fill(*state_.next().rows, std::byte{0});
    return true;
  }

  // Computes slots, levels and children of a tree whose parents are known.
  void link(DeviceTree& next) {
    const u32 n = next.membranes;
    const BufferPointer flags = zeros(n * sizeof(u64)), places = zeros(n * sizeof(u64));
    const BufferPointer deepest = zeros(most_levels * sizeof(u32));
    launch("mark_outer", n, {next.parents.get(), flags.get(), n});
    launcher_.device().copy(*flags, *places);
    next.slots = static_cast<u32>(scan(*places, n));
    next.slot_of = zeros(n * sizeof(u32));
    next.level_of = zeros(n * sizeof(u32));
    next.outer = zeros(next.slots * sizeof(u32));
    launch("make_slots", n,
           {places.get(), flags.get(), next.parents.get(), next.slot_of.get(), next.outer.get(),
            next.level_of.get(), deepest.get(), n});
    const std::vector<u32> reached = launcher_.download<u32>(*deepest, most_levels);
    if (reached.back()) throw Overflow("membranes are nested more deeply than the device can serve");
    for (u32 level = 0; level < most_levels; ++level)
      if (reached[level]) next.levels = level + 1;
    const BufferPointer numbers = zeros(next.slots * sizeof(u32));
    launch("count_children", n, {next.parents.get(), next.slot_of.get(), numbers.get(), n});
    next.firsts = prefix_sums(*numbers, next.slots);
    next.children = zeros(n * sizeof(u32));
    launch(
        "list_children", n,
        {next.parents.get(), next.slot_of.get(), next.firsts.get(), numbers.get(), next.children.get(), n});
  }

  BufferPointer prefix_sums(const gpu::Buffer& numbers, u32 number) {
    std::vector<u32> firsts = {0};
    for (const u32 children : launcher_.download<u32>(numbers, number))
      firsts.push_back(firsts.back() + children);
    return launcher_.upload(firsts);
  }

  // Membranes that dissolve leave their contents to the nearest ancestor that survives.
  void release() {
    const u32 n = tree().membranes;
    const u64 rows = u64{tree().slots} * state_.objects();
    const BufferPointer numbers = zeros(tree().slots * sizeof(u32)), gone = zeros(n * sizeof(u32));
    launch("count_gone", n,
           {words(), counts(), tree().parents.get(), tree().slot_of.get(), chosen(), numbers.get(), n});
    const BufferPointer firsts = prefix_sums(*numbers, tree().slots);
    launch("list_gone", n,
           {words(), counts(), tree().parents.get(), tree().slot_of.get(), chosen(), firsts.get(),
            numbers.get(), gone.get(), n});
    BufferPointer released = zeros(rows * sizeof(u64));
    state_.clear_status();
    launch("release", rows,
           {words(), counts(), tree().slot_of.get(), tree().outer.get(), chosen(), firsts.get(), gone.get(),
            after().contents.get(), tree().stride, after().wide.get(), released.get(), state_.status.get(),
            rows});
    if (state_.read_status()[Overflows]) released_too_much_ = true;
    after().wide = std::move(released);
  }

  DeviceState& state_;
  DeviceLauncher& launcher_;
  u64 step_;
  bool released_too_much_ = false;
};

}  // namespace

bool reshape(DeviceState& state, u64 step) { return Reshaper(state, step).reshape(); }

}  // namespace morula::membrane
