#include "io/labels.h"

#include <cassert>

namespace morula::io {

Index Labels::size() const {
  return std::visit([](const auto& values) { return Index{values.size()}; }, values_);
}

ValueType Labels::type() const {
  constexpr ValueType types[] = {ValueType::U8, ValueType::U16, ValueType::U32};
  return types[values_.index()];
}

std::uint32_t Labels::operator[](Index site) const {
  return std::visit([&](const auto& values) { return std::uint32_t{values[site]}; }, values_);
}

void Labels::copy(Index first, std::span<std::uint32_t> labels) const {
  assert(first + labels.size() <= size());
  std::visit(
      [&](const auto& values) {
        std::copy_n(values.begin() + static_cast<std::ptrdiff_t>(first), labels.size(), labels.begin());
      },
      values_);
}

void Labels::append(const Labels& labels) {
  std::visit([&]<class Value>(const std::vector<Value>& values) { append(std::span(values)); },
             labels.values_);
}

std::vector<std::uint8_t> Labels::take_bytes() && {
  assert(type() == ValueType::U8);
  return std::move(narrow());
}

}  // namespace morula::io
