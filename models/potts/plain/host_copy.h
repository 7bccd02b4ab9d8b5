// One copy attempt on the host: the energy of every term, from a site and its neighbours in memory.
#pragma once

#include <vector>

#include "models/potts/padded_lattice.h"
#include "models/potts/potts_engine.h"
#include "models/potts/potts_rule.h"

namespace morula::potts {

// A copy that happens: the words of the site before and after it, and what it changes in the cells' surfaces.
struct Copy {
  u32 before = 0, after = 0;
  i32 surface_before = 0, surface_after = 0;
};

class HostCopy {
 public:
  HostCopy(const PottsSpec& spec, const Energies& energies, const PaddedLattice& padded,
           const SiteWords& words);

  u32 ways() const { return static_cast<u32>(sources_.size()); }
  const i64* sources() const { return sources_.data(); }  // where each neighbour lies, seen from the site

  // Does the site at `at` take over copy.after from its neighbour? `contacts` is how many neighbours have
  // contact where that is known when this is compiled, or 0. The surfaces' changes are noted in `copy`.
  template <unsigned contacts>
  bool happens(const u32* at, u32 way, u32 word, const CellCounts* cells, Copy& copy) const;

  unsigned contacts() const { return static_cast<unsigned>(contacts_.size()); }

 private:
  bool stays_connected(const u32* at, const Copy& copy, u32 type_before, u32 type_after) const;
  u32 own_around(const u32* at, u32 word) const;
  i64 surface_term(const u32* at, const CellCounts& before, const CellCounts& after, u32 type_before,
                   u32 type_after, Copy& copy) const;

  SiteWords words_;
  u32 types_, fixed_, connected_, entries_;
  bool has_surface_;
  std::vector<i64> sources_, contacts_, faces_;
  std::vector<i64>
      around_;  // the 3 x 3 x 3 sites, by their bits in energy/connected.h; 0 where there is none
  std::vector<i32> adhesion_, potential_;
  std::vector<Quadratic> volume_, surface_;
  std::vector<u32> last_;
};

template <unsigned contacts>
inline bool HostCopy::happens(const u32* at, u32 way, u32 word, const CellCounts* cells, Copy& copy) const {
  const u32 before = copy.before, after = copy.after;
  const u32 type_before = words_.type(before), type_after = words_.type(after);
  if ((fixed_ >> type_before | fixed_ >> type_after) & 1) return false;
  const i32* const j_before = &adhesion_[type_before * types_];
  const i32* const j_after = &adhesion_[type_after * types_];
  i32 adhesion = 0;
  const unsigned count = contacts == 0 ? this->contacts() : contacts;
  const i64* const distances = contacts_.data();
  for (unsigned k = 0; k < count; ++k) {
    const u32 neighbour = at[distances[k]], type = words_.type(neighbour);
    adhesion += adhesion_change(before, after, neighbour, j_before[type], j_after[type]);
  }
  const CellCounts &losing = cells[words_.cell(before)], &gaining = cells[words_.cell(after)];
  i64 change = adhesion + volume_change(volume_[type_before], losing.volume, -1) +
               volume_change(volume_[type_after], gaining.volume, 1);
  if (!potential_.empty())
    change += potential_[type_before * ways() + way] + potential_[type_after * ways() + way];
  if (has_surface_) change += surface_term(at, losing, gaining, type_before, type_after, copy);
  if (!may_accept(change, entries_) ||
      !accepts(change, word, last_[change < 0 ? 0 : static_cast<u64>(change)]))
    return false;
  return stays_connected(at, copy, type_before, type_after);
}

inline i64 HostCopy::surface_term(const u32* at, const CellCounts& losing, const CellCounts& gaining,
                                  u32 type_before, u32 type_after, Copy& copy) const {
  i32 faces = 0, own = 0, others = 0;
  for (const i64 face : faces_) {
    faces += at[face] != words_.outside;
    own += at[face] == copy.before;
    others += at[face] == copy.after;
  }
  copy.surface_before = surface_lost(faces, own);
  copy.surface_after = surface_gained(faces, others);
  return surface_change(surface_[type_before], losing.surface, copy.surface_before) +
         surface_change(surface_[type_after], gaining.surface, copy.surface_after);
}

inline bool HostCopy::stays_connected(const u32* at, const Copy& copy, u32 type_before,
                                      u32 type_after) const {
  if ((connected_ >> type_before & 1) != 0 && !may_lose(own_around(at, copy.before))) return false;
  return (connected_ >> type_after & 1) == 0 || may_gain(own_around(at, copy.after));
}

inline u32 HostCopy::own_around(const u32* at, u32 word) const {
  u32 own = 0;
  for (u32 bit = 0; bit < 27; ++bit) own |= u32{around_[bit] != 0 && at[around_[bit]] == word} << bit;
  return own;
}

}  // namespace morula::potts
