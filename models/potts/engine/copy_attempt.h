// Copy attempts on the host: the rules of all terms of a model, with their tables.
#pragma once

#include <array>
#include <cstdlib>
#include <vector>

#include "models/potts/engine/copy_rule.h"
#include "models/potts/engine/padded_lattice.h"
#include "models/potts/terms/adhesion_rule.h"
#include "models/potts/terms/fixed_point.h"
#include "models/potts/terms/length_rule.h"

namespace morula::potts {

// A copy that may happen, and the part of its energy change that does not depend on numbers of cells.
struct Copy {
  u32 before = 0, after = 0, direction = 0;  // see SiteCopy
  i32 local_energy = 0;
};

constexpr u32 most_kept = 16;  // maximum number of kept numbers of a cell

class CopyAttempt {
 public:
  CopyAttempt(const PottsSpec& spec, const Energies& energies, const PaddedLattice& padded,
              const SiteWords& words);
  CopyAttempt(const CopyAttempt&) = delete;  // because views refer to its tables
  CopyAttempt& operator=(const CopyAttempt&) = delete;

  u32 directions() const { return view_.directions; }
  const i64* sources() const { return sources_.data(); }  // distance of each neighbour in memory
  u32 kept() const { return kept_; }                      // count of kept numbers of a cell
  unsigned contacts() const { return adhesion_.neighbour_count; }

  bool may_change(const Copy& copy) const {
    return morula::may_change(view_, fixed_, copy.before, copy.after) != 0;
  }

  // Computes the changes around the site `at` that the copy makes, and stores them in `copy` and in
  // `changes`, which has room for kept() − 1 entries. `contacts` is the number of contact neighbours if that
  // is known at compile time, otherwise 0. `time` is that of SiteCopy.
  template <unsigned contacts>
  void weigh(const u32* at, u32 time, Copy& copy, NumberChanges* changes) const;
  // Do targets vary, or do cells have directions? Then add_linear_part() adds their contribution to the local
  // energy; `linears` are the words of the replica's cells.
  bool varies() const { return varies_; }
  // The usual case for growing cells: only the target of the volume varies.
  bool varies_by_volume_alone() const { return varies_by_volume_alone_; }
  void add_volume_part(Copy& copy, const i32* linears) const {
    copy.local_energy += linears[cell_of(copy.before)] - linears[cell_of(copy.after)];
  }
  void add_linear_part(Copy& copy, const NumberChanges* changes, const i32* linears) const {
    const i32 *const losing = linears + u64{cell_of(copy.before)} * cell_words_,
                     *const gaining = linears + u64{cell_of(copy.after)} * cell_words_;
    for (std::size_t i = 0; i < varying_.size(); ++i)
      copy.local_energy -=
          losing[i] * lost_number(varying_[i], changes) + gaining[i] * gained_number(varying_[i], changes);
    if (drift_words_)
      for (u32 axis = 0; axis < 3; ++axis)
        copy.local_energy -= gaining[varying_.size() + axis] * drift_words_[3 * copy.direction + axis];
  }

  // Moments of cells are kept only for some models. find_moments() finds the changes that the copy makes in
  // them; `anchors` are the words of the replica's cells, as above.
  bool has_moments() const { return moments_ != 0; }
  void find_moments(u64 place, const Copy& copy, NumberChanges* changes, const i32* anchors) const;
  // Adds the contribution of a site to the moments of its cell. `away` is the site relative to the cell's
  // anchor, `word` the word of the site.
  void add_moments(Away away, u32 word, i32* numbers) const;
  bool word_has_length(u32 word) const { return type_has_length(length_, type_of(word)) != 0; }
  Away away_of(Away site, const i32* anchor) const {
    return away_from(site, {anchor[0], anchor[1], anchor[2]}, sides_);
  }
  // The change of energy, given the numbers of the cell that loses a site and of the one that gains it.
  i64 energy_change(const Copy& copy, const NumberChanges* changes, const i32* losing,
                    const i32* gaining) const {
    const i64 change = morula::energy_change(view_, constraints_.data(), kept_, copy.local_energy,
                                             copy.before, copy.after, changes, losing, gaining);
    return !has_free_ ? change : change + free_change(copy, changes, losing, gaining);
  }
  bool is_accepted(const Copy& copy, i64 change, u32 word) const {
    const u32 pair = type_of(copy.before) * view_.types + type_of(copy.after);
    return morula::is_accepted(change, word, thresholds_.data(), acceptances_[pair]) != 0;
  }

