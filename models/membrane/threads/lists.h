// The contents of membranes as lists of (object, count), as narrow as the counts allow.
#pragma once

#include <algorithm>
#include <limits>
#include <memory>
#include <span>
#include <vector>

#include "core/uint128.h"
#include "models/membrane/system.h"

namespace morula::membrane {

template <class ObjectType, class CountType>
struct Entry {
  using Object = ObjectType;
  using Count = CountType;
  Object object;
  Count count;
};
using NarrowEntry = Entry<u16, u16>;
using MiddleEntry = Entry<u32, u32>;
using FullEntry = Entry<u32, u64>;
using WideEntry = Entry<u32, Uint128>;  // to find where a count of 64 bits overflows

template <class E>
struct List {
  E* entries = nullptr;
  u32 size = 0;
  std::span<const E> span() const { return {entries, size}; }
};

// Memory for lists that live until the step after the next. Lists are written in place: room() reserves space
// for a list of any length up to `longest`, keep() fixes its actual length.
template <class E>
class Arena {
 public:
  explicit Arena(u64 longest) : longest_(longest), chunk_size_(std::max<u64>(u64{1} << 16, 4 * longest)) {}

  E* room() {
    if (chunks_.empty() || used_ + longest_ > chunk_size_) next_chunk();
    return chunks_[chunk_].get() + used_;
  }
  void keep(u64 entries) { used_ += entries; }
  void clear() {
    chunk_ = 0;
    used_ = chunks_.empty() ? chunk_size_ : 0;
  }
  u64 bytes() const { return chunks_.size() * chunk_size_ * sizeof(E); }

 private:
  void next_chunk() {
    if (!chunks_.empty()) ++chunk_;
    if (chunk_ == chunks_.size()) chunks_.push_back(std::make_unique_for_overwrite<E[]>(chunk_size_));
    used_ = 0;
  }

  u64 longest_, chunk_size_;
  std::vector<std::unique_ptr<E[]>> chunks_;
  std::size_t chunk_ = 0;
  u64 used_ = 0;
};

// Adds times · count to sum; returns whether that overflows.
template <class Small>
bool add_times(Small& sum, u64 times, u64 count) {
  constexpr u64 largest = std::numeric_limits<Small>::max();
  u64 total = 0;
  const bool too_large = __builtin_mul_overflow(times, count, &total) || total > largest;
  total += sum;
  sum = static_cast<Small>(total);
  return too_large || total > largest;
}
inline bool add_times(u64& sum, u64 times, u64 count) {
  u64 product = 0;
  const bool too_large = __builtin_mul_overflow(times, count, &product);
  return __builtin_add_overflow(sum, product, &sum) || too_large;
}
inline bool add_times(Uint128& sum, u64 times, u64 count) {
  sum += Uint128{times} * count;
  return false;
}

// A multiset under construction. It remembers the place of each object in the list. A place that belongs to
// an earlier list is recognised by the different object that the list has there.
template <class E>
class ListMaker {
 public:
  explicit ListMaker(u32 objects) : places_(objects) {}

  void begin(E* entries) {
    entries_ = entries;
    size_ = 0;
  }
  u32 size() const { return size_; }
  std::span<E> span() const { return {entries_, size_}; }
  List<E> list() const { return {entries_, size_}; }

  E* find(u32 object) const {
    const u32 place = places_[object];
    return place < size_ && entries_[place].object == object ? entries_ + place : nullptr;
  }
  bool add(u32 object, u64 times, u64 count) { return add_times(entry(object).count, times, count); }
  bool add(const Multiset& multiset, u64 times) {
    bool overflows = false;
    for (const Term& term : multiset) overflows |= add(term.object, times, term.count);
    return overflows;
  }
  bool add_own(u32 object, typename E::Count count) {  // a count of the list's own type
    typename E::Count& sum = entry(object).count;
    sum = static_cast<typename E::Count>(sum + count);
    return sum < count;
  }

  // Adds every entry of `contents` as the object that `becomes` returns for it, which may be the same.
  // Entries for which it returns nothing are passed to `rest`. Returns whether a count overflows. Members are
  // copied to local variables: the compiler cannot know that entries and places never overlap.
  template <class Becomes>
  bool add_renamed(std::span<const E> contents, std::vector<E>& rest, const Becomes& becomes) {
    E* const entries = entries_;
    u32* const places = places_.data();
    u32 size = size_;
    bool overflows = false;
    for (const E entry : contents) {
      const u32 object = becomes(entry);
      if (object == no_membrane) [[unlikely]] {
        rest.push_back(entry);
        continue;
      }
      const u32 place = places[object];
      if (place < size && entries[place].object == object) {
        const auto sum = static_cast<typename E::Count>(entries[place].count + entry.count);
        overflows |= sum < entry.count;
        entries[place].count = sum;
      } else {
        places[object] = size;
        entries[size++] = {static_cast<typename E::Object>(object), entry.count};
      }
    }
    size_ = size;
    return overflows;
  }

 private:
  E& entry(u32 object) {
    if (E* found = find(object)) return *found;
    places_[object] = size_;
    entries_[size_] = {static_cast<typename E::Object>(object), 0};
    return entries_[size_++];
  }

  std::vector<u32> places_;
  E* entries_ = nullptr;
  u32 size_ = 0;
};

}  // namespace morula::membrane
