#include "models/potts/engine/copy_attempt.h"

#include <algorithm>
#include <cassert>

namespace morula::potts {
namespace {

constexpr i64 nothing_known = i64{1} << 60;  // a margin beyond every change of energy

std::vector<i64> distances_of(const Neighbourhood& neighbours, const PaddedLattice& padded) {
  std::vector<i64> distances;
  for (const Neighbour& offset : neighbours.neighbours) distances.push_back(padded.distance(offset));
  return distances;
}

// By their bits in terms/connected_rule.h.
std::vector<i64> cube_distances(unsigned dimensions, const PaddedLattice& padded) {
  std::vector<i64> cube(27);
  for (const Neighbour& offset : neighbours_in_range(dimensions, 1).neighbours)
    cube[static_cast<std::size_t>((offset.dz + 1) * 9 + (offset.dy + 1) * 3 + offset.dx + 1)] =
        padded.distance(offset);
  return cube;
}

}  // namespace

CopyAttempt::CopyAttempt(const PottsSpec& spec, const Energies& energies, const PaddedLattice& padded,
                         const SiteWords& words)
    : kept_(energies.kept()),
      fixed_(energies.fixed),
      varies_(energies.cell_words() > 0),
      sources_(distances_of(spec.copy, padded)),
      cube_(cube_distances(spec.lattice.dimensions, padded)),
      words_(energies.words),
      constraints_(energies.constraints),
      thresholds_(energies.thresholds),
      acceptances_(energies.acceptances),
      cell_words_(energies.cell_words()) {
  assert(kept_ <= most_kept);
  view_ = {words.type_bits,
           (1u << words.type_bits) - 1,
           energies.types,
           words.outside,
           static_cast<u32>(sources_.size()),
           cube_.data(),
           static_cast<i64>(spec.replicas * padded.size)};
  for (const VaryingTarget& varying : energies.varying) varying_.push_back(varying.number);
  std::size_t place = 0;
  for (const auto& term : spec.terms) {
    neighbours_.push_back(distances_of(term->neighbours(spec).value_or(Neighbourhood{}), padded));
    const TermView view{words_.data() + energies.first_words[place++], neighbours_.back().data(),
                        static_cast<u32>(neighbours_.back().size())};
    const AppliedTerm applied{inlined_rule(*term), term->host(), view};
    if (term->key() == "persistence") drift_words_ = view.words;
    if (term->key() == "adhesion")
      adhesion_ = view;
    else if (applied.host.energy)
      energies_.push_back(applied);
    if (applied.host.changes) keeping_.push_back(applied);
    if (applied.host.change) free_numbers_.push_back({applied, static_cast<u32>(keeping_.size())});
    if (applied.host.allows) conditions_.push_back(applied);
  }
}

i64 CopyAttempt::FreeNumber::margin(const TissueView& tissue, u32 type, const i32* numbers, i64 excursion,
                                    i32 by) const {
  if (excursion == 0 || by == 0) return 0;
  if (!term.host.bounds) return nothing_known;
  const i64 least = i64{numbers[number]} - excursion, most = i64{numbers[number]} + excursion;
  const EnergyBounds bounds =
      term.host.bounds(tissue, term.view, type, static_cast<i32>(least), static_cast<i32>(most), by);
  return change(tissue, type, numbers, by) - bounds.least;
}

i64 CopyAttempt::free_change(const Copy& copy, const NumberChanges* changes, const i32* losing,
                             const i32* gaining) const {
  i64 change = 0;
  for (const FreeNumber& free : free_numbers_)
    change += free.change(view_, type_of(copy.before), losing, lost_number(free.number, changes)) +
              free.change(view_, type_of(copy.after), gaining, gained_number(free.number, changes));
  return change;
}

i64 CopyAttempt::free_margin(const Copy& copy, const NumberChanges* changes, const Excursion& excursion,
                             const i32* cells) const {
  i64 margin = 0;
  for (const FreeNumber& free : free_numbers_)
    margin += free.margin(view_, type_of(copy.before), cells + u64{cell_of(copy.before)} * kept_,
                          excursion[free.number], lost_number(free.number, changes)) +
              free.margin(view_, type_of(copy.after), cells + u64{cell_of(copy.after)} * kept_,
                          excursion[free.number], gained_number(free.number, changes));
  return std::min(margin, nothing_known);
}

}  // namespace morula::potts
