#include "models/potts/engine/copy_attempt.h"

#include <algorithm>
#include <cassert>

namespace morula::potts {
namespace {

std::vector<i64> distances_of(const Neighbourhood& neighbours, const PaddedLattice& padded) {
  std::vector<i64> distances;
  for (const Neighbour& offset : neighbours.neighbours) distances.push_back(padded.distance(offset));
  return distances;
}

// Distances of the sites of the cube, in the order of the bits in terms/connected_rule.h.
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
      cell_words_(energies.cell_words()),
      moments_(energies.moments),
      first_moment_(energies.first_moment),
      first_anchor_(energies.first_anchor()),
      padded_(padded) {
  assert(kept_ <= most_kept);
  view_ = {words.type_bits,
           (1u << words.type_bits) - 1,
           energies.types,
           words.outside,
           static_cast<u32>(sources_.size()),
           cube_.data(),
           static_cast<i64>(spec.replicas * padded.size) * (reads_gains(spec) ? 2 : 1),
           static_cast<i64>(spec.replicas * padded.size),
           static_cast<i64>(spec.replicas * padded.size)};
  for (const VaryingTarget& varying : energies.varying) varying_.push_back(varying.number);
  varies_by_volume_alone_ = varying_ == std::vector<u32>{0} && energies.cell_words() == 1;
  const auto periodic_side = [&](std::size_t axis) {
    return padded.wraps[axis] ? static_cast<i32>(padded.side[axis]) : 0;
  };
  sides_ = {periodic_side(0), periodic_side(1), periodic_side(2)};
  std::size_t place = 0;
  u32 number = 0;
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
    if (applied.host.changes) keeping_.push_back({applied, number});
    if (applied.host.change) free_numbers_.push_back({applied, number});
    if (applied.host.allows) conditions_.push_back(applied);
    if (applied.host.joint) {
      joint_ = applied.host.joint;
      length_ = view;
    }
    number += static_cast<u32>(term->numbers(spec).size());
  }
  has_free_ = !free_numbers_.empty() || has_moments();
}

i64 CopyAttempt::free_change(const Copy& copy, const NumberChanges* changes, const i32* losing,
                             const i32* gaining) const {
  i64 change = 0;
  for (const FreeNumber& free : free_numbers_)
    change += free.change(view_, type_of(copy.before), losing, lost_number(free.number, changes)) +
              free.change(view_, type_of(copy.after), gaining, gained_number(free.number, changes));
  if (has_moments())
    change += joint_(view_, length_, type_of(copy.before), losing, first_moment_, changes, 0) +
              joint_(view_, length_, type_of(copy.after), gaining, first_moment_, changes, 1);
  return change;
}

void CopyAttempt::find_moments(u64 place, const Copy& copy, NumberChanges* changes,
                               const i32* anchors) const {
  const u64 row = place / padded_.held[0];
  const Away site{static_cast<i32>(place % padded_.held[0]) - static_cast<i32>(padded_.halo[0]),
                  static_cast<i32>(row % padded_.held[1]) - static_cast<i32>(padded_.halo[1]),
                  static_cast<i32>(row / padded_.held[1]) - static_cast<i32>(padded_.halo[2])};
  const i32 dimensions = length_.words[0];
  const auto anchor_of = [&](u32 word) { return anchors + u64{cell_of(word)} * cell_words_ + first_anchor_; };
  const Away lost = away_of(site, anchor_of(copy.before)), gained = away_of(site, anchor_of(copy.after));
  const bool loses = word_has_length(copy.before), gains = word_has_length(copy.after);
  for (u32 i = 0; i < moments_; ++i)
    changes[first_moment_ - 1 + i] = {loses ? -moment_of(lost, i, dimensions) : 0,
                                      gains ? moment_of(gained, i, dimensions) : 0};
}

void CopyAttempt::add_moments(Away away, u32 word, i32* numbers) const {
  if (word_has_length(word))
    for (u32 i = 0; i < moments_; ++i) numbers[first_moment_ + i] += moment_of(away, i, length_.words[0]);
}

}  // namespace morula::potts
