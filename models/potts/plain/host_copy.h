// One copy attempt on the host: the energy of every term, from a site and its neighbours in memory.
#pragma once

#include <cstdlib>
#include <vector>

#include "models/potts/padded_lattice.h"
#include "models/potts/potts_engine.h"
#include "models/potts/potts_rule.h"

namespace morula::potts {

// A copy that may happen: the words of the site before and after it, what it changes in the cells' surfaces,
// and the part of its energy that no other copy of a sub-step changes.
struct Copy {
  u32 before = 0, after = 0;
  i32 surface_before = 0, surface_after = 0;
  i32 local_energy = 0;
};

// How far numbers of cells may lie from those that are known.
struct Excursion {
  i64 volume = 0, surface = 0;
};

class HostCopy {
 public:
  HostCopy(const PottsSpec& spec, const Energies& energies, const PaddedLattice& padded,
           const SiteWords& words);

  u32 directions() const { return static_cast<u32>(sources_.size()); }
  const i64* sources() const { return sources_.data(); }  // where each neighbour lies, seen from the site

  bool is_fixed(const Copy& copy) const {
    return ((fixed_ >> words_.type(copy.before) | fixed_ >> words_.type(copy.after)) & 1) != 0;
  }

  // Notes in `copy` what the copy changes around the site `at`. `contacts` is how many neighbours have
  // contact where that is known when this is compiled, or 0.
  template <unsigned contacts>
  void weigh(const u32* at, u32 direction, Copy& copy) const;

  // The change of energy, given the numbers of all cells.
  i64 energy_change(const Copy& copy, const CellCounts* cells) const;
  // At most this much less, while numbers of cells stay this close to those that it was computed from.
  i64 energy_margin(const Copy& copy, const Excursion& excursion) const;

  bool accepted(i64 change, u32 word) const {
    return may_accept(change, entries_) &&
           accepts(change, word, last_[change < 0 ? 0 : static_cast<u64>(change)]);
  }
  bool stays_connected(const u32* at, const Copy& copy) const {
    return connected_ == 0 || both_stay_connected(at, copy);
  }

  // Does the site at `at` take over copy.after from its neighbour?
  template <unsigned contacts>
  bool happens(const u32* at, u32 direction, u32 word, const CellCounts* cells, Copy& copy) const {
    if (is_fixed(copy)) return false;
    weigh<contacts>(at, direction, copy);
    return accepted(energy_change(copy, cells), word) && stays_connected(at, copy);
  }

  unsigned contacts() const { return static_cast<unsigned>(contacts_.size()); }

 private:
  bool both_stay_connected(const u32* at, const Copy& copy) const;
  u32 sites_around(const u32* at, u32 word) const;
  void note_surfaces(const u32* at, Copy& copy) const;

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
inline void HostCopy::weigh(const u32* at, u32 direction, Copy& copy) const {
  const u32 before = copy.before, after = copy.after;
  const u32 type_before = words_.type(before), type_after = words_.type(after);
  const i32* const j_before = &adhesion_[type_before * types_];
  const i32* const j_after = &adhesion_[type_after * types_];
  i32 energy = 0;
  const unsigned count = contacts == 0 ? this->contacts() : contacts;
  const i64* const distances = contacts_.data();
  for (unsigned k = 0; k < count; ++k) {
    const u32 neighbour = at[distances[k]], type = words_.type(neighbour);
    energy += adhesion_change(before, after, neighbour, j_before[type], j_after[type]);
  }
  if (!potential_.empty())
    energy += potential_[type_before * directions() + direction] +
              potential_[type_after * directions() + direction];
  copy.local_energy = energy;
  if (has_surface_) note_surfaces(at, copy);
}

inline void HostCopy::note_surfaces(const u32* at, Copy& copy) const {
  i32 faces = 0, of_losing = 0, of_gaining = 0;
  for (const i64 face : faces_) {
    faces += at[face] != words_.outside;
    of_losing += at[face] == copy.before;
    of_gaining += at[face] == copy.after;
  }
  copy.surface_before = surface_lost(faces, of_losing);
  copy.surface_after = surface_gained(faces, of_gaining);
}

inline i64 HostCopy::energy_change(const Copy& copy, const CellCounts* cells) const {
  const u32 type_before = words_.type(copy.before), type_after = words_.type(copy.after);
  const CellCounts &losing = cells[words_.cell(copy.before)], &gaining = cells[words_.cell(copy.after)];
  i64 change = copy.local_energy + volume_change(volume_[type_before], losing.volume, -1) +
               volume_change(volume_[type_after], gaining.volume, 1);
  if (has_surface_)
    change += surface_change(surface_[type_before], losing.surface, copy.surface_before) +
              surface_change(surface_[type_after], gaining.surface, copy.surface_after);
  return change;
}

inline i64 HostCopy::energy_margin(const Copy& copy, const Excursion& excursion) const {
  const u32 type_before = words_.type(copy.before), type_after = words_.type(copy.after);
  const i64 volume = quadratic_slope(volume_[type_before], 1) + quadratic_slope(volume_[type_after], 1);
  if (!has_surface_) return excursion.volume * volume;
  const i64 surface = quadratic_slope(surface_[type_before], std::abs(copy.surface_before)) +
                      quadratic_slope(surface_[type_after], std::abs(copy.surface_after));
  return excursion.volume * volume + excursion.surface * surface;
}

inline bool HostCopy::both_stay_connected(const u32* at, const Copy& copy) const {
  if ((connected_ >> words_.type(copy.before) & 1) != 0 && !may_lose(sites_around(at, copy.before)))
    return false;
  return (connected_ >> words_.type(copy.after) & 1) == 0 || may_gain(sites_around(at, copy.after));
}

inline u32 HostCopy::sites_around(const u32* at, u32 word) const {
  u32 sites = 0;
  for (u32 bit = 0; bit < 27; ++bit) sites |= u32{around_[bit] != 0 && at[around_[bit]] == word} << bit;
  return sites;
}

}  // namespace morula::potts
