#include "gpu/field_sums.h"

#include <algorithm>
#include <bit>
#include <numeric>
#include <span>

#include "core/ceil_divide.h"
#include "core/error.h"
#include "gpu/checks.h"
#include "texts/morula_gpu.h"

namespace morula::gpu {

namespace {

// Enough groups to fill any device several times over, but so few that reading their sums costs nothing.
constexpr std::uint64_t fewest_full_groups = 1024;
constexpr std::uint64_t groups_per_unit = 16;
// A group counts in 32 bits, which limits the number of values in its share.
constexpr std::uint64_t largest_share = std::uint64_t{1} << 31;

// The type of a value's bits, which is what the hash uses.
const char* name_of(ValueType type) {
  switch (type) {
    case ValueType::U8:
      return "u8";
    case ValueType::U16:
      return "u16";
    case ValueType::U32:
    case ValueType::I32:
      return "u32";
    case ValueType::U64:
    case ValueType::I64:
    case ValueType::F64:
      return "u64";
  }
  return "";
}

template <class Value>
std::vector<Value> download(Device& device, const Buffer& from, std::uint64_t count) {
  std::vector<Value> values(count);
  device.read(from, 0, std::as_writable_bytes(std::span(values)));
  return values;
}

}  // namespace

Source field_source(ValueType type, unsigned values, std::uint32_t group) {
  if (values > 256 || (values > 0 && type != ValueType::U8))
    throw Error("only the values of a field of bytes can be counted, and at most 256 of them");
  Source source{"field sums", {text::core::mix, text::gpu::field_kernels}, {}};
  source.define("VALUE", name_of(type)).define("VALUE_BITS", 8 * size_of(type));
  source.define("VALUES", values).define("GROUP", group);
  return source;
}

FieldSums::FieldSums(Device& device, ValueType type, unsigned values)
    : device_(device),
      value_bytes_(size_of(type)),
      values_(values),
      group_(std::bit_floor(std::min(256u, device.info().max_group))),
      program_(device.build(field_source(type, values, group_))),
      hash_(program_->kernel("hash_field")),
      count_(values > 0 ? program_->kernel("count_values") : nullptr) {}

Hash FieldSums::hash(Buffer& field, std::uint32_t number, std::uint64_t first, std::uint64_t count) {
  check_range(device_.info(), field.size() / value_bytes_, 0, count);
  if (count == 0) return {};
  const Grid grid = grid_over(count);
  const std::uint64_t groups = grid.groups[0];
  Buffer& partial = partial_of(groups * sizeof(std::uint64_t));
  device_.launch(*hash_, grid, {&field, count, first, number, &partial});
  const auto sums = download<std::uint64_t>(device_, partial, groups);
  return {std::accumulate(sums.begin(), sums.end(), std::uint64_t{0})};
}

std::vector<std::uint64_t> FieldSums::count(Buffer& field, std::uint64_t count) {
  if (!count_) throw Error("these field sums were made without values to count");
  check_range(device_.info(), field.size(), 0, count);
  std::vector<std::uint64_t> totals(values_);
  if (count == 0) return totals;
  const Grid grid = grid_over(count);
  const std::uint64_t groups = grid.groups[0];
  Buffer& partial = partial_of(groups * values_ * sizeof(std::uint32_t));
  device_.launch(*count_, grid, {&field, count, &partial});
  const auto counts = download<std::uint32_t>(device_, partial, groups * values_);
  for (std::uint64_t i = 0; i < counts.size(); ++i) totals[i % values_] += counts[i];
  return totals;
}

// Kernels read whole words, starting at the beginning of the field; so the sum over the preceding values is
// subtracted.
Hash FieldSums::hash(Buffer& field, std::uint32_t number, Slab values, std::uint64_t canonical) {
  const std::uint64_t of_field = canonical - values.first;  // modulo 2^64
  Hash sum = hash(field, number, of_field, values.first + values.count);
  sum.value -= hash(field, number, of_field, values.first).value;
  return sum;
}

std::vector<std::uint64_t> FieldSums::count(Buffer& field, Slab values) {
  std::vector<std::uint64_t> totals = count(field, values.first + values.count);
  const std::vector<std::uint64_t> before = count(field, values.first);
  for (std::size_t i = 0; i < totals.size(); ++i) totals[i] -= before[i];
  return totals;
}

Grid FieldSums::grid_over(std::uint64_t count) const {
  const std::uint64_t words = ceil_divide(count * value_bytes_, 8);
  const std::uint64_t enough_groups =
      std::max(fewest_full_groups, groups_per_unit * device_.info().compute_units);
  Grid grid;
  grid.groups[0] =
      std::max(std::min(ceil_divide(words, group_), enough_groups), ceil_divide(count, largest_share));
  grid.group[0] = group_;
  return grid;
}

Buffer& FieldSums::partial_of(std::uint64_t bytes) {
  if (!partial_ || partial_->size() < bytes) partial_ = device_.allocate(bytes);
  return *partial_;
}

}  // namespace morula::gpu
