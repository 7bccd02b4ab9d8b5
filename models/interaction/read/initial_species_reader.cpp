#include "models/interaction/read/initial_species_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "models/initial_reader.h"
#include "models/sites/formula_states_reader.h"
#include "models/sites/site_vocabulary.h"
#include "models/volume_reader.h"

namespace morula {
namespace {

const std::vector<std::string> start_keys = {"fractions", "pattern", "formula"};  // keys other than `run`
constexpr double rounding_of_fractions = 1e-9;  // tolerance for decimals that add up to 1 on paper

std::vector<std::string> state_names(const InteractionSpec& interaction) {
  std::vector<std::string> names = {"empty"};
  for (const Species& species : interaction.species) names.push_back(species.name);
  return names;
}

// Reads the section at `path`, whose keys are states. If `empty` is not among them, it gets the fraction that
// is missing to 1.
std::vector<u64> read_fractions(io::Section& section, const std::string& path,
                                const InteractionSpec& interaction) {
  std::vector<double> fractions;
  for (const std::string& name : state_names(interaction)) {
    const auto fraction = section.real(name, 0, 1);
    if (!fraction && section.has(name)) return {};  // the error has been noted
    fractions.push_back(fraction.value_or(0));
  }
  const double sum = std::accumulate(fractions.begin(), fractions.end(), 0.0);
  const auto wrong = [&](const char* remedy) {
    section.problems().add(section.place(), path, fmt::format("add up to {:.6g}; {}", sum, remedy));
    return std::vector<u64>{};
  };
  if (sum > 1 + rounding_of_fractions) return wrong("must be at most 1");
  if (section.has("empty") && sum < 1 - rounding_of_fractions)
    return wrong("must add up to 1, or leave out 'empty', which then takes the rest");
  if (sum < 1 - rounding_of_fractions) fractions[EMPTY] = 1 - sum;
  return counts_by_fraction(fractions, interaction.lattice.global.sites());
}

std::vector<u64> read_shares(io::Section& initial, const InteractionSpec& interaction) {
  const io::Value& written = *initial.value("fractions");
  if (written.kind == io::Value::Kind::Map) {
    auto section = *initial.section("fractions");
    const auto counts = read_fractions(section, initial.path_of("fractions"), interaction);
    section.finish();
    return counts;
  }
  if (written.text != "equal")
    initial.problem(
        "fractions",
        fmt::format("is {}; must be equal, or a mapping of states to fractions, as in {{{}: 0.25}}",
                    describe(written), interaction.species.front().name));
  return equal_counts(interaction.states(), interaction.lattice.global.sites());
}

std::shared_ptr<const io::Volume> read_pattern(io::Section& initial, const InputFolder& folder,
                                               const InteractionSpec& interaction, Spec& spec) {
  auto section = *initial.section("pattern");
  const StateOfValue state_of = read_values(section, interaction.states(), state_names(interaction));
  const auto read =
      read_lattice_states(section, folder, interaction.lattice, state_of, interaction.states(), spec);
  section.finish();
  if (!read) return nullptr;
  if (read->foreign)
    note_foreign(section, *read->foreign, interaction.states(), interaction.lattice.dimensions,
                 remedy_by_values(*read->foreign));
  return read->volume;
}

// Fractions may also stand directly in `initial`.
InitialSpecies read_start(io::Section& initial, const InputFolder& folder, const InteractionSpec& interaction,
                          Spec& spec) {
  InitialSpecies start;
  const auto has_both = [&](const char* key, const char* rival) {
    if (initial.has(key) && initial.has(rival))
      initial.problem(
          key, fmt::format("gives the whole initial state, and so does '{}'; remove one of them", rival));
    return initial.has(key) && initial.has(rival);
  };
  if (initial.has("fractions") && initial.has("pattern"))
    initial.problem("pattern", "gives the whole initial state, and so do fractions; remove one of them");
  else if (has_both("formula", "fractions") || has_both("formula", "pattern"))
    return start;
  else if (initial.has("formula"))
    start.formula =
        read_initial_formula(initial, interaction.lattice,
                             {names_in_formulas(state_names(interaction)), {}, {}}, interaction.states());
  else if (initial.has("fractions"))
    start.counts = read_shares(initial, interaction);
  else if (initial.has("pattern"))
    start.volume = read_pattern(initial, folder, interaction, spec);
  else
    start.counts = read_fractions(initial, "initial", interaction);
  return start;
}

}  // namespace

std::vector<u64> equal_counts(unsigned states, u64 sites) {
  std::vector<u64> counts(states, sites / states);
  counts[EMPTY] += sites % states;
  return counts;
}

std::vector<u64> counts_by_fraction(const std::vector<double>& fractions, u64 sites) {
  const double whole = std::accumulate(fractions.begin(), fractions.end(), 0.0);
  std::vector<u64> counts(fractions.size());
  std::vector<double> lost(fractions.size());
  std::vector<std::size_t> present;
  u64 left = sites;
  for (std::size_t state = 0; state < fractions.size(); ++state) {
    if (fractions[state] == 0) continue;
    present.push_back(state);
    const double share = fractions[state] / whole * static_cast<double>(sites);
    counts[state] = std::min(left, static_cast<u64>(share));
    lost[state] = share - std::floor(share);
    left -= counts[state];
  }
  std::ranges::stable_sort(present, std::greater{}, [&](std::size_t state) { return lost[state]; });
  for (std::size_t i = 0; left > 0; --left, i = (i + 1) % present.size()) ++counts[present[i]];
  return counts;
}

InitialSpecies read_initial_species(io::Section& root, const InputFolder& folder,
                                    const InteractionSpec& interaction, Spec& spec) {
  auto initial = root.section("initial", io::Presence::Required);
  if (!initial) return {};
  for (const std::string& key : start_keys) initial->allow(key);
  initial->allow("run");
  const io::Value& written = *root.value("initial");
  if (written.kind != io::Value::Kind::Map) return {};  // the error has been noted
  InitialSpecies start;
  if (written.entries.empty())
    root.problem("initial", "needs one of fractions, pattern, formula, run, or the fractions of states");
  else if (initial->has("run"))
    read_initial_run(*initial, folder, start_keys, spec);
  else
    start = read_start(*initial, folder, interaction, spec);
  initial->finish();
  return start;
}

}  // namespace morula
