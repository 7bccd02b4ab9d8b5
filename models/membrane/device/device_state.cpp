#include "models/membrane/device/device_state.h"

#include <algorithm>
#include <cstring>

namespace morula::membrane {

HostTree::HostTree(const PackedConfiguration& configuration) : parents(configuration.parents) {
  const u32 n = static_cast<u32>(configuration.labels.size());
  std::vector<u32> numbers(n);
  slot_of.assign(n, no_slot);
  level_of.assign(n, 0);
  for (u32 i = 0; i < n; ++i) {
    classes.push_back(class_of(configuration.labels[i], configuration.charges[i]));
    if (i == 0) continue;
    ++numbers[parents[i]];
    level_of[i] = level_of[parents[i]] + 1;
  }
  firsts.push_back(0);
  for (u32 i = 0; i < n; ++i) {
    if (numbers[i] == 0) continue;
    slot_of[i] = static_cast<u32>(outer.size());
    outer.push_back(i);
    firsts.push_back(firsts.back() + numbers[i]);
    levels = std::max(levels, level_of[i] + 1);
  }
  children.resize(n);
  std::vector<u32> next(firsts.begin(), firsts.end());
  for (u32 i = 1; i < n; ++i) children[next[slot_of[parents[i]]]++] = i;
}

DeviceState::DeviceState(const Plan& plan, std::shared_ptr<gpu::Device> device)
    : tables(plan),
      launcher(std::move(device), membrane_group),
      words(launcher.upload(tables.words)),
      counts(launcher.upload(tables.counts)),
      status(launcher.zeros(StatusWords * sizeof(u32))),
      total(launcher.zeros(sizeof(u64))),
      objects_(plan.objects()) {
  for (DeviceSide& side : sides) {
    side.environment = launcher.zeros(objects_ * sizeof(u64));
    side.present = launcher.zeros(objects_ * sizeof(u32));
    side.rows = launcher.zeros((objects_ + 1) * sizeof(u32));
  }
}

void DeviceState::make_room() {
  const u64 n = tree.membranes, slots = tree.slots;
  room = {};  // frees the old buffers before new ones are allocated
  room.made = launcher.zeros(slots * objects_ * sizeof(u64));
  room.times = launcher.zeros(u64{tables.most_asked} * tree.stride * bytes);
  room.wide_times = launcher.zeros(u64{tables.most_asked} * slots * sizeof(u64));
  room.chosen = launcher.zeros(n * sizeof(u32));
  room.bids = launcher.zeros(n * sizeof(u32));
  room.bidders = launcher.zeros(slots * tables.sendable * sizeof(u32));
  room.limits = launcher.zeros(slots * tables.sendable * 3 * sizeof(u32));
  room.outs = launcher.zeros(slots * tables.outs * sizeof(u32));
  room.applied = launcher.zeros(slots * sizeof(u64));
  room.parts = launcher.zeros(launcher.groups_of(n) * sizeof(u64));
}

namespace {

// The rows of a matrix that may hold something, in ascending order.
std::vector<u32> rows_of(DeviceState& state) {
  std::vector<u32> listed = state.launcher.download<u32>(*state.now().rows, state.objects() + 1);
  std::vector<u32> rows(listed.begin() + 1, listed.begin() + 1 + listed[0]);
  std::ranges::sort(rows);
  return rows;
}

u64 count_at(const std::vector<std::byte>& row, u64 at, u32 bytes) {
  u64 held = 0;
  std::memcpy(&held, row.data() + at * bytes, bytes);
  return held;
}

}  // namespace

// Reads the matrix row by row, twice: first how much each membrane holds, then what. The matrix may be larger
// than the host's memory.
PackedConfiguration read_configuration(DeviceState& state) {
  DeviceLauncher& launcher = state.launcher;
  const u64 n = state.tree.membranes, objects = state.objects();
  PackedConfiguration configuration;
  const auto classes = launcher.download<u32>(*state.tree.classes, n);
  const auto slots = launcher.download<u32>(*state.tree.slot_of, n);
  const auto outer = launcher.download<u32>(*state.tree.outer, state.tree.slots);
  const auto wide = launcher.download<u64>(*state.now().wide, u64{state.tree.slots} * objects);
  configuration.parents = launcher.download<u32>(*state.tree.parents, n);
  configuration.environment = launcher.download<u64>(*state.now().environment, objects);
  for (const u32 of : classes) {
    configuration.labels.push_back(of / charges);
    configuration.charges.push_back(static_cast<u8>(of % charges));
  }
  const std::vector<u32> rows = rows_of(state);
  std::vector<std::byte> row(n * state.bytes);
  const auto for_entries = [&](const auto& take) {
    for (const u32 object : rows) {
      launcher.device().read(*state.now().contents, object * state.tree.stride * state.bytes, row);
      for (u64 i = 0; i < n; ++i)
        if (const u64 held = count_at(row, i, state.bytes); held > 0 && slots[i] == no_slot)
          take(i, object, held);
    }
    for (u64 slot = 0; slot < outer.size(); ++slot)
      for (u32 object = 0; object < objects; ++object)
        if (const u64 held = wide[slot * objects + object]; held > 0) take(outer[slot], object, held);
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

u32 bytes_needed(const PackedConfiguration& configuration) {
  u64 largest = 0;
  for (const u64 count : configuration.counts) largest = std::max(largest, count);
  return largest <= 0xFF ? 1 : largest <= 0xFFFF ? 2 : largest <= 0xFFFFFFFFu ? 4 : 8;
}

namespace {

void write_tree(DeviceState& state, const HostTree& host) {
  DeviceLauncher& launcher = state.launcher;
  DeviceTree& tree = state.tree;
  tree = {};
  tree.membranes = static_cast<u32>(host.classes.size());
  tree.slots = static_cast<u32>(host.outer.size());
  tree.levels = host.levels;
  tree.stride = DeviceState::stride_for(tree.membranes);
  tree.classes = launcher.upload(host.classes);
  tree.parents = launcher.upload(host.parents);
  tree.slot_of = launcher.upload(host.slot_of);
  tree.level_of = launcher.upload(host.level_of);
  tree.outer = launcher.upload(host.outer);
  tree.firsts = launcher.upload(host.firsts);
  tree.children = launcher.upload(host.children);
}

}  // namespace

void write_configuration(DeviceState& state, const PackedConfiguration& configuration) {
  const HostTree host(configuration);
  DeviceLauncher& launcher = state.launcher;
  const u64 objects = state.objects(), n = configuration.labels.size();
  for (DeviceSide& side : state.sides) side.release();
  write_tree(state, host);
  state.make_room();
  std::vector<u64> wide(u64{state.tree.slots} * objects);
  std::vector<u32> present(objects);
  for (u64 i = 0, at = 0; i < n; ++i)
    for (const u64 end = at + configuration.sizes[i]; at < end; ++at) {
      if (host.slot_of[i] != no_slot)
        wide[u64{host.slot_of[i]} * objects + configuration.objects[at]] = configuration.counts[at];
      else
        present[configuration.objects[at]] = 1;
    }
  for (DeviceSide& side : state.sides) {
    side.contents = launcher.zeros(state.matrix_bytes(n));
    side.wide = launcher.zeros(wide.size() * sizeof(u64));
    launcher.device().fill(*side.rows, std::byte{0});
  }
  std::vector<u32> listed = {0}, place(objects);
  for (u32 object = 0; object < objects; ++object)
    if (present[object]) {
      place[object] = listed[0]++;
      listed.push_back(object);
    }
  std::vector<std::byte> rows(u64{listed[0]} * n * state.bytes);
  for (u64 i = 0, at = 0; i < n; ++i)
    for (const u64 end = at + configuration.sizes[i]; at < end; ++at)
      if (host.slot_of[i] == no_slot)
        std::memcpy(rows.data() + (place[configuration.objects[at]] * n + i) * state.bytes,
                    &configuration.counts[at], state.bytes);
  for (u32 row = 0; row < listed[0]; ++row)
    launcher.device().write(*state.now().contents, listed[row + 1] * state.tree.stride * state.bytes,
                            std::span(rows).subspan(row * n * state.bytes, n * state.bytes));
  launcher.device().write(*state.now().rows, 0, std::as_bytes(std::span(listed)));
  if (!present.empty()) launcher.device().write(*state.now().present, 0, std::as_bytes(std::span(present)));
  if (!wide.empty()) launcher.device().write(*state.now().wide, 0, std::as_bytes(std::span(wide)));
  if (objects > 0)
    launcher.device().write(*state.now().environment, 0, std::as_bytes(std::span(configuration.environment)));
}

}  // namespace morula::membrane
