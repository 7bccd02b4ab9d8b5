// The choices from which a random model is made. Each is a function of a seed and a name, computed with
// integer arithmetic alone, so that a seed gives the same model on every machine. Make only one choice in the
// arguments of a call, since compilers evaluate arguments in any order.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <initializer_list>
#include <string_view>
#include <vector>

#include "core/draw.h"
#include "core/hash.h"

namespace morula::test {

class Choices {
 public:
  Choices(u64 seed, std::string_view name) {
    const u64 mixed = mix64(hash_of(name).value + seed);
    key_ = {static_cast<u32>(mixed), static_cast<u32>(mixed >> 32)};
  }

  u64 whole(u64 least, u64 most) { return least + word() % (most - least + 1); }  // both ends included
  bool percent(u64 percent) { return whole(0, 99) < percent; }

  // A random number; every order of magnitude is equally likely.
  u64 magnitude(u64 least, u64 most) {
    const auto width = static_cast<unsigned>(whole(bits_of(least), bits_of(most)));
    if (width == 0) return 0;
    return std::clamp(whole(u64{1} << (width - 1), ~u64{0} >> (64 - width)), least, most);
  }

  template <class T>
  T one_of(const std::vector<T>& list) {
    return list[whole(0, list.size() - 1)];
  }
  const char* one_of(std::initializer_list<const char*> list) {
    return one_of(std::vector<const char*>(list));
  }

  // A random selection from the list, in its order; it may be empty.
  template <class T>
  std::vector<T> some_of(const std::vector<T>& list, u64 percent_of_each) {
    std::vector<T> chosen;
    for (const T& item : list)
      if (percent(percent_of_each)) chosen.push_back(item);
    return chosen;
  }

  // `count` whole numbers that add up to `sum`.
  std::vector<u64> parts(std::size_t count, u64 sum) {
    std::vector<u64> cuts = {0, sum}, parts;
    for (std::size_t i = 1; i < count; ++i) cuts.push_back(whole(0, sum));
    std::ranges::sort(cuts);
    for (std::size_t i = 0; i < count; ++i) parts.push_back(cuts[i + 1] - cuts[i]);
    return parts;
  }

 private:
  static u64 bits_of(u64 number) { return static_cast<u64>(std::bit_width(number)); }
  u64 word() {
    const u32x4 words = draw(key_, drawn_++, 0, 0);
    return words.x | u64{words.y} << 32;
  }

  u32x2 key_{};
  u64 drawn_ = 0;
};

}  // namespace morula::test
