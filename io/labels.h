// Whole numbers of up to 32 bits on a lattice.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>
#include <variant>
#include <vector>

#include "core/field.h"

namespace morula::io {

// Stored in the narrowest of 8, 16 and 32 bits that holds all of them: a mask of 10^9 sites takes 1 GB, not
// 4.
class Labels {
 public:
  Labels() = default;
  explicit Labels(const Extent& extent) : extent_(extent) { narrow().reserve(extent.sites()); }

  const Extent& extent() const { return extent_; }
  Index size() const;  // the number appended so far, in canonical order: x varies fastest
  ValueType type() const;
  std::uint32_t largest() const { return largest_; }

  std::uint32_t operator[](Index site) const;
  void copy(Index first, std::span<std::uint32_t> labels) const;

  template <class Number>  // numbers from 0 to 2^32 - 1, of any type
  void append(std::span<const Number> numbers);
  void append(const Labels& labels);

  std::vector<std::uint8_t> take_bytes() &&;  // only if they are stored in 8 bits

 private:
  template <class Value>
  void widen_to();
  std::vector<std::uint8_t>& narrow() { return std::get<0>(values_); }

  Extent extent_{0, 0, 0};
  std::uint32_t largest_ = 0;
  std::variant<std::vector<std::uint8_t>, std::vector<std::uint16_t>, std::vector<std::uint32_t>> values_;
};

template <class Value>
void Labels::widen_to() {
  std::vector<Value> wide;
  wide.reserve(extent_.sites());
  std::visit([&](const auto& values) { wide.assign(values.begin(), values.end()); }, values_);
  values_ = std::move(wide);
}

template <class Number>
void Labels::append(std::span<const Number> numbers) {
  Number most = 0;
  for (const Number number : numbers) most = std::max(most, number);
  largest_ = std::max(largest_, static_cast<std::uint32_t>(most));
  if (largest_ > std::numeric_limits<std::uint16_t>::max() && values_.index() < 2) widen_to<std::uint32_t>();
  if (largest_ > std::numeric_limits<std::uint8_t>::max() && values_.index() < 1) widen_to<std::uint16_t>();
  std::visit(
      [&]<class Value>(std::vector<Value>& values) {
        const std::size_t had = values.size();
        values.resize(had + numbers.size());
        std::ranges::transform(numbers, values.begin() + static_cast<std::ptrdiff_t>(had),
                               [](Number number) { return static_cast<Value>(number); });
      },
      values_);
}

}  // namespace morula::io
