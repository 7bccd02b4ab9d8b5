#include "bench/nisoli/nisoli_task.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "core/error.h"

namespace morula {
namespace {

u64 bits_of(double fluorescence) { return std::bit_cast<u64>(fluorescence); }

const ProliferationSpec& checked(const ProliferationSpec& spec) {
  const bool dies =
      std::ranges::any_of(spec.types, [](const CellType& type) { return type.death.has_value(); });
  if (dies || spec.siblings > 0) throw Error("the paper's cells do not die, and sisters are not alike");
  if (spec.dye_share != 0.5 || spec.background != 0)
    throw Error("the paper's dye halves, above no background");
  if (spec.cells() > std::numeric_limits<u32>::max()) throw Error("the paper's cells are numbers of 32 bits");
  for (const Bin& bin : spec.population) {
    if (!(std::ldexp(bin.fluorescence, -64) >= std::numeric_limits<double>::min()))
      throw Error("a fluorescence must be positive to be halved by its exponent");
    if (last_generation(spec, bin.fluorescence) == generation_limit)
      throw Error("a tree of the paper's ends where its dye does; give it a minimum that it reaches");
  }
  return spec;
}

std::vector<u64> all_fluorescences(const ProliferationSpec& spec) {
  std::vector<u64> levels;
  for (const Bin& bin : spec.population)
    for (unsigned k = 0; k <= last_generation(spec, bin.fluorescence); ++k)
      levels.push_back(bits_of(fluorescence_after(spec, bin.fluorescence, k)));
  std::ranges::sort(levels);
  levels.erase(std::unique(levels.begin(), levels.end()), levels.end());
  return levels;
}

}  // namespace

NisoliTask::NisoliTask(const ProliferationSpec& spec, std::uint64_t seed)
    : spec_(checked(spec)),
      process_(spec),
      variant_(only_variant(spec, seed)),
      omega_(all_fluorescences(spec)),
      minimum_(bits_of(spec.minimum)) {
  for (const Bin& bin : spec.population) initial_.push_back(bits_of(bin.fluorescence));
  for (unsigned k = 0; k < process_.generations; ++k)
    for (const Bin& bin : spec.population)
      places_.push_back(place_of(bits_of(fluorescence_after(spec, bin.fluorescence, k))));
}

std::size_t NisoliTask::place_of(u64 fluorescence) const {
  return static_cast<std::size_t>(std::ranges::lower_bound(omega_, fluorescence) - omega_.begin());
}

std::vector<u64> NisoliTask::histogram_of(std::span<const u64> counts) const {
  std::vector<u64> histogram(omega_.size());
  for (std::size_t i = 0; i < process_.final_counters(); ++i)
    if (counts[i] > 0) histogram.at(places_[i % places_.size()]) += counts[i];
  return histogram;
}

unsigned inferred_depth(const ProliferationSpec& spec) {
  const CellType* most = nullptr;
  for (const CellType& type : spec.types)
    if (type.division && (!most || type.proportion > most->proportion)) most = &type;
  if (!most) return 1;
  return std::max(1u, static_cast<unsigned>(std::min(std::ceil(spec.until / most->division->mean), 63.0)));
}

}  // namespace morula
