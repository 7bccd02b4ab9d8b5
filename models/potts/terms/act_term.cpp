#include "models/potts/terms/act_term.h"

#include <algorithm>

#include "core/elementary.h"
#include "models/potts/engine/padded_lattice.h"
#include "models/potts/read/types_reader.h"
#include "models/potts/terms/fixed_point.h"
#include "texts/morula_potts.h"

namespace morula::potts {
namespace {

constexpr double unit = 1 << 20;
constexpr double ln_two = 0.6931471805599453;

void add_tables(std::vector<i32>& words, u32 largest) {
  for (int i = 0; i <= 256; ++i)
    words.push_back(static_cast<i32>(rounded(unit * exponential(i / 256.0 * ln_two))));
  words.push_back(0);
  for (u32 activity = 1; activity <= largest; ++activity)
    words.push_back(static_cast<i32>(rounded(unit * natural_logarithm(activity) / ln_two)));
}

}  // namespace

gpu::Text ActTerm::text() const { return gpu::text::models::potts::terms::act_rule; }

u32 ActTerm::largest_maximum() const {
  u32 largest = 0;
  for (const Act& act : of_types) largest = std::max(largest, act.maximum);
  return largest;
}

std::vector<Amount> ActTerm::amounts(const PottsSpec& spec) const {
  std::vector<Amount> amounts;
  for (std::size_t type = 0; type < spec.types.size(); ++type)
    amounts.push_back({"potts.act." + spec.types[type].name + ".strength", of_type(type).strength});
  return amounts;
}

std::vector<i32> ActTerm::words(const PottsSpec& spec, double scale) const {
  std::vector<i32> words;
  for (std::size_t type = 0; type <= spec.types.size(); ++type) {  // the last one is for sites beyond walls
    const Act act = of_type(type);
    words.insert(words.end(), {static_cast<i32>(rounded(act.strength * scale)), static_cast<i32>(act.maximum),
                               static_cast<i32>(act.is_arithmetic)});
  }
  const PaddedLattice padded(spec);
  for (const Neighbour& offset : spec.copy.neighbours)
    words.push_back(static_cast<i32>(padded.distance(offset)));
  add_tables(words, largest_maximum());
  return words;
}

std::optional<Neighbourhood> ActTerm::neighbours(const PottsSpec& spec) const {
  return neighbours_in_range(spec.lattice.dimensions, 1);
}

// The rule also reads the neighbours of the site that is copied.
u32 ActTerm::reach(const PottsSpec& spec) const { return static_cast<u32>(spec.copy.range) + 1; }

void ActTerm::read(io::Section& section, PottsSpec& spec) {
  auto written = section.section("act");
  if (!written) return;
  ActTerm term;
  term.of_types.resize(spec.types.size());
  for (std::size_t type = 1; type < spec.types.size(); ++type) {
    auto crawling = written->section(spec.types[type].name);
    if (!crawling) continue;
    const auto maximum = crawling->whole("maximum", 1, most_activity, io::Presence::Required);
    const auto strength = crawling->real("strength", 0, most_energy, io::Presence::Required);
    const auto mean = crawling->choice("mean", {"geometric", "arithmetic"});
    crawling->finish();
    if (maximum && strength)
      term.of_types[type] = {static_cast<u32>(*maximum), *strength, mean == "arithmetic"};
  }
  if (written->has(spec.types[0].name)) {
    written->allow(spec.types[0].name);
    written->problem(spec.types[0].name, "is the medium, which does not crawl; remove it");
  }
  written->finish();
  if (term.largest_maximum() > 0) spec.terms.change<ActTerm>([&](ActTerm& changed) { changed = term; });
}

}  // namespace morula::potts
