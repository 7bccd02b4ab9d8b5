// The membranes of a configuration on a device: how many there are, and the buffers that hold them.
#pragma once

#include <array>
#include <vector>

#include "models/membrane/configuration.h"
#include "models/membrane/device/device_launcher.h"
#include "models/membrane/device/membrane_tables_of.h"

namespace morula::membrane {

constexpr u32 no_slot = 0xFFFFFFFFu;

struct DeviceTree {
  u32 membranes = 0;
  u32 slots = 0;                                      // membranes with children
  u32 levels = 0;                                     // of membranes with children
  u64 stride = 0;                                     // columns of membranes without children
  BufferPointer classes, parents, slot_of, level_of;  // for each membrane
  BufferPointer outer, firsts, children;              // for each slot
};

// The same tree on the host, before it is written to the device.
struct HostTree {
  explicit HostTree(const PackedConfiguration& configuration);
  std::vector<u32> classes, parents, slot_of, level_of, outer, firsts, children;
  u32 levels = 0;
};

// A configuration, or the next one: a step reads from one side and writes to the other.
struct DeviceSide {
  BufferPointer contents;     // for membranes without children: [object · stride + membrane]
  BufferPointer wide;         // for membranes with children: [slot · objects + object], 64 bits
  BufferPointer environment;  // 64 bits
  BufferPointer present;      // which rows of `contents` may hold something
  BufferPointer rows;         // the number of these rows, then the rows

  void release() {  // frees everything whose size depends on the tree
    contents.reset();
    wide.reset();
  }
};

// Working memory of steps, beside the two sides. Its size follows from the tree.
struct DeviceRoom {
  BufferPointer made, times, wide_times, chosen, bids, bidders, limits, outs, applied, parts;
};

// Words that kernels report to the host: see membrane_tables.h.
enum StatusWord : u32 {
  Stop,
  Overflows,
  Reshapes,
  Losers,
  StepsDone = 5,
  Applied = 6,
  AppliedNow = 8,
  StatusWords = 16
};
enum StopReason : u32 { GoesOn, HasHalted, HasOverflowed, Unserved, Reshaped };

// Everything of a system that is on a device.
struct DeviceState {
  DeviceState(const Plan& plan, std::shared_ptr<gpu::Device> device);

  u64 objects() const { return objects_; }
  u64 matrix_bytes(u64 membranes) const { return objects_ * stride_for(membranes) * bytes; }
  static u64 stride_for(u64 membranes) { return (membranes + 63) / 64 * 64; }
  DeviceSide& now() { return sides[current]; }
  DeviceSide& next() { return sides[1 - current]; }
  void make_room();  // for the present tree, without the sides

  std::vector<u32> read_status() { return launcher.download<u32>(*status, StatusWords); }
  void clear_status() { launcher.device().fill(*status, std::byte{0}); }

  MembraneTables tables;
  DeviceLauncher launcher;
  BufferPointer words, counts, status, total;
  u32 bytes = 1;  // bytes of a count in membranes without children
  DeviceTree tree;
  std::array<DeviceSide, 2> sides;
  u32 current = 0;
  DeviceRoom room;

 private:
  u64 objects_;
};

// Rebuilds the tree and both sides after a step in which membranes divide or dissolve. Returns false if a
// count is too wide for a matrix. Throws Overflow if there are too many membranes.
bool reshape(DeviceState& state, u64 step);

PackedConfiguration read_configuration(DeviceState& state);
// Counts are as wide as necessary, but at least `least_bytes`; the compiled program depends on this width.
void write_configuration(DeviceState& state, const PackedConfiguration& configuration);
u32 bytes_needed(const PackedConfiguration& configuration);

}  // namespace morula::membrane
