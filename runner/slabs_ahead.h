// Reads the slabs of a field on several threads, before the model asks for them: while a device copies one
// slab, the next ones are read and decompressed.
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

// A few chunks of a file. The number of readers is limited so that restoring a state takes no more memory
// than saving it (one slab of slab_bytes and its compressed form).
constexpr std::uint64_t slab_ahead_bytes = std::uint64_t{4} << 20;
constexpr unsigned most_readers = 16, slabs_beside_readers = 8;
// For smaller arrays, allocating pinned memory takes longer than the faster copy saves.
constexpr std::uint64_t worth_pinning_bytes = std::uint64_t{512} << 20;

class SlabsAhead {
 public:
  // Reads one slab. Several threads call it at the same time, with different slabs.
  using Read = std::function<void(const Slab& slab, std::span<std::byte> values)>;

  struct Options {
    unsigned readers = 1;
    std::uint64_t at_most = slab_ahead_bytes;           // largest slab, in bytes
    gpu::Device* device = nullptr;                      // lends pinned memory, from which it copies fastest
    std::uint64_t worth_pinning = worth_pinning_bytes;  // for smaller fields, no memory is pinned
  };
  SlabsAhead(const Field& field, Read read, const Options& options);
  ~SlabsAhead();
  SlabsAhead(const SlabsAhead&) = delete;
  SlabsAhead& operator=(const SlabsAhead&) = delete;

  struct Values {
    Slab slab;
    std::span<const std::byte> bytes;  // valid until the next call of next()
  };
  // Returns the slabs in order, and nothing after the last one. Rethrows the error of reading this slab.
  std::optional<Values> next();

 private:
  // Memory for the values of one slab at a time. Slabs use the places in turn.
  struct Place {
    std::unique_ptr<gpu::HostMemory> lent;
    std::unique_ptr<std::byte[]> allocated;  // if no memory is lent
    std::byte* bytes = nullptr;
    std::size_t slabs_read = 0;  // the number of the last slab read into it, plus one
    std::exception_ptr failure;  // the error of reading that slab
  };

  SlabsAhead(const Field& field, Read read, std::vector<Slab> slabs, unsigned readers);
  void allocate(gpu::Device* lender);  // null for ordinary memory
  void read_slabs();                   // the work of a reader's thread
  std::optional<std::size_t> begin_slab();
  bool has_place(std::size_t slab) const;
  Place& place_of(std::size_t slab) { return places_[slab % places_.size()]; }
  std::span<std::byte> bytes_of(std::size_t slab);

  std::uint64_t value_size_;
  Read read_;
  std::vector<Slab> slabs_;
  std::vector<Place> places_;

  std::mutex mutex_;
  std::condition_variable changed_;
  std::size_t begun_ = 0, taken_ = 0;  // numbers of slabs that were begun by readers and taken by the model
  bool stopping_ = false;
  std::vector<std::thread> readers_;  // none for a single slab
};

}  // namespace morula
