#include "models/difference.h"

#include <algorithm>
#include <numeric>

namespace morula {
namespace {

// Compares two slabs value by value. The loop is kept simple so that compilers turn it into vector
// instructions.
template <typename T>
void compare(const std::vector<std::byte>& a, const std::vector<std::byte>& b, std::span<std::byte> differs) {
  const T* const of_a = reinterpret_cast<const T*>(a.data());
  const T* const of_b = reinterpret_cast<const T*>(b.data());
  for (std::size_t i = 0; i < differs.size(); ++i) differs[i] = static_cast<std::byte>(of_a[i] != of_b[i]);
}

std::uint64_t ones_in(std::span<const std::byte> differs) {
  return std::accumulate(
      differs.begin(), differs.end(), std::uint64_t{0},
      [](std::uint64_t sum, std::byte value) { return sum + std::to_integer<std::uint64_t>(value); });
}

}  // namespace

void Difference::read(Model& first, Model& second, const Field& field, Slab slab,
                      std::span<std::byte> differs) {
  for (auto* const bytes : {&of_first_, &of_second_}) bytes->resize(slab.count * size_of(field.type));
  first.read(field, slab, of_first_);
  second.read(field, slab, of_second_);
  switch (size_of(field.type)) {
    case 1:
      return compare<std::uint8_t>(of_first_, of_second_, differs);
    case 2:
      return compare<std::uint16_t>(of_first_, of_second_, differs);
    case 4:
      return compare<std::uint32_t>(of_first_, of_second_, differs);
    default:
      return compare<std::uint64_t>(of_first_, of_second_, differs);
  }
}

std::vector<std::uint64_t> Difference::count(Model& first, Model& second, const Field& field) {
  const Index sites = field.extent.sites();
  std::vector<std::uint64_t> counts(std::max<Index>(field.replicas, 1));
  std::vector<std::byte> differs;
  for (const Slab& slab : slabs_of(field)) {
    differs.resize(slab.count);
    read(first, second, field, slab, differs);
    for (Index begin = slab.first; begin < slab.first + slab.count;) {
      const Index replica = begin / sites, end = std::min((replica + 1) * sites, slab.first + slab.count);
      counts[replica] += ones_in(std::span(differs).subspan(begin - slab.first, end - begin));
      begin = end;
    }
  }
  return counts;
}

}  // namespace morula
