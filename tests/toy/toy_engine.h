// The toy's lattice of labels, on threads and on devices.
#pragma once

#include <memory>
#include <span>

#include "core/field.h"
#include "core/hash.h"
#include "models/backend.h"
#include "models/spec.h"

namespace morula::test {

class ToyEngine {
 public:
  virtual ~ToyEngine() = default;
  virtual void step(u64 time) = 0;
  virtual void read(Slab slab, std::span<u32> labels) = 0;
  virtual void write(Slab slab, std::span<const u32> labels) = 0;
  virtual Hash hash() = 0;
  virtual std::span<const u32> in_place() const { return {}; }
};

std::unique_ptr<ToyEngine> make_toy_engine(const Spec& spec, const Backend& backend);
gpu::Source toy_source(const Spec& spec);

}  // namespace morula::test
