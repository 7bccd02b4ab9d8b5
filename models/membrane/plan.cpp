#include "models/membrane/plan.h"

#include <algorithm>
#include <map>
#include <utility>

namespace morula::membrane {
namespace {

struct Consumers {
  std::vector<u32> takers, leading;  // rules that take the object; those whose left side begins with it
};

using ConsumersOf = std::map<u32, Consumers>;  // by object

Use use_by(Plan& plan, const Consumers& consumers) {
  const Rule& rule = plan.system.rules[consumers.takers[0]];
  if (consumers.takers.size() > 1 || rule.kind != Kind::Evolution || rule.left.size() > 1) {
    const u32 first = static_cast<u32>(plan.asking.size());
    plan.asking.insert(plan.asking.end(), consumers.leading.begin(), consumers.leading.end());
    plan.asked.push_back({first, static_cast<u32>(plan.asking.size())});
    return {Use::Asked, static_cast<u32>(plan.asked.size() - 1)};
  }
  if (rule.left[0].count == 1 && rule.right.size() == 1 && rule.right[0].count == 1)
    return {Use::Renames, rule.right[0].object};
  plan.evolutions.push_back({rule.left[0].count, consumers.takers[0]});
  return {Use::Evolves, static_cast<u32>(plan.evolutions.size() - 1)};
}

}  // namespace

Plan::Plan(System from) : system(std::move(from)), classes(system.labels.size() * charges) {
  std::vector<ConsumersOf> consumers(classes.size());
  std::vector<std::vector<u32>> entering(classes.size());
  for (u32 r = 0; r < system.rules.size(); ++r) {
    const Rule& rule = system.rules[r];
    const u32 of = class_of(rule.label, rule.charge);
    if (rule.kind == Kind::SendIn) {
      entering[of].push_back(r);
    } else {
      for (const Term& term : rule.left) consumers[of][term.object].takers.push_back(r);
      consumers[of][rule.left[0].object].leading.push_back(r);
    }
    if (rule.kind == Kind::SendIn || rule.kind == Kind::Division)
      most_received = std::max(
          {most_received, static_cast<u32>(rule.right.size()), static_cast<u32>(rule.second.size())});
  }
  for (std::size_t of = 0; of < classes.size(); ++of) {
    RuleClass& rule_class = classes[of];
    rule_class.send_ins.first = static_cast<u32>(send_ins.size());
    send_ins.insert(send_ins.end(), entering[of].begin(), entering[of].end());
    rule_class.send_ins.last = static_cast<u32>(send_ins.size());
    if (consumers[of].empty()) continue;
    rule_class.first_object = consumers[of].begin()->first;
    rule_class.objects = consumers[of].rbegin()->first - rule_class.first_object + 1;
    rule_class.uses = static_cast<u32>(uses.size());
    for (u32 i = 0; i < rule_class.objects; ++i) uses.push_back({Use::Stays, rule_class.first_object + i});
    for (const auto& [object, those] : consumers[of])
      uses[rule_class.uses + object - rule_class.first_object] = use_by(*this, those);
  }
}

}  // namespace morula::membrane
