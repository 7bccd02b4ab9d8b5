// Sums over a canonical field that lies on a device: its part of the state hash, and how often each value
// occurs. The field itself is not copied to the host.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "core/field.h"
#include "core/hash.h"
#include "gpu/device.h"

namespace morula::gpu {

// What field_kernels.h is compiled with for fields of one type; `values` may be 0 and at most 256.
Source field_source(ValueType type, unsigned values, std::uint32_t group);

class FieldSums {
 public:
  // `values` is how many values count() tells apart, 0, 1, ... values - 1; only fields of bytes are counted.
  FieldSums(Device& device, ValueType type, unsigned values = 0);

  // Of the first `count` values of `field`, the first of which has canonical index `first`. `number` is the
  // field's place in Model::fields().
  Hash hash(Buffer& field, std::uint32_t number, std::uint64_t first, std::uint64_t count);

  // How often each value occurs among the first `count` of `field`; larger values are not counted.
  std::vector<std::uint64_t> count(Buffer& field, std::uint64_t count);

  // The same of consecutive values anywhere in `field`; `canonical` is the index of the first of them.
  Hash hash(Buffer& field, std::uint32_t number, Slab values, std::uint64_t canonical);
  std::vector<std::uint64_t> count(Buffer& field, Slab values);

 private:
  Grid grid_over(std::uint64_t count) const;
  Buffer& partial_of(std::uint64_t bytes);  // at least so large

  Device& device_;
  std::uint64_t value_bytes_;
  unsigned values_;
  std::uint32_t group_;
  std::unique_ptr<Program> program_;
  std::unique_ptr<Kernel> hash_;
  std::unique_ptr<Kernel> count_;  // absent when no values are counted
  std::unique_ptr<Buffer> partial_;
};

}  // namespace morula::gpu
