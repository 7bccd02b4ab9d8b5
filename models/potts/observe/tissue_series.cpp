#include "models/potts/observe/tissue_series.h"

#include <cmath>

namespace morula::potts {
namespace {

// Sums over the living cells of a type, in whole numbers.
struct VolumeSums {
  u64 cells = 0, sites = 0, squares = 0;

  double mean() const { return cells == 0 ? 0 : static_cast<double>(sites) / static_cast<double>(cells); }
  // Of volume − from, squared, over all these cells.
  double squared_distance(double from) const {
    return static_cast<double>(squares) - 2 * from * static_cast<double>(sites) +
           from * from * static_cast<double>(cells);
  }
};

std::vector<VolumeSums> sums_by_type(const PottsSpec& spec, const std::vector<CellCounts>& counts,
                                     std::span<const u8> types) {
  std::vector<VolumeSums> sums(spec.types.size());
  for (std::size_t cell = 1; cell < counts.size(); ++cell) {
    const u64 volume = static_cast<u64>(counts[cell].volume);
    if (volume == 0) continue;
    VolumeSums& own = sums[types[cell]];
    ++own.cells;
    own.sites += volume;
    own.squares += volume * volume;
  }
  return sums;
}

double root_mean(double sum, u64 count) {
  return count == 0 ? 0 : std::sqrt(std::max(0.0, sum) / static_cast<double>(count));
}

void observe_volumes(const PottsSpec& spec, const std::vector<VolumeSums>& sums, Observation& all) {
  double squares = 0;
  u64 cells = 0;
  for (std::size_t type = 1; type < spec.types.size(); ++type) {
    const std::string& name = spec.types[type].name;
    const VolumeSums& own = sums[type];
    // Without a target, the distance from the mean.
    const double from = spec.types[type].volume ? spec.types[type].volume->target : own.mean();
    const double distance = own.squared_distance(from);
    all.push_back({"cells_" + name, own.cells});
    all.push_back({"volume_" + name, own.mean()});
    all.push_back({"volume_rms_" + name, root_mean(distance, own.cells)});
    squares += distance;
    cells += own.cells;
  }
  all.push_back({"volume_rms", root_mean(squares, cells)});
}

}  // namespace

TissueEnergy tissue_energy(const PottsSpec& spec, const Energies& energies, const ContactCounts& contacts,
                           const std::vector<CellCounts>& counts, std::span<const u8> types) {
  const std::size_t own_types = spec.types.size();
  i64 adhesion = 0, volume = 0, surface = 0;
  std::vector<u64> cells(own_types);
  for (std::size_t a = 0; a < own_types; ++a)
    for (std::size_t b = a; b < own_types; ++b)
      adhesion +=
          energies.adhesion[a * energies.types + b] * static_cast<i64>(contacts.contacts[a * own_types + b]);
  for (std::size_t cell = 1; cell < counts.size(); ++cell) {
    if (counts[cell].volume == 0) continue;
    ++cells[types[cell]];
    volume += quadratic_energy(energies.volume[types[cell]], counts[cell].volume);
    if (energies.has_surface)
      surface += quadratic_energy(energies.surface[types[cell]], counts[cell].surface);
  }
  const double unit = static_cast<double>(energies.scale);
  TissueEnergy energy{static_cast<double>(adhesion) / unit, static_cast<double>(volume) / unit,
                      static_cast<double>(surface) / unit};
  for (std::size_t type = 0; type < own_types; ++type) {
    const auto constant = [&](const std::optional<Constraint>& term) {
      return term ? static_cast<double>(cells[type]) * term->strength * term->target * term->target : 0;
    };
    energy.volume += constant(spec.types[type].volume);
    energy.surface += constant(spec.types[type].surface);
  }
  return energy;
}

Observation observe_tissue(const PottsSpec& spec, const Energies& energies, u64 attempts, u64 accepted,
                           const ContactCounts& contacts, const std::vector<CellCounts>& counts,
                           std::span<const u8> types) {
  const TissueEnergy energy = tissue_energy(spec, energies, contacts, counts, types);
  Observation all = {{"attempts", attempts},
                     {"accepted", accepted},
                     {"energy", energy.total()},
                     {"energy_adhesion", energy.adhesion}};
  if (energies.has_volume) all.push_back({"energy_volume", energy.volume});
  if (energies.has_surface) all.push_back({"energy_surface", energy.surface});
  observe_volumes(spec, sums_by_type(spec, counts, types), all);
  const std::size_t own_types = spec.types.size();
  for (std::size_t a = 0; a < own_types; ++a)
    for (std::size_t b = a + 1; b < own_types; ++b)
      all.push_back(
          {"contact_" + spec.types[a].name + "_" + spec.types[b].name, contacts.nearest[a * own_types + b]});
  return all;
}

}  // namespace morula::potts
