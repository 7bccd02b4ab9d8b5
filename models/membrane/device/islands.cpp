#include "models/membrane/device/islands.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <numeric>

#include "models/membrane/device/membrane_tables_of.h"
#include "texts/morula_gpu.h"
#include "texts/morula_membrane.h"

namespace morula::membrane {
namespace {

constexpr u32 most_island_objects = 12, most_island_rules = 8;
constexpr std::size_t most_island_groups = 64;  // each is a launch, and of another shape a program
constexpr u64 most_in_32_bits = 1u << 15;       // made in a step by rules that apply 2^16 times

// Which objects belong together.
class Joined {
 public:
  u32 root(u32 object) {
    u32& parent = parents_.try_emplace(object, object).first->second;
    return parent == object ? object : parent = root(parent);
  }
  void join(u32 a, u32 b) { parents_[root(a)] = root(b); }

 private:
  std::map<u32, u32> parents_;
};

struct Island {
  std::vector<u32> objects, rules;

  void add(const System& system, u32 number) {
    rules.push_back(number);
    for (const Multiset* side : {&system.rules[number].left, &system.rules[number].right})
      for (const Term& term : *side)
        if (std::ranges::count(objects, term.object) == 0) objects.push_back(term.object);
  }

  IslandShape shape(const System& system) const {
    IslandShape made{static_cast<u32>(objects.size()), static_cast<u32>(rules.size()), {}, {}};
    made.needs.assign(objects.size() * rules.size(), 0);
    made.makes = made.needs;
    for (std::size_t r = 0; r < rules.size(); ++r) {
      const auto put = [&](const Multiset& side, std::vector<u64>& numbers) {
        for (const Term& term : side)
          numbers[r * objects.size() + static_cast<std::size_t>(std::ranges::find(objects, term.object) -
                                                                objects.begin())] = term.count;
      };
      put(system.rules[rules[r]].left, made.needs);
      put(system.rules[rules[r]].right, made.makes);
    }
    return made;
  }
};

// The islands of a class, in the order of their first rules.
std::vector<Island> islands_of_class(const System& system, const std::vector<u32>& rules) {
  Joined joined;
  for (const u32 number : rules)
    for (const Multiset* side : {&system.rules[number].left, &system.rules[number].right})
      for (const Term& term : *side) joined.join(term.object, system.rules[number].left[0].object);
  std::map<u32, std::size_t> place;
  std::vector<Island> islands;
  for (const u32 number : rules) {
    const auto [at, is_new] =
        place.try_emplace(joined.root(system.rules[number].left[0].object), islands.size());
    if (is_new) islands.emplace_back();
    islands[at->second].add(system, number);
  }
  return islands;
}

}  // namespace

std::optional<std::vector<IslandGroup>> islands_of(const Plan& plan) {
  std::vector<std::vector<u32>> of_class(plan.classes.size());
  for (u32 number = 0; number < plan.system.rules.size(); ++number) {
    const Rule& rule = plan.system.rules[number];
    if (rule.kind != Kind::Evolution) return std::nullopt;
    of_class[class_of(rule.label, rule.charge)].push_back(number);
  }
  std::vector<IslandGroup> groups;
  for (u32 of = 0; of < of_class.size(); ++of) {
    const std::size_t first = groups.size();
    for (const Island& island : islands_of_class(plan.system, of_class[of])) {
      if (island.objects.size() > most_island_objects || island.rules.size() > most_island_rules)
        return std::nullopt;
      const IslandShape shape = island.shape(plan.system);
      auto group = std::find_if(groups.begin() + static_cast<std::ptrdiff_t>(first), groups.end(),
                                [&](const IslandGroup& one) { return one.shape == shape; });
      if (group == groups.end()) group = groups.insert(group, {of, shape, {}, {}});
      if (groups.size() > most_island_groups) return std::nullopt;
      group->objects.insert(group->objects.end(), island.objects.begin(), island.objects.end());
      group->rules.insert(group->rules.end(), island.rules.begin(), island.rules.end());
    }
  }
  return groups;
}

gpu::Source island_source(const IslandShape& shape, const Modes& modes, u32 bytes) {
  namespace own = gpu::text::models::membrane::device;
  gpu::Source source{"membrane islands",
                     {gpu::text::core::philox, gpu::text::core::draw, gpu::text::core::mix,
                      own::membrane_tables, own::island_kernels},
                     {}};
  const u64 made = std::accumulate(shape.makes.begin(), shape.makes.end(), u64{0}, [](u64 a, u64 b) {
    return std::min(a + std::min(b, most_in_32_bits), most_in_32_bits);
  });
  const bool is_narrow = bytes <= 2 && made < most_in_32_bits;
  const auto list = [](const std::vector<u64>& numbers) {
    std::string text;
    for (const u64 number : numbers) text += fmt::format("{}{}u", text.empty() ? "{" : ", ", number);
    return text + "}";
  };
  source.define("COUNT", "u" + std::to_string(8 * bytes));
  source.define("COUNT_MOST", bytes == 8 ? std::string("0xFFFFFFFFFFFFFFFFu")
                                         : fmt::format("{:#x}u", (u64{1} << (8 * bytes)) - 1));
  source.define("WORD", std::string(is_narrow ? "u32" : "u64"));
  source.define("IS_NARROW", std::string(is_narrow ? "1" : "0"));
  source.define("NEEDS", list(shape.needs)).define("MAKES", list(shape.makes));
  return source.define("KINDS", fmt::format("{}u", shape.objects))
      .define("RULES", fmt::format("{}u", shape.rules))
      .define("RANDOM", std::string(modes.random ? "1" : "0"))
      .define("ONCE", std::string(modes.once ? "1" : "0"))
      .define("GROUP", fmt::format("{}u", membrane_group));
}

}  // namespace morula::membrane
