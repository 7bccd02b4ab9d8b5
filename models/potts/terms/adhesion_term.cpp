#include "models/potts/terms/adhesion_term.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/nearest.h"
#include "models/potts/observe/tissue_sums.h"
#include "models/potts/read/types_reader.h"
#include "texts/morula_potts.h"

namespace morula::potts {
namespace {

// The two types of a key such as light-dark.
struct TypePair {
  std::size_t a, b;
};
std::optional<TypePair> pair_called(io::Section& adhesion, const io::Entry& entry, const PottsSpec& spec) {
  const std::size_t dash = entry.key.find('-');
  const std::string names[2] = {entry.key.substr(0, dash),
                                dash == std::string::npos ? "" : entry.key.substr(dash + 1)};
  std::size_t found[2] = {};
  for (std::size_t i : {0u, 1u}) {
    const auto type = type_called(spec, names[i]);
    if (!type) {
      adhesion.problems().add(entry.key_place, adhesion.path_of(entry.key),
                              dash == std::string::npos
                                  ? "must be two types with a dash between them, as in light-dark"
                                  : fmt::format("names the type '{}', which does not exist; {}", names[i],
                                                must_be_one_of(names[i], type_names(spec))));
      return std::nullopt;
    }
    found[i] = *type;
  }
  return TypePair{found[0], found[1]};
}

std::string pair_name(const PottsSpec& spec, std::size_t a, std::size_t b) {
  return spec.types[a].name + "-" + spec.types[b].name;
}

void note_missing(io::Section& section, const PottsSpec& spec, const std::vector<bool>& said) {
  std::vector<std::string> missing;
  const std::size_t types = spec.types.size();
  for (std::size_t a = 0; a < types; ++a)
    for (std::size_t b = std::max<std::size_t>(a, 1); b < types; ++b)
      if (!said[a * types + b] && !(spec.types[a].fixed && spec.types[b].fixed))
        missing.push_back(pair_name(spec, a, b));
  if (!missing.empty())
    section.problem("adhesion", fmt::format("has no value for {}; every two types that may touch need a J",
                                            fmt::join(missing, ", ")));
}

}  // namespace

void AdhesionTerm::read(io::Section& section, PottsSpec& spec) {
  const std::size_t types = spec.types.size();
  spec.adhesion.assign(types * types, 0);
  auto adhesion = section.section("adhesion", io::Presence::Required);
  if (!adhesion) return;
  std::vector<bool> said(types * types);
  for (const io::Entry& entry : section.value("adhesion")->entries) {
    adhesion->allow(entry.key);
    const auto pair = pair_called(*adhesion, entry, spec);
    const auto j = adhesion->real(entry.key, -most_energy, most_energy);
    if (!pair || !j) continue;
    const auto [a, b] = *pair;
    if (a == 0 && b == 0) {
      adhesion->problem(entry.key, "is between the medium and itself, which have no boundary; remove it");
    } else if (said[a * types + b] && spec.adhesion[a * types + b] != *j) {
      adhesion->problem(entry.key, fmt::format("is {}, and {} is {}; J is symmetric, so write it only once",
                                               *j, pair_name(spec, b, a), spec.adhesion[a * types + b]));
    }
    for (const std::size_t place : {a * types + b, b * types + a})
      spec.adhesion[place] = *j, said[place] = true;
  }
  adhesion->finish();
  note_missing(section, spec, said);
}

gpu::Text AdhesionTerm::text() const { return gpu::text::models::potts::terms::adhesion_rule; }

std::vector<Amount> AdhesionTerm::amounts(const PottsSpec& spec) const {
  std::vector<Amount> amounts;
  for (std::size_t a = 0; a < spec.types.size(); ++a)
    for (std::size_t b = a; b < spec.types.size(); ++b)
      amounts.push_back({"potts.adhesion." + pair_name(spec, a, b), spec.adhesion_of(a, b)});
  return amounts;
}

std::vector<i32> AdhesionTerm::words(const PottsSpec& spec, double scale) const {
  const std::size_t types = spec.types.size(), with_outside = types + 1;
  std::vector<i32> words(with_outside * with_outside);
  for (std::size_t a = 0; a < types; ++a)
    for (std::size_t b = 0; b < types; ++b)
      words[a * with_outside + b] = static_cast<i32>(rounded(spec.adhesion_of(a, b) * scale));
  return words;
}

std::optional<Neighbourhood> AdhesionTerm::neighbours(const PottsSpec& spec) const { return spec.contact; }

double AdhesionTerm::energy(const Energies& energies, const TissueSums& sums) const {
  i64 energy = 0;  // the words of this term come first
  for (std::size_t a = 0; a < sums.types(); ++a)
    for (std::size_t b = a; b < sums.types(); ++b)
      energy += energies.words[a * energies.types + b] * static_cast<i64>(sums.contacts(a, b));
  return static_cast<double>(energy) / static_cast<double>(energies.scale);
}

}  // namespace morula::potts
