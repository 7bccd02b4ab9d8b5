// Sums over a canonical field in device memory: its part of the state hash, and the number of times that each
// value occurs. The field itself is not copied to the host.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "core/field.h"
#include "core/hash.h"
#include "gpu/device.h"

namespace morula::gpu {

// The program of field_kernels.h for fields of one type; `values` may be 0 to 256.
Source field_source(ValueType type, unsigned values, std::uint32_t group);

class FieldSums {
 public:
  // count() counts the values 0, 1, ... values - 1, and only in fields of bytes.
  FieldSums(Device& device, ValueType type, unsigned values = 0);

  // The hash of the first `count` values of `field`, the first of which has the canonical index `first`.
  // `number` is the field's place in Model::fields().
  Hash hash(Buffer& field, std::uint32_t number, std::uint64_t first, std::uint64_t count);

  // The number of times that each value occurs among the first `count` values of `field`; values that are not
  // below `values` are not counted.
  std::vector<std::uint64_t> count(Buffer& field, std::uint64_t count);

  // The same for consecutive values anywhere in `field`; `canonical` is the canonical index of the first of
  // them.
  Hash hash(Buffer& field, std::uint32_t number, Slab values, std::uint64_t canonical);
  std::vector<std::uint64_t> count(Buffer& field, Slab values);

 private:
  Grid grid_over(std::uint64_t count) const;
  Buffer& partial_of(std::uint64_t bytes);  // of at least this size

  Device& device_;
  std::uint64_t value_bytes_;
  unsigned values_;
  std::uint32_t group_;
  std::unique_ptr<Program> program_;
  std::unique_ptr<Kernel> hash_;
  std::unique_ptr<Kernel> count_;  // null if no values are counted
  std::unique_ptr<Buffer> partial_;
};

}  // namespace morula::gpu
