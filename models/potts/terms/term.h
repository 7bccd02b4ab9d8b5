// A term of the energy, or a condition on copies: one object describes all of it. Engines, readers, series
// and device sources go through the terms of a model and do not name any of them.
//
// The rule of a term is a text in the dialect. Its functions are those of HostFunctions, each with the key
// before its name: a term `drag` with an energy has `i32 drag_energy(TISSUE tissue, TERM term, SITES at,
// SiteCopy copy)`. A parameter that a function does not use is marked for the compiler: `(void)copy;`.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/neighbourhood.h"
#include "gpu/source.h"
#include "models/potts/engine/tissue_view.h"
#include "models/potts/parts.h"
#include "models/potts/terms/constraint.h"

namespace morula::potts {

// A whole number that a term reads at every site and that is computed from a field once a step: amount times
// the response to the value at the site (terms/level_rule.h).
struct SiteLevel {
  std::string key;  // key in the model file, for messages
  u32 field = 0;    // number of the field
  u32 response = 0;
  double half = 1;
  double amount = 0;  // in units of the fixed-point scale
};

struct PottsSpec;
struct Energies;
class TissueSums;

struct HostFunctions {
  // Change of energy in a copy that does not depend on any number of a cell.
  i32 (*energy)(const TissueView&, const TermView&, const u32* at, SiteCopy) = nullptr;
  // Changes in a copy of the number that the term keeps for every cell.
  NumberChanges (*changes)(const TissueView&, const TermView&, const u32* at, SiteCopy) = nullptr;
  // Contribution of a site to the number of its cell.
  i32 (*of_site)(const TissueView&, const TermView&, const u32* at) = nullptr;
  // The change of energy when the number of a cell changes by `by`. Without this function, the energy of the
  // number is quadratic: see constraints().
  i64 (*change)(const TissueView&, const TermView&, u32 type, i32 number, i32 by) = nullptr;
  // The change of energy of one cell if it depends on several numbers that the term keeps (moments about an
  // anchor). `numbers` are all numbers of the cell; those of the term begin at `first`.
  i64 (*joint)(const TissueView&, const TermView&, u32 type, const i32* numbers, u32 first,
               const NumberChanges* changes, u32 gains) = nullptr;
  // May the copy happen?
  u32 (*allows)(const TissueView&, const TermView&, const u32* at, SiteCopy) = nullptr;
};

// A number of the model file that becomes a whole number of the fixed-point scale.
struct Amount {
  std::string key;
  double number = 0;
};

class Term {
 public:
  virtual ~Term() = default;

  virtual std::string key() const = 0;  // in the section `potts`
  virtual gpu::Text text() const = 0;
  virtual HostFunctions host() const = 0;

  // Amounts that are summed over a neighbourhood, in 32 bits.
  virtual std::vector<Amount> amounts(const PottsSpec&) const { return {}; }
  // The table that the rule reads, in units of 1/scale. A table indexed by type has one more entry than the
  // model has types, for sites beyond walls.
  virtual std::vector<i32> words(const PottsSpec&, double /*scale*/) const { return {}; }
  // The sites that FOR_NEIGHBOURS(key, …) goes through.
  virtual std::optional<Neighbourhood> neighbours(const PottsSpec&) const { return std::nullopt; }
  // The largest distance along an axis at which the term reads sites.
  virtual u32 reach(const PottsSpec& spec) const {
    const auto around = neighbours(spec);
    return around ? static_cast<u32>(around->range) : 0;
  }
  virtual bool reads_direction() const { return false; }
  // Does the term read the steps in which sites were gained? If so, these are part of the state.
  virtual bool reads_gains() const { return false; }
  // The levels that the term reads, in the order LEVEL(place, 0), LEVEL(place, 1), …. At most one term of a
  // model may have levels.
  virtual std::vector<SiteLevel> levels(const PottsSpec&, double /*scale*/) const { return {}; }
  // Does the term round its contribution to the scale? If so, the finest scale is the best.
  virtual bool is_rounded() const { return false; }

  // The term keeps a number for every cell, named by the key, with the energy λ (n − target)². If the
  // constraints are empty, the number is counted, and either the rule has a `change`, or the number does not
  // influence copies. The latter serves a term with a local `energy` that should appear in the series:
  // energy() gets sums of the numbers, not sites.
  virtual const Constraints* constraints() const { return nullptr; }
  // Names of the numbers that the term keeps.
  virtual std::vector<std::string> numbers(const PottsSpec&) const {
    return constraints() ? std::vector<std::string>{key()} : std::vector<std::string>{};
  }
  // The largest value of the energy of its numbers, in the unit of the model file: it must fit into 64 bits
  // of fixed point.
  virtual double largest_change(const PottsSpec&) const { return 0; }

  // The energy of a whole tissue, for the column energy_KEY of the series.
  virtual bool has_energy() const { return false; }
  virtual double energy(const Energies&, const TissueSums&) const { return 0; }
};

using Terms = Parts<Term>;                // in the order of terms/list
bool reads_gains(const PottsSpec& spec);  // does any term read them?
// Number of arrays with a word for every site: the sites, the steps in which they were gained, and levels.
u64 site_arrays(const PottsSpec& spec);

}  // namespace morula::potts
