#include "models/potts/terms/persistence_term.h"

#include <algorithm>

#include "models/potts/processes/persistence_process.h"
#include "models/potts/read/types_reader.h"
#include "texts/morula_potts.h"

namespace morula::potts {

gpu::Text PersistenceTerm::text() const { return gpu::text::models::potts::terms::persistence_rule; }

std::vector<Amount> PersistenceTerm::amounts(const PottsSpec& spec) const {
  std::vector<Amount> amounts;
  for (std::size_t type = 0; type < spec.types.size(); ++type)
    amounts.push_back({"potts.persistence." + spec.types[type].name + ".strength", of_type(type).strength});
  return amounts;
}

std::vector<i32> PersistenceTerm::words(const PottsSpec& spec, double) const {
  std::vector<i32> words;
  for (const Neighbour& from : spec.copy.neighbours)
    words.insert(words.end(), {-from.dx, -from.dy, -from.dz});
  return words;
}

void set_persistence(PottsSpec& spec, const std::vector<Persistence>& of_types) {
  spec.terms.change<PersistenceTerm>([&](PersistenceTerm& term) { term.of_types = of_types; });
  spec.processes.change<PersistenceProcess>([&](PersistenceProcess& process) {
    const auto& [x, y, z] = spec.lattice.boundary;
    const auto side = [](Index length, Boundary end) {
      return end == Boundary::Periodic ? static_cast<double>(length) : 0.0;
    };
    process.of_model = {side(spec.lattice.global.x, x), side(spec.lattice.global.y, y),
                        spec.lattice.dimensions == 3 ? side(spec.lattice.global.z, z) : 0.0};
    for (std::size_t type = 0; type < spec.types.size(); ++type)
      process.of_model.push_back(type < of_types.size() ? of_types[type].memory : -1);
  });
}

void PersistenceTerm::read(io::Section& section, PottsSpec& spec) {
  auto written = section.section("persistence");
  if (!written) return;
  std::vector<Persistence> of_types(spec.types.size());
  for (std::size_t type = 1; type < spec.types.size(); ++type) {
    auto persisting = written->section(spec.types[type].name);
    if (!persisting) continue;
    const auto strength = persisting->real("strength", 0, most_energy, io::Presence::Required);
    const auto memory = persisting->real("memory", 0, 1, io::Presence::Required);
    persisting->finish();
    if (strength && memory) of_types[type] = {*strength, *memory};
  }
  if (written->has(spec.types[0].name)) {
    written->allow(spec.types[0].name);
    written->problem(spec.types[0].name, "is the medium, which has no direction; remove it");
  }
  written->finish();
  if (std::ranges::any_of(of_types, [](const Persistence& of_type) { return of_type.memory >= 0; }))
    set_persistence(spec, of_types);
}

}  // namespace morula::potts