  // Do all conditions allow it?
  bool is_allowed(const u32* at, const Copy& copy) const {
    for (const AppliedTerm& term : conditions_)
      if (!term.host.allows(view_, term.view, at, {copy.before, copy.after, copy.direction, 0})) return false;
    return true;
  }

  // Adds the contribution of a site to the numbers of its cell.
  void add_site(const u32* at, i32* numbers) const {
    ++numbers[0];
    for (const KeptNumber& kept : keeping_)
      numbers[kept.number] += kept.term.host.of_site(view_, kept.term.view, at);
  }

 private:
  // A kept number that a term computes from the surroundings of a site.
  struct KeptNumber {
    AppliedTerm term;
    u32 number;
  };
  // A number whose energy is not quadratic.
  struct FreeNumber {
    AppliedTerm term;
    u32 number;

    i64 change(const TissueView& tissue, u32 type, const i32* numbers, i32 by) const {
      return term.host.change(tissue, term.view, type, numbers[number], by);
    }
  };

  u32 cell_of(u32 word) const { return word >> view_.type_bits; }
  u32 type_of(u32 word) const { return word & view_.type_mask; }
  i64 free_change(const Copy& copy, const NumberChanges* changes, const i32* losing,
                  const i32* gaining) const;

  TissueView view_;
  u32 kept_, fixed_;
  bool varies_, varies_by_volume_alone_ = false;
  std::vector<i64> sources_, cube_;
  std::vector<std::vector<i64>> neighbours_;  // for each term
  std::vector<i32> words_;
  std::vector<Quadratic> constraints_;
  std::vector<u32> thresholds_;
  std::vector<Acceptance> acceptances_;
  TermView adhesion_;
  std::vector<AppliedTerm> energies_, conditions_;  // without adhesion
  std::vector<KeptNumber> keeping_;                 // without the volume
  std::vector<FreeNumber> free_numbers_;
  std::vector<u32> varying_;          // numbers with targets that vary
  u64 cell_words_;                    // see Energies
  const i32* drift_words_ = nullptr;  // directions of copies, if cells have preferred directions
  bool has_free_ = false;             // are there numbers with an energy that is not quadratic, or moments?
  TermView length_;
  i64 (*joint_)(const TissueView&, const TermView&, u32, const i32*, u32, const NumberChanges*,
                u32) = nullptr;
  u32 moments_, first_moment_;
  u64 first_anchor_;
  PaddedLattice padded_;
  Away sides_ = {};  // sides of periodic axes; 0 for axes between walls
};

template <unsigned contacts>
inline void CopyAttempt::weigh(const u32* at, u32 time, Copy& copy, NumberChanges* changes) const {
  const SiteCopy attempt{copy.before, copy.after, copy.direction, time};
  if constexpr (contacts == 0)
    copy.local_energy = adhesion_energy(view_, adhesion_, at, attempt);
  else
    copy.local_energy =
        adhesion_energy(view_, TermViewOf<contacts>{adhesion_.words, adhesion_.neighbours}, at, attempt);
  for (const AppliedTerm& term : energies_) copy.local_energy += term.energy(view_, at, attempt);
  for (const KeptNumber& kept : keeping_) changes[kept.number - 1] = kept.term.changes(view_, at, attempt);
}

}  // namespace morula::potts
