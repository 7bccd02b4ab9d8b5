// Generates random automata: rules in every notation, WireWorld, excitable tissue, and every kind of initial
// state.
#include <algorithm>
#include <array>

#include "tests/automaton/random_tissue.h"
#include "tests/random/flow.h"
#include "tests/random/random_lattice.h"
#include "tests/random/random_model.h"

namespace morula::test {
namespace {

// May the axes of an automaton have different boundaries?
constexpr bool automata_have_mixed_boundaries = true;

// A state as RLE writes it: ., A … X, pA … yO.
std::string rle_letter(u64 state) {
  if (state == 0) return ".";
  const u64 page = (state - 1) / 24;
  const auto letter = std::string(1, static_cast<char>('A' + (state - 1) % 24));
  return page == 0 ? letter : std::string(1, static_cast<char>('p' + page - 1)) + letter;
}

class AutomatonGenerator {
 public:
  explicit AutomatonGenerator(Choices& choose)
      : choose_(choose),
        lattice_(choose, {.most_sites = choose.percent(10) ? u64{40000} : u64{4000},
                          .has_mixed_boundary = automata_have_mixed_boundaries}) {}

  RandomModel draw() {
    choose_neighbourhood();
    const bool is_tissue = choose_.percent(30);
    if (is_tissue)
      add_tissue();
    else
      add_rule();
    FlowMap initial;
    if (!is_tissue || choose_.percent(60)) initial = initial_states();
    // A pattern's own rule replaces the key.
    if (rule_ != "" && !rule_is_in_pattern_) section_.add("rule", '"' + rule_ + '"');
    const u64 seed = choose_.magnitude(0, ~u64{0}), steps = choose_.whole(1, 40);
    model_.text = fmt::format("model: automaton\nseed: {}\nsteps: {}\nlattice: {}\nautomaton: {}\n", seed,
                              steps, lattice_.text(), section_.text());
    if (!initial.empty()) model_.text += fmt::format("initial: {}\n", initial.text());
    model_.engines = {{"automaton.engine=plain"},
                      {"automaton.engine=bitplane"},
                      {"automaton.engine=bitplane", "automaton.quiet_regions=compute"}};
    return std::move(model_);
  }

 private:
  bool is_2d() const { return lattice_.dimensions == 2; }

  void add_tissue() {
    if (!neighbourhood_.empty()) section_.add("neighbourhood", neighbourhood_);
    RandomTissue tissue(choose_, lattice_, reach_);
    section_.add("tissue", tissue.draw(model_));
    states_ = tissue.common_phases();
  }

  void choose_neighbourhood() {
    const std::vector<std::string> names =
        is_2d() ? std::vector<std::string>{"", "moore", "von-neumann"}
                : std::vector<std::string>{"", "26", "moore", "18", "6", "von-neumann"};
    neighbourhood_ = choose_.one_of(names);
    const std::string& name = neighbourhood_;
    reach_ = name == "von-neumann" || name == "6" ? 1 : name == "18" || is_2d() ? 2 : 3;
    neighbours_ = is_2d() ? (reach_ == 1 ? 4 : 8) : (reach_ == 1 ? 6 : reach_ == 2 ? 18 : 26);
  }

  // ---- rules

  void add_rule() {
    const u64 kind = choose_.whole(0, 99);
    if (kind < 10) {
      rule_ = choose_.one_of({"WireWorld", "wireworld"});
      states_ = 4;
    } else if (kind < 30 && is_2d() && reach_ == 2) {
      const std::string births = hensel_counts(), survivals = hensel_counts();
      rule_ = lettered("B" + births, "S" + survivals);
    } else {
      rule_ = counts_rule();
    }
    if (!neighbourhood_.empty()) section_.add("neighbourhood", neighbourhood_);
  }

  std::string counts_rule() {
    const std::string births = counts(choose_.percent(10) ? 0 : 1, choose_.whole(20, 60));
    const std::string survivals = counts(0, choose_.whole(0, 70));
    // Golly's 3D notation names the neighbourhood; a suffix does too.
    if (!is_2d() && neighbourhood_.empty() && choose_.percent(30)) return "3D" + survivals + '/' + births;
    const u64 kind = choose_.whole(0, 9);
    std::string rule = kind < 6   ? lettered("B" + births, "S" + survivals)
                       : kind < 8 ? lettered(survivals, births)  // the older convention
                                  : lettered("S" + survivals, "B" + births);
    if (reach_ == 1 && choose_.percent(20)) rule += 'V';
    return rule;
  }

  // Two lists, and the number of states of Generations.
  std::string lettered(const std::string& first, const std::string& second) {
    std::string rule = first + '/' + second;
    if (choose_.percent(50)) return rule;
    states_ = choose_.percent(80) ? choose_.whole(2, 9) : choose_.magnitude(10, 256);
    return rule + '/' + choose_.one_of({"C", "G", ""}) + std::to_string(states_);
  }

