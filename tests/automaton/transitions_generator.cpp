// Generates random automata whose rules are written as transitions with formulas. The formulas have an answer
// at every site.
#include <string>
#include <vector>

#include "tests/random/flow.h"
#include "tests/random/random_lattice.h"
#include "tests/random/random_model.h"

namespace morula::test {
namespace {

class TransitionsGenerator {
 public:
  explicit TransitionsGenerator(Choices& choose)
      : choose_(choose), lattice_(choose, {.most_sites = 3000}), states_(choose.whole(2, 5)) {}

  RandomModel draw() {
    std::vector<std::string> names;
    for (u64 state = 0; state < states_; ++state) names.push_back(name_of(state));
    FlowMap section("states", flow_list(names));
    if (choose_.percent(50)) section.add("neighbourhood", lattice_.dimensions == 2 ? "von-neumann" : "6");
    section.add(
        "parameters",
        FlowMap("p", 0.01 * static_cast<double>(choose_.whole(0, 100))).add("n", choose_.whole(0, 4)));
    is_deterministic_ = choose_.percent(20);
    if (choose_.percent(60)) {
      section.add("define", FlowMap("near", quoted(truth(2))).add("size", quoted(whole(2))));
      has_definitions_ = true;
    }
    std::vector<std::string> transitions;
    for (u64 i = choose_.whole(1, 4); i > 0; --i) transitions.push_back(transition().text());
    section.add("transitions", flow_list(transitions));
    FlowMap fractions;
    for (u64 state = 1; state < states_; ++state)
      fractions.add(name_of(state), 0.8 / static_cast<double>(states_));
    const u64 seed = choose_.magnitude(0, ~u64{0}), steps = choose_.whole(1, 20);
    RandomModel model;
    model.text = fmt::format(
        "model: automaton\nseed: {}\nsteps: {}\nlattice: {}\nautomaton: {}\ninitial: {}\n", seed, steps,
        lattice_.text(), section.text(), FlowMap("random", FlowMap("fractions", fractions)).text());
    model.engines = {{"automaton.engine=plain"}, {"automaton.engine=bitplane"}};
    return model;
  }

 private:
  static std::string name_of(u64 state) { return std::string("s") + std::to_string(state); }
  static std::string quoted(const std::string& formula) { return '"' + formula + '"'; }

  FlowMap transition() {
    FlowMap transition;
    if (choose_.percent(70)) transition.add("from", name_of(choose_.whole(0, states_ - 1)));
    if (choose_.percent(80)) transition.add("when", quoted(truth(3)));
    const bool is_name = choose_.percent(60);
    return transition.add("to", is_name ? name_of(choose_.whole(0, states_ - 1))
                                        : quoted(fmt::format("({}) % {}", whole(2), states_)));
  }

  std::string condition_on_neighbour() {
    switch (choose_.whole(0, 3)) {
      case 0:
        return name_of(choose_.whole(0, states_ - 1));
      case 1:
        return fmt::format("state >= {}", choose_.whole(0, states_ - 1));
      case 2:
        return fmt::format("state == (here + {}) % {}", choose_.whole(0, 2), states_);
      default:
        return "state != here and state <= n";
    }
  }

  std::string offset() {
    std::vector<std::string> parts;
    for (unsigned axis = 0; axis < lattice_.dimensions; ++axis)
      parts.push_back(std::to_string(static_cast<int>(choose_.whole(0, choose_.percent(80) ? 2 : 6)) - 1));
    return fmt::format("{}", fmt::join(parts, ", "));
  }

  std::string whole(int depth) {
    if (depth == 0 || choose_.percent(20)) return whole_leaf();
    const std::string first = whole(depth - 1), second = whole(depth - 1);
    switch (choose_.whole(0, 5)) {
      case 0:
        return fmt::format("({} + {})", first, second);
      case 1:
        return fmt::format("({} - {})", first, second);
      case 2:
        return fmt::format("max({}, {})", first, second);
      case 3:
        return fmt::format("({} // {})", first, choose_.whole(1, 5));
      case 4:
        return fmt::format("(if {} then {} else {})", truth(depth - 1), first, second);
      default:
        return fmt::format("floor(({} + 0.5) * 0.75)", first);
    }
  }

  std::string whole_leaf() {
    switch (choose_.whole(0, is_deterministic_ ? 3 : 9)) {
      case 0:
        return "state";
      case 1:
      case 2:
        return fmt::format("count({})", condition_on_neighbour());
      case 3:
        return std::to_string(choose_.whole(0, 9));
      case 4:
        return fmt::format("at({})", offset());
      case 5:
        return fmt::format("total({})", name_of(choose_.whole(0, states_ - 1)));
      case 6:
        return choose_.one_of({"x", "y"});
      case 7:
        return "step";
      case 8:
        return has_definitions_ ? "size" : "n";
      default:
        return "n";
    }
  }

  std::string truth(int depth) {
    const u64 kind = choose_.whole(0, 9);
    if (depth == 0 || kind < 5)
      return fmt::format("{} {} {}", whole(depth > 0 ? depth - 1 : 0),
                         choose_.one_of({"<", ">", "==", "!=", "<="}), whole(0));
    if (kind < 7)
      return fmt::format("({}) {} ({})", truth(depth - 1), choose_.one_of({"and", "or"}), truth(depth - 1));
    if (kind == 7) return fmt::format("not ({})", truth(depth - 1));
    if (is_deterministic_) return has_definitions_ ? "near" : "true";
    if (kind == 8) return choose_.one_of({"chance(p)", "chance(0.3)", "chance(1 / (1 + count(s1)))"});
    return "uniform() < 0.25 * (1 + state)";
  }

  Choices& choose_;
  RandomLattice lattice_;
  u64 states_;
  bool has_definitions_ = false, is_deterministic_ = false;
};

const GeneratorOf transitions("transitions",
                              [](Choices& choose) { return TransitionsGenerator(choose).draw(); });

}  // namespace
}  // namespace morula::test
