#include "models/potts/engine/copy_attempt.h"

#include <cassert>

namespace morula::potts {
namespace {

std::vector<i64> distances_of(const Neighbourhood& neighbours, const PaddedLattice& padded) {
  std::vector<i64> distances;
  for (const Offset& offset : neighbours.offsets) distances.push_back(padded.distance(offset));
  return distances;
}

// By their bits in terms/connected_rule.h.
std::vector<i64> cube_distances(unsigned dimensions, const PaddedLattice& padded) {
  std::vector<i64> cube(27);
  for (const Offset& offset : neighbours_in_range(dimensions, 1).offsets)
    cube[static_cast<std::size_t>((offset.z + 1) * 9 + (offset.y + 1) * 3 + offset.x + 1)] =
        padded.distance(offset);
  return cube;
}

}  // namespace

CopyAttempt::CopyAttempt(const PottsSpec& spec, const Energies& energies, const PaddedLattice& padded,
                         const SiteWords& words)
    : kept_(energies.kept()),
      fixed_(energies.fixed),
      sources_(distances_of(spec.copy, padded)),
      cube_(cube_distances(spec.lattice.dimensions, padded)),
      words_(energies.words),
      constraints_(energies.constraints),
      thresholds_(energies.thresholds),
      acceptances_(energies.acceptances) {
  assert(kept_ <= most_kept);
  view_ = {words.type_bits, (1u << words.type_bits) - 1,       energies.types,
           words.outside,   static_cast<u32>(sources_.size()), cube_.data()};
  std::size_t place = 0;
  for (const auto& term : spec.terms) {
    neighbours_.push_back(distances_of(term->neighbours(spec).value_or(Neighbourhood{}), padded));
    const TermView view{words_.data() + energies.first_words[place++], neighbours_.back().data(),
                        static_cast<u32>(neighbours_.back().size())};
    const AppliedTerm applied{inlined_rule(*term), term->host(), view};
    if (term->key() == "adhesion")
      adhesion_ = view;
    else if (applied.host.energy)
      energies_.push_back(applied);
    if (applied.host.changes) keeping_.push_back(applied);
    if (applied.host.allows) conditions_.push_back(applied);
  }
}

}  // namespace morula::potts