  std::string counts(unsigned least, u64 percent_of_each) {
    std::vector<std::string> words;
    for (unsigned count = least; count <= neighbours_; ++count) {
      if (!choose_.percent(percent_of_each)) continue;
      const u64 last = std::min<u64>(choose_.whole(count, count + 4), neighbours_);
      if (last > count && choose_.percent(20)) {
        words.push_back(fmt::format("{}..{}", count, last));
        count = static_cast<unsigned>(last);
      } else {
        words.push_back(std::to_string(count));
      }
    }
    const bool ranges = std::ranges::any_of(words, [](const std::string& word) { return word.size() > 2; });
    return fmt::format("{}", fmt::join(words, neighbours_ > 9 || ranges ? "," : ""));
  }

  std::string hensel_counts() {
    constexpr std::array<const char*, 5> letters = {"", "ce", "aceikn", "aceijknqry", "aceijknqrtwyz"};
    std::string text;
    for (unsigned count = 1; count <= 8; ++count) {
      if (!choose_.percent(50)) continue;
      text += std::to_string(count);
      const std::string allowed = letters[std::min(count, 8 - count)];
      std::string chosen;
      for (const char letter : allowed)
        if (choose_.percent(40)) chosen += letter;
      if (!chosen.empty()) text += (choose_.percent(30) ? "-" : "") + chosen;
    }
    return text;
  }

  // ---- initial states

  FlowMap initial_states() {
    FlowMap initial;
    const bool has_pattern = choose_.percent(25);
    if (!has_pattern || choose_.percent(50)) initial.add("random", random_states());
    if (choose_.percent(20)) initial.add("cells", cells());
    if (has_pattern) add_patterns(initial);
    return initial;
  }

  // Either dense, or mostly at rest.
  FlowMap random_states() {
    FlowMap random;
    const u64 most = choose_.one_of(std::vector<u64>{10, 40, 60, 100});
    if (states_ == 2 || choose_.percent(30)) {
      random.add("density", static_cast<double>(choose_.whole(most / 3, most)) / 100);
    } else {
      FlowMap fractions;
      u64 left = most;
      for (u64 state = 1; state < states_ && left > 0; ++state) {
        if (!choose_.percent(states_ > 10 ? 10 : 60)) continue;
        const u64 share = choose_.whole(0, left);
        fractions.add(std::to_string(state), static_cast<double>(share) / 100);
        left -= share;
      }
      random.add("fractions", fractions);
    }
    if (choose_.percent(25)) random.add("box", lattice_.box(choose_));
    return random;
  }

  std::string cells() {
    std::vector<std::string> parts;
    for (u64 i = choose_.whole(1, 6); i > 0; --i) {
      const std::string at = flow_list(lattice_.site(choose_));
      parts.push_back(
          choose_.percent(50) ? at : FlowMap("at", at).add("state", choose_.whole(0, states_ - 1)).text());
    }
    return flow_list(parts);
  }

  void add_patterns(FlowMap& initial) {
    std::vector<std::string> parts;
    for (u64 i = choose_.whole(1, 2); i > 0; --i) parts.push_back(pattern(i).text());
    if (parts.size() == 1 && choose_.percent(50))
      initial.add("pattern", parts.front());
    else
      initial.add("patterns", flow_list(parts));
  }

  FlowMap pattern(u64 number) {
    const std::vector<u64> at = lattice_.site(choose_);
    const u64 width = choose_.whole(1, std::min<u64>(lattice_.extent.x - at[0], 30));
    const u64 height = choose_.whole(1, std::min<u64>(lattice_.extent.y - at[1], 12));
    const bool is_picture = choose_.percent(40);
    const std::string name = fmt::format("pattern-{}.{}", number, is_picture ? "png" : "rle");
    if (is_picture)
      model_.pictures[name] = random_picture(choose_, {width, height, 1}, states_ - 1);
    else
      model_.files[name] = rle(width, height);
    return FlowMap("file", name).add("at", flow_list(at));
  }

  // A rule of single digits may be given only in the header of a pattern.
  std::string rle(u64 width, u64 height) {
    std::string text = fmt::format("x = {}, y = {}", width, height);
    const bool is_plain_rule = rule_.starts_with("B") && rule_.find_first_of(",.") == std::string::npos;
    if (is_plain_rule && (rule_is_in_pattern_ || choose_.percent(30))) {
      rule_is_in_pattern_ = true;
      text += ", rule = " + rule_;
    }
    text += '\n';
    for (u64 y = 0; y < height; ++y) {
      for (u64 x = 0; x < width;) {
        const u64 run = choose_.whole(1, std::min<u64>(width - x, 4));
        text += (run > 1 ? std::to_string(run) : "") + rle_letter(choose_.whole(0, states_ - 1));
        x += run;
      }
      text += y + 1 < height ? "$\n" : "!\n";
    }
    return text;
  }

  Choices& choose_;
  RandomModel model_;
  RandomLattice lattice_;
  FlowMap section_;
  std::string neighbourhood_;  // as in the model file; empty for the default
  int reach_ = 2;
  unsigned neighbours_ = 8;
  std::string rule_;
  bool rule_is_in_pattern_ = false;
  u64 states_ = 2;  // number of states that initial states may use
};

const GeneratorOf automata("automaton", [](Choices& choose) { return AutomatonGenerator(choose).draw(); });

}  // namespace
}  // namespace morula::test
