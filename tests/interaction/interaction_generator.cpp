// Random communities: preys, rates, orders, feedback, replicas and all observables.
#include <algorithm>

#include "tests/random/flow.h"
#include "tests/random/random_lattice.h"
#include "tests/random/random_model.h"

namespace morula::test {
namespace {

class InteractionGenerator {
 public:
  explicit InteractionGenerator(Choices& choose)
      : choose_(choose),
        is_sequential_(choose.percent(12)),
        needs_kin_(choose.percent(15)),
        ends_with_extinction_(choose.percent(20)),
        replicas_(choose.percent(30) ? choose.whole(2, 9) : 1),
        lattice_(choose, {.most_sites = (ends_with_extinction_ ? 200 : 5000) / replicas_,
                          .shortest_periodic = is_sequential_ ? u64{1}
                                               : needs_kin_   ? u64{3}
                                                              : u64{2},
                          .even_percent = 80}) {}

  RandomModel draw() {
    choose_species();
    add_choices();
    add_rates();
    add_watching();
    const std::string initial = initial_state();
    const u64 seed = choose_.magnitude(0, ~u64{0});
    const u64 steps = choose_.whole(1, ends_with_extinction_ ? 300 : 30);
    model_.text =
        fmt::format("model: interaction\nseed: {}\nsteps: {}\nlattice: {}\n", seed, steps, lattice_.text());
    if (replicas_ > 1) {
      model_.text += fmt::format("replicas: {}\n", replicas_);
      if (choose_.percent(10)) model_.text += fmt::format("replica: {}\n", choose_.whole(0, replicas_ - 1));
    }
    model_.text += fmt::format("interaction: {}\ninitial: {}\n", section_.text(), initial);
    model_.engines = {{"interaction.engine=plain"}, {"interaction.engine=fast"}};
    return std::move(model_);
  }

 private:
  void choose_species() {
    const u64 kind = choose_.whole(0, 19);
    const u64 count = kind == 0   ? 1
                      : kind < 14 ? choose_.whole(2, 5)
                      : kind < 18 ? choose_.whole(6, 15)
                                  : choose_.whole(16, 40);
    const std::vector<std::string> known = {"red", "blue", "yellow", "green", "purple"};
    if (count <= known.size() && choose_.percent(60)) {
      names_.assign(known.begin(), known.begin() + static_cast<std::ptrdiff_t>(count));
      section_.add("species", flow_list(names_));
    } else {
      for (u64 i = 1; i <= count; ++i) names_.push_back(fmt::format("species_{}", i));
      section_.add("species", count);
    }
  }

  void add_choices() {
    const auto sometimes = [&](const char* key, std::initializer_list<const char*> values) {
      if (choose_.percent(50)) section_.add(key, choose_.one_of(values));
    };
    sometimes("mobility", {"swap", "into-empty"});
    if (needs_kin_) section_.add("reproduction", "with-kin");
    if (choose_.percent(30)) section_.add("predation", "replaced");
    if (lattice_.dimensions == 2)
      sometimes("neighbourhood", {"moore", "von-neumann"});
    else
      sometimes("neighbourhood", {"26", "18", "6", "moore", "von-neumann"});
    if (is_sequential_)
      section_.add("order", "sequential");
    else if (choose_.percent(25))
      section_.add("refine", choose_.one_of(std::vector<u64>{1, 2, 3, 4, 5, 8, 17, 100}));
  }

  // ---- rates, in a unit in which they add up to at most `unit_`

  struct Rates {
    u64 mobility = 0, reproduction = 0, predation = 0;
  };

  std::string rate(u64 units) const {
    return fmt::format("{}", static_cast<double>(units) * scale_ / static_cast<double>(unit_));
  }

  Rates choose_rates() {
    const std::vector<u64> parts = choose_.parts(choose_.percent(40) ? 3 : 4, unit_);
    return {parts[0], parts[1], parts[2]};
  }

  // Rates with few binary digits, or with many: their number decides how many digits are drawn.
  void add_rates() {
    unit_ = choose_.one_of(std::vector<u64>{4, 32, 1000, 999983});
    if (choose_.percent(15)) {
      scale_ = 7.25;
      section_.add("normalise", "true");
    }
    const bool per_species = choose_.percent(25);
    rates_.push_back(choose_rates());
    while (rates_.size() < names_.size()) rates_.push_back(per_species ? choose_rates() : rates_.front());
    const bool by_pair = add_preys();
    FlowMap rates;
    rates.add("mobility", of_species(per_species, &Rates::mobility));
    rates.add("reproduction", of_species(per_species, &Rates::reproduction));
    if (!by_pair) rates.add("predation", of_species(per_species, &Rates::predation));
    section_.add("rates", rates);
    if (choose_.percent(20)) add_feedback();
  }

