#include "models/membrane/islands.h"

#include <algorithm>
#include <map>

namespace morula::membrane {
namespace {

constexpr u32 most_island_objects = 12, most_island_rules = 8;
constexpr std::size_t most_island_groups = 64;  // each group is a launch, and each new shape a program

// Finds which objects belong together.
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
    IslandShape shape{static_cast<u32>(objects.size()), static_cast<u32>(rules.size()), {}, {}};
    shape.needs.assign(objects.size() * rules.size(), 0);
    shape.makes = shape.needs;
    for (std::size_t r = 0; r < rules.size(); ++r) {
      const auto put = [&](const Multiset& side, std::vector<u64>& numbers) {
        for (const Term& term : side)
          numbers[r * objects.size() + static_cast<std::size_t>(std::ranges::find(objects, term.object) -
                                                                objects.begin())] = term.count;
      };
      put(system.rules[rules[r]].left, shape.needs);
      put(system.rules[rules[r]].right, shape.makes);
    }
    return shape;
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
                                [&](const IslandGroup& candidate) { return candidate.shape == shape; });
      if (group == groups.end()) group = groups.insert(group, {of, shape, {}, {}});
      if (groups.size() > most_island_groups) return std::nullopt;
      group->objects.insert(group->objects.end(), island.objects.begin(), island.objects.end());
      group->rules.insert(group->rules.end(), island.rules.begin(), island.rules.end());
    }
  }
  return groups;
}

bool is_dense(const Plan& plan) {
  u64 entries = 0;
  for (const InitialMembrane& membrane : plan.system.membranes) entries += membrane.contents.size();
  return u64{plan.objects()} * plan.system.membranes.size() <= 64 * (entries + 64);
}

IslandColumns::IslandColumns(const PackedConfiguration& configuration, std::size_t classes)
    : by_class(classes), column_of(configuration.labels.size()) {
  std::vector<std::vector<u32>> members(classes);
  for (u32 i = 0; i < configuration.labels.size(); ++i) {
    members[class_of(configuration.labels[i], configuration.charges[i])].push_back(i);
    fixed_hash += hash_term(label_field, i, configuration.labels[i]) +
                  hash_term(charge_field, i, configuration.charges[i]) +
                  hash_term(parent_field, i, configuration.parents[i]);
  }
  for (u32 object = 0; object < configuration.environment.size(); ++object)
    if (configuration.environment[object] > 0)
      fixed_hash += hash_term(environment_field, object, configuration.environment[object]);
  for (std::size_t of = 0; of < classes; ++of) {
    first_of.push_back(static_cast<u32>(numbers.size()));
    by_class[of] = members[of].size();
    for (const u32 membrane : members[of]) {
      column_of[membrane] = static_cast<u32>(numbers.size());
      numbers.push_back(membrane);
    }
    if (!members[of].empty()) numbers.resize((numbers.size() + 63) / 64 * 64, no_membrane);
  }
}

}  // namespace morula::membrane
