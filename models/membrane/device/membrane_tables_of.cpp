#include "models/membrane/device/membrane_tables_of.h"

#include <fmt/format.h>

#include <algorithm>

#include "texts/morula_gpu.h"
#include "texts/morula_membrane.h"

namespace morula::membrane {
namespace {

constexpr gpu::Text narrow_names{"models/membrane/device/narrow", R"(
#define OWN(name) narrow_##name
#define narrow_Place NarrowPlace
#define HELD COUNT
#define LARGEST COUNT_MOST
#define AT(object) ((object) * stride + column)
#define WITH_CHILDREN 0
)"};
constexpr gpu::Text wide_names{"models/membrane/device/wide", R"(
#undef OWN
#undef HELD
#undef LARGEST
#undef AT
#undef WITH_CHILDREN
#define OWN(name) wide_##name
#define wide_Place WidePlace
#define HELD u64
#define LARGEST 0xFFFFFFFFFFFFFFFFu
#define AT(object) (column + (object))
#define WITH_CHILDREN 1
)"};

// Must agree with membrane_tables.h.
enum Table : u32 {
  RulesAt,
  TermObjectsAt,
  SendIndexAt,
  SendObjectsAt,
  OutIndexAt,
  OutRulesAt,
  SendInsAt,
  ClassesAt,
  AskingAt,
  UsesAt,
  EvolutionsAt,
  NeededAt,
  AskedAt,
  table_count
};

u32 rounded_up(u32 number, u32 to) { return (number + to - 1) / to * to; }

}  // namespace

MembraneTables::MembraneTables(const Plan& plan) : words(table_count), objects(plan.objects()) {
  add_rules(plan);
  add_classes(plan);
}

void MembraneTables::add_rules(const Plan& plan) {
  const std::vector<Rule>& rules = plan.system.rules;
  std::vector<u32> term_objects;
  const auto add = [&](const Multiset& multiset) {
    words.push_back(static_cast<u32>(term_objects.size()));
    for (const Term& term : multiset) {
      term_objects.push_back(term.object);
      counts.push_back(term.count);
    }
    words.push_back(static_cast<u32>(term_objects.size()));
  };
  words[RulesAt] = begin();
  for (const Rule& rule : rules) {
    words.insert(words.end(),
                 {static_cast<u32>(rule.kind), rule.label, rule.charge_after, rule.second_charge_after});
    add(rule.left);
    add(rule.right);
    add(rule.second);
  }
  words[TermObjectsAt] = begin();
  words.insert(words.end(), term_objects.begin(), term_objects.end());
  std::vector<u32> send_index(objects), send_objects, out_index(rules.size()), out_rules;
  std::vector<bool> seen(objects);
  for (u32 r = 0; r < rules.size(); ++r) {
    const u32 object = rules[r].left[0].object;
    if (rules[r].kind == Kind::SendIn && !seen[object]) {
      seen[object] = true;
      send_index[object] = static_cast<u32>(send_objects.size());
      send_objects.push_back(object);
    }
    if (rules[r].kind == Kind::SendOut) {
      out_index[r] = static_cast<u32>(out_rules.size());
      out_rules.push_back(r);
    }
  }
  any_send_in = !send_objects.empty();
  send_objects.resize(rounded_up(static_cast<u32>(send_objects.size()) + 1, 16));
  out_rules.resize(rounded_up(static_cast<u32>(out_rules.size()) + 1, 16));
  sendable = static_cast<u32>(send_objects.size());
  outs = static_cast<u32>(out_rules.size());
  const auto table = [&](Table name, const std::vector<u32>& values) {
    words[name] = begin();
    words.insert(words.end(), values.begin(), values.end());
  };
  table(SendIndexAt, send_index);
  table(SendObjectsAt, send_objects);
  table(OutIndexAt, out_index);
  table(OutRulesAt, out_rules);
  table(SendInsAt, plan.send_ins);
}

void MembraneTables::add_classes(const Plan& plan) {
  std::vector<u32> classes, asking, asked, uses, evolutions;
  for (const RuleClass& of : plan.classes) {
    std::vector<u32> competing;
    const u32 first_asked = static_cast<u32>(asked.size());
    const u32 first_use = static_cast<u32>(uses.size() / 2);
    for (u32 i = 0; i < of.objects; ++i) {
      const u32 object = of.first_object + i;
      const Use use = plan.use_of(of, object);
      uses.insert(uses.end(), {use.what, use.value});
      if (use.what != Use::Asked) continue;
      asked.push_back(object);
      const Range leading = plan.asked[use.value];
      competing.insert(competing.end(), plan.asking.begin() + leading.first,
                       plan.asking.begin() + leading.last);
    }
    std::sort(competing.begin(), competing.end());
    most_asked = std::max(most_asked, static_cast<u32>(competing.size()));
    classes.insert(classes.end(), {of.send_ins.first, of.send_ins.last, static_cast<u32>(asking.size()),
                                   static_cast<u32>(asking.size() + competing.size()), first_asked,
                                   static_cast<u32>(asked.size()), of.first_object, of.objects, first_use});
    asking.insert(asking.end(), competing.begin(), competing.end());
  }
  words[NeededAt] = static_cast<u32>(counts.size());
  for (const Evolution& evolution : plan.evolutions) {
    evolutions.push_back(evolution.rule);
    counts.push_back(evolution.needed);
  }
  most_asked = rounded_up(most_asked + 1, 32);
  const auto table = [&](Table name, const std::vector<u32>& values) {
    words[name] = begin();
    words.insert(words.end(), values.begin(), values.end());
  };
  table(ClassesAt, classes);
  table(AskingAt, asking);
  table(AskedAt, asked);
  table(UsesAt, uses);
  table(EvolutionsAt, evolutions);
}

gpu::Source MembraneTables::source(const Modes& modes, u32 bytes) const {
  namespace text = gpu::text::models::membrane::device;
  gpu::Source source{"membrane",
                     {gpu::text::core::philox, gpu::text::core::draw, gpu::text::core::mix,
                      text::membrane_tables, narrow_names, text::own_rules, wide_names, text::own_rules,
                      text::selection_kernels, text::shape_kernels, text::measure_kernels},
                     {}};
  source.define("COUNT", "u" + std::to_string(8 * bytes));
  source.define("COUNT_MOST", bytes == 8 ? std::string("0xFFFFFFFFFFFFFFFFu")
                                         : fmt::format("{:#x}u", (u64{1} << (8 * bytes)) - 1));
  return source.define("OBJECTS", fmt::format("{}u", std::max(objects, 1u)))
      .define("SENDABLE", fmt::format("{}u", sendable))
      .define("OUTS", fmt::format("{}u", outs))
      .define("MOST_ASKED", fmt::format("{}u", most_asked))
      .define("RANDOM", std::string(modes.random ? "1" : "0"))
      .define("ONCE", std::string(modes.once ? "1" : "0"))
      .define("GROUP", fmt::format("{}u", membrane_group));
}

}  // namespace morula::membrane
