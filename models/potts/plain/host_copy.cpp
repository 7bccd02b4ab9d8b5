#include "models/potts/plain/host_copy.h"

namespace morula::potts {
namespace {

std::vector<i64> distances_of(const Neighbourhood& neighbours, const PaddedLattice& padded) {
  std::vector<i64> distances;
  for (const Offset& offset : neighbours.offsets) distances.push_back(padded.distance(offset));
  return distances;
}

}  // namespace

HostCopy::HostCopy(const PottsSpec& spec, const Energies& energies, const PaddedLattice& padded,
                   const SiteWords& words)
    : words_(words),
      types_(energies.types),
      fixed_(energies.fixed),
      connected_(energies.connected),
      entries_(static_cast<u32>(energies.last.size())),
      has_surface_(energies.has_surface),
      sources_(distances_of(spec.copy, padded)),
      contacts_(distances_of(spec.contact, padded)),
      faces_(distances_of(neighbours_of_order(spec.lattice.dimensions, 1), padded)),
      around_(27),
      adhesion_(energies.adhesion),
      potential_(energies.potential),
      volume_(energies.volume),
      surface_(energies.surface),
      last_(energies.last) {
  for (const Offset& offset : neighbours_in_range(spec.lattice.dimensions, 1).offsets)
    around_[static_cast<std::size_t>((offset.z + 1) * 9 + (offset.y + 1) * 3 + offset.x + 1)] =
        padded.distance(offset);
}

}  // namespace morula::potts
