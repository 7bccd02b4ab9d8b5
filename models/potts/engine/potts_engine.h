// What the engines of the cellular Potts model have in common, on whatever processor. Replicas lie one behind
// the other: canonical indices count through all of them.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "core/field.h"
#include "core/hash.h"
#include "core/threads.h"
#include "gpu/device.h"
#include "models/backend.h"
#include "models/model.h"
#include "models/potts/potts_spec.h"
#include "models/potts/terms/fixed_point.h"

namespace morula::potts {

// Pairs of neighbouring sites that belong to different cells, by the cells' types: [type · types + type], the
// smaller type first.
struct ContactCounts {
  std::vector<u64> contacts;  // of the contact neighbourhood, which adhesion is over
  std::vector<u64> nearest;   // of nearest neighbours
  friend bool operator==(const ContactCounts&, const ContactCounts&) = default;
};

class PottsEngine {
 public:
  virtual ~PottsEngine() = default;

  // The types of the cells of every replica, [replica · cells + cell]; cell 0 is the medium. Comes before any
  // site is written.
  virtual void set_cells(u64 cells, std::span<const u8> types) = 0;
  virtual void write(Slab slab, std::span<const u32> cells) = 0;
  virtual void count_cells() = 0;  // after the last write

  // Monte Carlo steps `from`, `from` + 1, … of every replica. On a device it returns before they are done.
  virtual void step(u64 from, u64 steps) = 0;
  virtual void finish() {}

  virtual void read(Slab slab, std::span<u32> cells) = 0;
  virtual bool read_on_device(Slab, const Model::DeviceSink&) { return false; }  // as Model's
  // The numbers kept for every cell, [cell · kept + number], in the order of Energies::numbers; the medium's
  // are 0.
  virtual std::vector<i32> numbers(u64 replica) = 0;
  virtual std::vector<u64> accepted() = 0;  // copies since the engine was made, of each replica
  virtual ContactCounts contacts(u64 replica) = 0;
  virtual std::vector<Hash> hashes() = 0;  // of each replica's sites as if it stood alone
};

// The engine for a model on a processor.
std::unique_ptr<PottsEngine> make_engine(const PottsSpec& spec, u64 seed, const Backend& backend);
std::vector<gpu::Source> engine_sources(const PottsSpec& spec);

// The sequential order is the CPU's alone. Its replicas share the threads, one each.
std::unique_ptr<PottsEngine> make_sequential(const PottsSpec& spec, u64 seed,
                                             std::shared_ptr<ThreadPool> threads);
std::unique_ptr<PottsEngine> make_on_threads(const PottsSpec& spec, u64 seed,
                                             std::shared_ptr<ThreadPool> threads);
std::unique_ptr<PottsEngine> make_on_device(const PottsSpec& spec, u64 seed,
                                            std::shared_ptr<gpu::Device> device);
gpu::Source potts_source(const PottsSpec& spec);
// Bytes that a device keeps of a sub-step's candidates, and of the lists of so many cells.
u64 device_records(const PottsSpec& spec);
u64 device_lists(const PottsSpec& spec, u64 cells);

}  // namespace morula::potts
