// What makes the copies of an order on a device.
#pragma once

#include <algorithm>
#include <memory>
#include <span>
#include <vector>

#include "core/stream.h"
#include "gpu/device.h"
#include "models/potts/engine/device_source.h"
#include "models/potts/potts_spec.h"
#include "models/potts/terms/fixed_point.h"

namespace morula::potts {

template <typename Value>
std::unique_ptr<gpu::Buffer> buffer_of(gpu::Device& device, const std::vector<Value>& values) {
  auto buffer = device.allocate(std::max<u64>(values.size(), 1) * sizeof(Value));
  if (!values.empty()) device.write(*buffer, 0, std::as_bytes(std::span(values)));
  return buffer;
}

// The keys of all replicas.
std::unique_ptr<gpu::Buffer> keys_for(gpu::Device& device, const PottsSpec& spec, u64 seed, Purpose purpose);

// The tissue that copies change.
struct DeviceTissue {
  gpu::Buffer& sites;
  gpu::Buffer& numbers;  // of cells
  gpu::Buffer& words;    // of terms, directions and cells
  u32 cells;             // of a replica, including the medium
  bool has_gains;        // do terms read the steps in which sites were gained?
};

class DeviceCopies {
 public:
  virtual ~DeviceCopies() = default;

  // Makes the copies of the Monte Carlo steps `from`, `from` + 1, … of every replica.
  void step(const DeviceTissue& tissue, u64 from, u64 steps);
  // Makes room for this many cells of a replica.
  virtual void allocate(u64 capacity) = 0;
  // To be called when sites or cells have changed otherwise than by copies.
  virtual void forget_extents() {}
  // Copies of each replica since the beginning.
  std::vector<u64> accepted();

  // Bytes on the device besides those of rows, and for this many rows of the table of cells.
  static u64 bytes(const PottsSpec& spec);
  static u64 bytes_of_rows(const PottsSpec& spec, u64 rows);

 protected:
  DeviceCopies(const PottsSpec& spec, const Energies& energies, gpu::Device& device);

  // Makes the copies of these steps, in which sites are gained in step `time`.
  virtual void make_steps(const DeviceTissue& tissue, u64 from, u64 steps, u32 time) = 0;
  u32 replicas() const { return static_cast<u32>(replicas_); }

  gpu::Device& device_;
  std::unique_ptr<gpu::Buffer> constraints_, thresholds_, acceptances_, accepted_;
  u32 entries_;  // of the tables of thresholds

 private:
  u64 replicas_, sites_;
  u64 since_summed_ = 0;  // steps since accepted() was called: counters have 32 bits
  std::vector<u64> total_accepted_;
};

// Counters of accepted copies for each replica, so that few work-items add to the same one.
constexpr u32 copy_counters = 64;

std::unique_ptr<DeviceCopies> make_device_copies(const PottsSpec& spec, const Energies& energies, u64 seed,
                                                 gpu::Device& device, gpu::Program& program);

}  // namespace morula::potts
