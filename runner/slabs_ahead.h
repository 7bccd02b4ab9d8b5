// Reads the slabs of a field a few ahead of the model that takes them: while a device copies one, the next
// are read and decompressed.
#pragma once

#include <condition_variable>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <thread>
#include <vector>

#include "core/field.h"
#include "gpu/device.h"

namespace morula {

// Three slabs of this size, and the compressed form of one, take no more memory than saving a state: one slab
// of slab_bytes and its compressed form.
constexpr std::uint64_t slab_ahead_bytes = slab_bytes / 2;
// For smaller fields, allocating pinned memory takes longer than it saves.
constexpr std::uint64_t worth_pinning_bytes = std::uint64_t{512} << 20;

class SlabsAhead {
 public:
  // Called in a thread of its own, slab by slab in their order.
  using Read = std::function<void(const Slab& slab, std::span<std::byte> values)>;

  // A device lends pinned memory, from which it copies fastest, for fields of at least `worth_pinning` bytes.
  SlabsAhead(const Field& field, Read read, gpu::Device* device, std::uint64_t at_most = slab_ahead_bytes,
             std::uint64_t worth_pinning = worth_pinning_bytes);
  ~SlabsAhead();
  SlabsAhead(const SlabsAhead&) = delete;
  SlabsAhead& operator=(const SlabsAhead&) = delete;

  struct Values {
    Slab slab;
    std::span<const std::byte> bytes;  // until the next one is taken
  };
  // Nothing after the last slab. Throws what reading this slab threw.
  std::optional<Values> next();

 private:
  void allocate(gpu::Device* lender);  // null for ordinary memory
  void read_all();
  std::span<std::byte> place_of(std::size_t slab);

  std::uint64_t value_size_;
  Read read_;
  std::vector<Slab> slabs_;
  std::vector<std::unique_ptr<gpu::HostMemory>> lent_;
  std::vector<std::unique_ptr<std::byte[]>> own_;

  std::mutex mutex_;
  std::condition_variable changed_;
  std::size_t read_slabs_ = 0, taken_ = 0;  // how many
  bool stopping_ = false;
  std::exception_ptr failure_;
  std::thread reader_;  // if there is more than one slab
};

}  // namespace morula
