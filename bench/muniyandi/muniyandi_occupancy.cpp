#include "bench/muniyandi/muniyandi_occupancy.h"

#include <algorithm>
#include <cmath>

namespace morula::muniyandi {
namespace {

double shared_among(double room, double sharers, double each) {
  return each == 0 ? unbounded : room / (sharers * each);
}

}  // namespace

double least_threads_of_block(const Multiprocessor& of) { return of.threads / of.blocks; }

double threads_of_block(const Multiprocessor& of, bool blocks_communicate) {
  return blocks_communicate ? of.threads_of_block : least_threads_of_block(of);
}

double objects_by_shared(const Multiprocessor& of, const Usage& object) {
  return shared_among(of.shared, of.threads, object.shared);
}
double objects_by_registers(const Multiprocessor& of, const Usage& object) {
  return shared_among(of.registers, of.threads, object.registers);
}
double objects_by_local(const Multiprocessor& of, const Usage& object) {
  return shared_among(of.local, of.threads, object.local);
}

double objects_of_thread_at_most(const Multiprocessor& of, const Usage& object) {
  return std::min(
      {objects_by_shared(of, object), objects_by_registers(of, object), objects_by_local(of, object)});
}

double objects_of_thread(const Multiprocessor& of, const Usage& object, double dependent_objects) {
  return std::min(dependent_objects, objects_of_thread_at_most(of, object));
}

double membranes_of_block(const Multiprocessor& of, const Usage& membrane, double block_threads) {
  const double blocks = of.threads / block_threads;
  return std::min(shared_among(of.shared, blocks, membrane.shared),
                  shared_among(of.registers, blocks, membrane.registers));
}

SubMatrix sub_matrix(std::uint32_t groups_of_objects, std::uint32_t block_threads) {
  const std::uint32_t x = std::clamp<std::uint32_t>(groups_of_objects, 1, block_threads);
  return {x, std::max(block_threads / x, 1u)};
}

double occupancy(const Multiprocessor& of, std::uint32_t block_threads) {
  const double warps = std::ceil(block_threads / of.warp);
  const double most = of.threads / of.warp, blocks = std::min(of.blocks, std::floor(most / warps));
  return blocks * warps / most;
}

ReportedMultiprocessor multiprocessor_of(const gpu::DeviceInfo& device) {
  ReportedMultiprocessor multiprocessor;
  const auto take = [&](double& into, const auto& reported, const char* name) {
    if (reported)
      into = static_cast<double>(*reported);
    else
      multiprocessor.assumed.emplace_back(name);
  };
  take(multiprocessor.room.threads, device.unit.threads, "threads");
  take(multiprocessor.room.blocks, device.unit.groups, "blocks");
  take(multiprocessor.room.shared, device.unit.shared, "shared memory");
  take(multiprocessor.room.warp, device.unit.warp, "threads of a warp");
  multiprocessor.room.registers = device.unit.registers ? *device.unit.registers : unbounded;
  multiprocessor.room.threads_of_block = device.max_group;
  return multiprocessor;
}

}  // namespace morula::muniyandi
