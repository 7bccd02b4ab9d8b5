#include "models/interaction/bitplane/device/plane_bytes.h"

namespace morula {

PlaneBytes::PlaneBytes(gpu::Device& device, gpu::Program& program, u64 width, u64 words)
    : device_(device),
      pack_(program.kernel("pack_states")),
      unpack_(program.kernel("unpack_states")),
      width_(width),
      words_(words) {}

void PlaneBytes::read(gpu::Buffer& planes, Slab slab, std::span<u8> states) {
  device_.read(unpacked(planes, slab), 0, std::as_writable_bytes(states));
}

gpu::Buffer& PlaneBytes::unpacked(gpu::Buffer& planes, Slab slab) {
  make_room(slab);
  convert(*unpack_, planes, slab);
  return *bytes_;
}

void PlaneBytes::write(gpu::Buffer& planes, Slab slab, std::span<const u8> states) {
  make_room(slab);
  device_.write(*bytes_, 0, std::as_bytes(states));
  convert(*pack_, planes, slab);
}

void PlaneBytes::make_room(const Slab& slab) {
  if (!bytes_ || bytes_->size() < slab.count) bytes_ = device_.allocate(slab.count);
}

void PlaneBytes::convert(const gpu::Kernel& kernel, gpu::Buffer& planes, const Slab& slab) {
  if (slab.count == 0) return;
  const u64 first_row = slab.first / width_, rows = (slab.first + slab.count - 1) / width_ + 1 - first_row;
  device_.launch(kernel, gpu::grid_for(rows * 2 * words_),
                 {&planes, bytes_.get(), slab.first, slab.count, first_row, rows});
}

}  // namespace morula
