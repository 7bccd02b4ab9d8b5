#include "models/picture/value_range.h"

#include <algorithm>
#include <vector>

#include "texts/morula_models.h"

namespace morula {
namespace {

constexpr std::uint64_t range_items = 1 << 14;  // enough work-items to fill a device

}  // namespace

gpu::Source range_source() { return {"range", {gpu::text::models::picture::range_kernels}, {}}; }

ValueRange DeviceRange::range_in(gpu::Device& device, gpu::Buffer& values, std::uint64_t first,
                                 std::uint64_t count) {
  if (!program_) {
    program_ = device.build(range_source());
    find_ = program_->kernel("find_range");
    ranges_ = device.allocate(range_items * 2 * sizeof(std::uint32_t));
  }
  device.launch(*find_, gpu::grid_for(range_items), {&values, first, count, ranges_.get()});
  std::vector<std::uint32_t> ranges(range_items * 2);
  device.read(*ranges_, 0, std::as_writable_bytes(std::span(ranges)));
  ValueRange range;
  for (std::size_t i = 0; i < ranges.size(); i += 2) {
    range.least = std::min(range.least, ranges[i]);
    range.greatest = std::max(range.greatest, ranges[i + 1]);
  }
  return range;
}

std::optional<ValueRange> DeviceRange::of(Model& model, const Field& field) {
  ValueRange range;
  const auto sink = [&](gpu::Device& device, gpu::Buffer& values, std::uint64_t first, const Slab& piece) {
    const ValueRange part = range_in(device, values, first, piece.count);
    range.least = std::min(range.least, part.least);
    range.greatest = std::max(range.greatest, part.greatest);
  };
  for (const Slab& slab : slabs_of(field))
    if (!model.read_on_device(field, slab, sink)) return std::nullopt;
  return range;
}

}  // namespace morula
