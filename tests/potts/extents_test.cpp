// The extents of cells that devices measure are those of the host, also for cells wider than half a periodic
// side.
#include <gtest/gtest.h>

#include "core/draw.h"
#include "models/potts/engine/cell_extents.h"
#include "models/potts/engine/device_sites.h"
#include "models/potts/engine/device_turns.h"
#include "tests/potts/cases.h"
#include "tests/support/backends.h"

namespace morula::test {
namespace {

std::vector<CellExtent> measured_by(gpu::Device& device, const PottsSpec& spec, const Tissue& tissue) {
  const potts::Energies energies = potts::fixed_point(spec);
  const auto program = device.build(potts_source(spec, groups_together(spec, device.info())));
  potts::DeviceSites sites(spec, device, *program);
  const auto types = potts::buffer_of(device, tissue.types), unused = device.allocate(4);
  const u32 cells = static_cast<u32>(tissue.types.size());
  sites.write({0, tissue.cells.size()}, tissue.cells, *types, cells);
  potts::DeviceTurns turns(spec, energies, 1, device, *program);
  turns.allocate(cells);
  return turns.measured_extents({*sites.words(), *unused, *unused, cells, false});
}

void expect_extents_of_host(PottsSpec spec, const Tissue& tissue) {
  spec.replicas = 1;
  const potts::PaddedLattice padded(spec);
  const potts::SiteWords words(static_cast<u32>(spec.types.size()) + 1);
  std::vector<u32> sites(padded.size, words.outside);
  for (u64 i = 0; i < tissue.cells.size(); ++i) {
    const Site site = spec.lattice.site_at(i);
    const u32 cell = tissue.cells[i];
    sites[padded.index(site.x, site.y, site.z)] = words.word(cell, tissue.types[cell]);
  }
  potts::CellExtents on_host(padded, words, sites.data(), tissue.types.size());
  for (const auto& [name, backend] : available_backends()) {
    if (!backend.device) continue;
    const std::vector<CellExtent> extents = measured_by(*backend.device, spec, tissue);
    for (u32 cell = 1; cell < tissue.types.size(); ++cell) {
      const std::array<AxisExtent, 3> of_device = {extents[cell].x, extents[cell].y, extents[cell].z},
                                      of_host = on_host.of(cell);
      for (std::size_t axis = 0; axis < 3; ++axis) {
        EXPECT_EQ(of_device[axis].least, of_host[axis].least)
            << name << ", cell " << cell << ", axis " << axis;
        EXPECT_EQ(of_device[axis].most, of_host[axis].most) << name << ", cell " << cell << ", axis " << axis;
      }
    }
  }
}

// Rectangles and a few sites far from them, so that cells are narrow, wide, or scattered.
Tissue patches(const PottsSpec& spec) {
  const Extent& side = spec.lattice.global;
  Tissue tissue{std::vector<u32>(side.sites()), {0, 1, 2, 1, 2, 1}};
  for (u64 i = 0; i < tissue.cells.size(); ++i) {
    const Site site = spec.lattice.site_at(i);
    if (site.x > side.x / 6 && site.x < side.x * 5 / 6) tissue.cells[i] = site.y < side.y / 3 ? 1 : 2;
    if (site.x < 3 && site.y > 2) tissue.cells[i] = 3;
    if (draw({3, 5}, i, 0, 0).x % 64 == 0) tissue.cells[i] = 4;
  }
  tissue.cells[side.sites() / 2] = 5;
  return tissue;
}

TEST(Extents, OfADeviceAreThoseOfTheHost) {
  const Boundary periodic = Boundary::Periodic, wall = Boundary::Fixed;
  for (const PottsSpec& spec :
       {two_kinds({28, 26, 1}, 2, periodic, 16), two_kinds({29, 21, 1}, 2, {wall, periodic, periodic}, 16),
        two_kinds({27, 20, 1}, 2, {periodic, wall, periodic}, 16), two_kinds({17, 10, 19}, 3, periodic, 27)})
    expect_extents_of_host(spec, patches(spec));
}

}  // namespace
}  // namespace morula::test
