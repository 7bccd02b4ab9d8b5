// Systems to run: one with a known answer, and any number of random ones.
#pragma once

#include <string>

#include "core/stream.h"
#include "models/membrane/read/dimacs.h"
#include "models/membrane/read/plingua.h"

namespace morula::membrane::test {

inline PLingua read(const std::string& text) {
  return read_plingua({"test.pli", text}, [](const std::string&) { return std::nullopt; });
}

// (x1 or not x2) and (not x2 or x3 or not x4) and x5 and not x6.
inline const Formula known_formula = {6, {{1, -2}, {-2, 3, -4}, {5}, {-6}}};

// Small systems with all kinds of rules, nested membranes and objects that rules compete for.
class RandomSystem {
 public:
  explicit RandomSystem(u64 number) : number_(number) {}

  System make() {
    System system;
    const u32 objects = 2 + below(5), labels = 2 + below(3);
    for (u32 i = 0; i < objects; ++i) system.objects.push_back("o" + std::to_string(i));
    for (u32 i = 0; i < labels; ++i) system.labels.push_back("l" + std::to_string(i));
    const u32 membranes = 1 + below(6);
    for (u32 i = 0; i < membranes; ++i)
      system.membranes.push_back({i == 0 ? 0 : below(labels), Charge(below(10) < 7 ? 0 : below(3)),
                                  i == 0 ? no_membrane : below(i), multiset(objects, 4, 4)});
    const u32 rules = 4 + below(14);
    for (u32 i = 0; i < rules; ++i) system.rules.push_back(rule(objects, labels));
    return system;
  }

 private:
  u32 below(u32 n) { return draw({u32(number_), 77}, 0, 0, next_++).x % n; }

  Multiset multiset(u32 objects, u32 sorts, u32 most) {
    Multiset made;
    const u32 wanted = below(sorts + 1);
    for (u32 o = 0; o < objects && made.size() < wanted; ++o)
      if (below(2)) made.push_back({o, 1 + below(most)});
    return made;
  }

  Rule rule(u32 objects, u32 labels) {
    Rule made;
    made.kind = Kind(below(9) < 4 ? 0 : 1 + below(4));
    made.label = below(labels);
    made.charge = Charge(below(3) ? 0 : below(3));
    made.left = {{below(objects), 1}};
    if (made.kind == Kind::Evolution && below(3) == 0) {
      made.left = multiset(objects, 3, 3);
      if (made.left.empty()) made.left = {{0, 2}};
    }
    made.right = multiset(objects, 2, 2);
    if (made.kind == Kind::Division) made.second = multiset(objects, 2, 2);
    if (made.kind != Kind::Evolution && made.kind != Kind::Dissolution) made.charge_after = Charge(below(3));
    if (made.kind == Kind::Division) made.second_charge_after = Charge(below(3));
    return made;
  }

  u64 number_;
  u32 next_ = 0;
};

}  // namespace morula::membrane::test
