#include "models/automaton/tissue/device_activation_times.h"

namespace morula {

gpu::Buffer& DeviceActivationTimes::map() {
  if (!map_) {
    map_ = device_.allocate(cells_ * sizeof(u32));
    device_.fill(*map_, std::byte{0});
    sums_.emplace(device_, ValueType::U32);
  }
  return *map_;
}

void DeviceActivationTimes::mark(std::vector<gpu::Argument> arguments, u32 time, u64 items) {
  arguments.emplace_back(&map());
  arguments.emplace_back(time);
  device_.launch(*mark_, gpu::grid_for(items), arguments);
}

void DeviceActivationTimes::read(Slab slab, std::span<u32> times) {
  device_.read(map(), slab.first * sizeof(u32), std::as_writable_bytes(times));
}

bool DeviceActivationTimes::read_on_device(Slab slab, const Model::DeviceSink& sink) {
  sink(device_, map(), slab.first, slab);
  return true;
}

void DeviceActivationTimes::write(Slab slab, std::span<const u32> times) {
  device_.write(map(), slab.first * sizeof(u32), std::as_bytes(times));
}

Hash DeviceActivationTimes::hash(Slab cells, Index canonical) {
  gpu::Buffer& activation_times = map();
  return sums_->hash(activation_times, 1, cells, canonical);
}

}  // namespace morula
