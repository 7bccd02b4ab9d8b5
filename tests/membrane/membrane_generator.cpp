// Random P systems with all kinds of rules, nested membranes and objects that rules compete for.
#include <set>

#include "tests/random/flow.h"
#include "tests/random/random_model.h"

namespace morula::test {
namespace {

class RandomSystemText {
 public:
  explicit RandomSystemText(Choices& choose)
      : choose_(choose), objects_(choose.whole(2, 6)), labels_(choose.whole(2, 4)) {
    dividing_ = choose.whole(1, labels_ - 1);
  }

  std::string text() {
    std::string text = "def main()\n{\n  @mu = " + membrane(0, 0) + ";\n";
    for (const u64 label : used_labels_) text += fmt::format("  @ms(l{}) = {};\n", label, multiset(4, 5));
    for (u64 rules = choose_.whole(4, 16); rules > 0; --rules) text += "  " + rule() + ";\n";
    return text + "}\n";
  }
  std::vector<std::string> objects() const { return {used_objects_.begin(), used_objects_.end()}; }

 private:
  std::string membrane(u64 label, u64 depth) {
    std::string inside;
    used_labels_.insert(label);
    for (u64 children = depth < 3 ? choose_.whole(0, 2) : 0; children > 0; --children)
      inside += membrane(choose_.whole(1, labels_ - 1), depth + 1);
    return fmt::format("{}[{}]'l{}", charge(), inside, label);
  }
  std::string charge() { return choose_.percent(70) ? "" : choose_.one_of({"+", "-"}); }
  std::string object() {
    const std::string name = fmt::format("o{{7,{}}}", choose_.whole(1, objects_));
    used_objects_.insert(name);
    return name;
  }
  std::string multiset(u64 most_sorts, u64 most_of_each) {
    std::string text;
    for (u64 sorts = choose_.whole(0, most_sorts); sorts > 0; --sorts) {
      const std::string object_name = object();
      text += fmt::format("{}{}*{}", text.empty() ? "" : ", ", object_name, choose_.whole(1, most_of_each));
    }
    return text.empty() ? "#" : text;
  }
  std::string products() {
    const std::string text = multiset(2, 2);
    return text == "#" ? "" : text;
  }

  // Only membranes of one label divide: nested dividing membranes would soon be too many.
  std::string rule() {
    const u64 label = choose_.whole(0, labels_ - 1);
    const std::string before = charge(), after = charge();
    switch (choose_.whole(0, 8)) {
      case 0:
      case 1:
      case 2: {
        const std::string reactant = object();
        const u64 number = choose_.whole(1, 2);
        return fmt::format("{}[{}*{} --> {}]'l{}", before, reactant, number, multiset(2, 2), label);
      }
      case 3: {
        const std::string first = object(), second = object();
        return fmt::format("{}[{}, {} --> {}]'l{}", before, first, second, multiset(2, 2), label);
      }
      case 4: {
        const std::string reactant = object();
        return fmt::format("{} {}[]'l{} --> {}[{}]", reactant, before, label, after, products());
      }
      case 5: {
        const std::string sent = object();
        return fmt::format("{}[{}]'l{} --> {}[] {}", before, sent, label, after, products());
      }
      case 6: {
        const std::string reactant = object();
        return fmt::format("{}[{}]'l{} --> {}", before, reactant, label, products());
      }
      default: {
        const std::string reactant = object(), first = products(), second_charge = charge();
        return fmt::format("{}[{}]'l{} --> {}[{}] {}[{}]", before, reactant, dividing_, after, first,
                           second_charge, products());
      }
    }
  }

  Choices& choose_;
  u64 objects_, labels_, dividing_ = 1;
  std::set<u64> used_labels_;
  std::set<std::string> used_objects_;
};

std::string as_block(const std::string& text, const std::string& indent) {
  std::string block = "|\n" + indent;
  for (const char letter : text) block += letter == '\n' ? "\n" + indent : std::string(1, letter);
  return block;
}

RandomModel random_membranes(Choices& choose) {
  RandomSystemText system(choose);
  const std::string text = system.text();
  const u64 seed = choose.magnitude(0, ~u64{0});
  RandomModel model;
  model.text = fmt::format("model: membrane\nseed: {}\nmembrane:\n", seed);
  if (choose.percent(50)) {
    model.text += "  file: system.pli\n";
    model.files["system.pli"] = text;
  } else {
    model.text += "  rules: " + as_block(text, "    ") + "\n";
  }
  model.text += fmt::format("  choice: {}\n", choose.one_of({"random", "first"}));
  model.text += fmt::format("  parallelism: {}\n", choose.percent(70) ? "maximal" : "once");
  model.text += fmt::format("steps: {}\n", choose.whole(1, 7));
  std::vector<std::string> observed;
  for (const std::string& object : choose.some_of(system.objects(), 60))
    observed.push_back('"' + object + '"');
  model.text += fmt::format("output: {{series: {{every: 1, by_charge: {}, objects: {}}}}}\n",
                            choose.percent(50) ? "true" : "false", flow_list(observed));
  return model;
}

const GeneratorOf membranes("membrane", random_membranes);

}  // namespace
}  // namespace morula::test
