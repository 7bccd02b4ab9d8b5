#include "models/potts/engine/device_shapes.h"

#include <algorithm>
#include <array>
#include <span>

#include "models/potts/engine/device_cells.h"

namespace morula::potts {
namespace {

constexpr u32 never_failed = 0xFFFFFFFFu;

}  // namespace

DeviceShapes::DeviceShapes(const PottsSpec& spec, const Energies& energies, gpu::Device& device,
                           gpu::Program& program)
    : replicas_(spec.replicas), device_(device) {
  if (energies.moments == 0) return;
  find_anchors_ = program.kernel("find_anchors");
  set_anchors_ = program.kernel("set_anchors");
  find_boxes_ = program.kernel("find_boxes");
  check_boxes_ = program.kernel("check_boxes");
  failed_ = device.allocate(2 * sizeof(u32));
}

void DeviceShapes::allocate(u64 capacity) {
  if (!set_anchors_) return;
  first_sites_.reset();
  boxes_.reset();
  first_sites_ = device_.allocate(capacity * replicas_ * sizeof(u32));
  boxes_ = device_.allocate(6 * capacity * replicas_ * sizeof(u32));
}

void DeviceShapes::forget_failure() {
  if (set_anchors_) device_.fill(*failed_, std::byte{0xFF});
}

void DeviceShapes::find(gpu::Buffer& sites, gpu::Buffer& words, const gpu::Grid& over_sites) {
  if (!set_anchors_) return;
  const u64 rows = cells_ * replicas_;
  device_.fill(*first_sites_, std::byte{0xFF});
  device_.fill(*boxes_, std::byte{0xFF});
  device_.launch(*find_anchors_, over_sites,
                 {&sites, first_sites_.get(), static_cast<u32>(cells_), replicas_});
  device_.launch(*set_anchors_, grid_over_rows(rows), {&words, first_sites_.get(), rows});
  device_.launch(*find_boxes_, over_sites,
                 {&sites, &words, boxes_.get(), static_cast<u32>(cells_), replicas_});
}

void DeviceShapes::check(gpu::Buffer& numbers, u64 steps_done) {
  if (!set_anchors_) return;
  const u64 rows = cells_ * replicas_;
  device_.launch(*check_boxes_, grid_over_rows(rows),
                 {boxes_.get(), &numbers, rows, failed_.get(), static_cast<u32>(steps_done)});
}

std::optional<DeviceShapes::Failure> DeviceShapes::failure() {
  std::array<u32, 2> failed{};
  device_.read(*failed_, 0, std::as_writable_bytes(std::span(failed)));
  if (failed[0] == never_failed) return std::nullopt;
  return Failure{failed[0], failed[1] >> 2, static_cast<Misfit>(failed[1] & 3u)};
}

}  // namespace morula::potts