  std::string of_species(bool per_species, u64 Rates::*which) const {
    if (!per_species) return rate(rates_.front().*which);
    FlowMap map;
    for (std::size_t i = 0; i < names_.size(); ++i) map.add(names_[i], rate(rates_[i].*which));
    return map.text();
  }

  // Returns true if a matrix gives a rate for every pair.
  bool add_preys() {
    const u64 kind = choose_.whole(0, 9);
    if (kind < 6 && names_.size() > 1) {
      section_.add("preys", "cyclic");
      has_prey_ = true;
      return false;
    }
    if (kind < 8 || names_.size() > 12) {
      FlowMap lists;
      for (const std::string& predator : names_) {
        const std::vector<std::string> preys = choose_.some_of(names_, 30);
        if (preys.empty()) continue;
        lists.add(predator, flow_list(preys));
        has_prey_ = true;
      }
      section_.add("preys", lists);
      return false;
    }
    add_matrix();
    return true;
  }

  // Either any rates, or one rate for all preys, which bit planes can compute.
  void add_matrix() {
    const bool one_rate = choose_.percent(50);
    std::vector<std::string> rows;
    for (const Rates& predator : rates_) {
      std::vector<std::string> row;
      for (std::size_t prey = 0; prey < names_.size(); ++prey) {
        const u64 units = !choose_.percent(40) ? 0
                          : one_rate           ? predator.predation
                                               : choose_.whole(0, predator.predation);
        row.push_back(rate(units));
        has_prey_ = has_prey_ || units > 0;
      }
      rows.push_back(flow_list(row));
    }
    section_.add("preys", flow_list(rows));
  }

  void add_feedback() {
    std::vector<const char*> which = {"mobility", "reproduction"};
    const bool preys_at_all = std::ranges::any_of(rates_, [](const Rates& r) { return r.predation > 0; });
    if (has_prey_ && preys_at_all && names_.size() > 1) which.push_back("predation");
    const std::string chosen = choose_.one_of(which);
    u64 greatest_remainder = 0;
    for (const Rates& rates : rates_) {
      const u64 total = rates.mobility + rates.reproduction + rates.predation;
      greatest_remainder =
          std::max(greatest_remainder, total - (chosen == "mobility"       ? rates.mobility
                                                : chosen == "reproduction" ? rates.reproduction
                                                                           : rates.predation));
    }
    section_.add("feedback",
                 FlowMap("rate", chosen)
                     .add("every", choose_.whole(1, 12))
                     .add("at_zero_entropy", rate(choose_.whole(0, unit_ - greatest_remainder)))
                     .add("at_greatest_entropy", rate(choose_.whole(0, unit_ - greatest_remainder))));
  }

  void add_watching() {
    if (ends_with_extinction_) section_.add("until", "extinction");
    const std::vector<std::string> names = {"densities", "entropy", "interface", "correlation", "extinction"};
    if (choose_.percent(60)) section_.add("observe", flow_list(choose_.some_of(names, 40)));
  }

  // ---- initial state

  std::string initial_state() {
    const u64 kind = choose_.whole(0, 9);
    // Some individuals of each species at the start.
    if (kind < 3 || ends_with_extinction_) return "{fractions: equal}";
    if (kind == 3) return pattern();
    std::vector<u64> parts = choose_.parts(names_.size() + 1, 1000);
    FlowMap fractions;
    if (kind < 6) fractions.add("empty", thousandths(parts.back()));
    for (std::size_t i = 0; i < names_.size(); ++i) fractions.add(names_[i], thousandths(parts[i]));
    return kind % 2 == 0 ? fractions.text() : FlowMap("fractions", fractions).text();
  }

  static std::string thousandths(u64 part) { return fmt::format("{}", static_cast<double>(part) / 1000); }

  std::string pattern() {
    const std::string file = lattice_.dimensions == 2 ? "start.png" : "start";
    model_.pictures[file] = random_picture(choose_, lattice_.extent, names_.size());
    return FlowMap("pattern", FlowMap("file", file)).text();
  }

  Choices& choose_;
  RandomModel model_;
  const bool is_sequential_, needs_kin_, ends_with_extinction_;  // an extinction comes soon on small lattices
  const u64 replicas_;
  RandomLattice lattice_;
  FlowMap section_;
  std::vector<std::string> names_;
  u64 unit_ = 4;
  double scale_ = 1;
  std::vector<Rates> rates_;  // for each species
  bool has_prey_ = false;
};

const GeneratorOf communities("interaction",
                              [](Choices& choose) { return InteractionGenerator(choose).draw(); });

}  // namespace
}  // namespace morula::test
