// After longer runs of larger tissues, the kept numbers of cells match the sites, on every processor.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "models/potts/observe/cell_series.h"
#include "models/potts/observe/tissue_sums.h"
#include "tests/potts/cases.h"
#include "tests/potts/reference.h"
#include "tests/support/backends.h"

namespace morula::test {
namespace {

PottsSpec with_every_term(Extent extent, unsigned dimensions, Boundaries boundary, double target) {
  PottsSpec spec = two_kinds(extent, dimensions, boundary, target);
  set_surface(spec, 1, Constraint{2.5 * target / (dimensions == 3 ? 4 : 5), 0.5});
  for (const std::size_t type : {1u, 2u}) set_connected(spec, type);
  set_potential(spec, 2, {2, 1, 0});
  spec.types.push_back({"wall"});
  spec.types[3].fixed = true;
  spec.adhesion = {0, 16, 16, 5, 16, 14, 11, 5, 16, 11, 2, 5, 5, 5, 5, 0};
  spec.temperature = dimensions == 3 ? 40 : 15;
  spec.region_side.reset();
  spec.region_turns.reset();
  return spec;
}

struct Sized {
  PottsSpec spec;
  unsigned width;
};
std::vector<Sized> tissues() {
  return {
      {with_every_term({71, 53, 1}, 2, Boundary::Periodic, 25), 5},
      {with_every_term({64, 45, 1}, 2, {Boundary::Fixed, Boundary::Periodic, Boundary::Fixed}, 36), 6},
      {with_every_term({23, 19, 18}, 3, {Boundary::Periodic, Boundary::Fixed, Boundary::Periodic}, 64), 4}};
}

// Number of pieces of a cell, where sites that share a face belong to the same piece.
u64 pieces(Reference& lattice, const PottsSpec& spec, u32 cell) {
  std::set<Reference::Place> open;
  for (u64 i = 0; i < lattice.cells().size(); ++i)
    if (lattice.cells()[i] == cell) open.insert(lattice.place_at(i));
  u64 found = 0;
  while (!open.empty()) {
    ++found;
    std::vector<Reference::Place> next = {*open.begin()};
    open.erase(open.begin());
    while (!next.empty()) {
      const auto place = next.back();
      next.pop_back();
      for (const auto& offset : neighbours_of_order(spec.lattice.dimensions, 1).neighbours)
        if (const auto neighbour = lattice.beside(place, offset); neighbour && open.erase(*neighbour) > 0)
          next.push_back(*neighbour);
    }
  }
  return found;
}

TEST(Bookkeeping, IsRightAfterARunOnEveryProcessor) {
  for (const auto& [base, width] : tissues())
    for (const auto order : {potts::UpdateOrder::Parallel, potts::UpdateOrder::Sequential}) {
      PottsSpec spec = base;
      spec.order = order;
      const Tissue tissue = tiles(spec, width);
      std::optional<std::vector<Hash>> hashes;
      for (const auto& [name, backend] : available_backends()) {
        if (order == potts::UpdateOrder::Sequential && backend.device) continue;
        const auto engine = potts::make_engine(spec, 3, backend);
        put(*engine, spec, tissue);
        engine->step(0, 60);
        if (!hashes) hashes = engine->hashes();
        EXPECT_EQ(engine->hashes(), *hashes) << name;
        const std::vector<u32> cells = sites_of(*engine, spec);
        Reference now(spec, 0, 0, cells, tissue.types);
        const std::vector<i32> numbers = engine->numbers(0);
        const std::vector<double> volumes = now.volumes(), surfaces = now.surfaces();
        double volume_energy = 0, surface_energy = 0;
        for (u32 cell = 1; cell < tissue.types.size(); ++cell) {
          const u8 type = tissue.types[cell];
          EXPECT_EQ(numbers[2 * cell], volumes[cell]) << name << ", cell " << cell;
          EXPECT_EQ(numbers[2 * cell + 1], surfaces[cell]) << name << ", cell " << cell;
          if (spec.types[type].fixed) {
            EXPECT_EQ(volumes[cell], std::ranges::count(tissue.cells, cell));
          }
          if (is_connected(spec, type)) {
            EXPECT_LE(pieces(now, spec, cell), 1u) << name << ", cell " << cell;
          }
          if (const auto volume = volume_of(spec, type); volume && volumes[cell] > 0)
            volume_energy += std::pow(volumes[cell] - volume->target, 2);
          if (const auto surface = surface_of(spec, type); surface && volumes[cell] > 0)
            surface_energy += 0.5 * std::pow(surfaces[cell] - surface->target, 2);
        }
        const potts::Energies energies = potts::fixed_point(spec);
        const Sums sums = potts::cell_sums(energies, 0, engine->contacts(0), numbers, engine->cells(), 0);
        const auto of_terms = potts::energies_of_terms(spec, energies, potts::TissueSums(energies, sums));
        EXPECT_EQ(potts::terms_with_energy(spec),
                  (std::vector<std::string>{"adhesion", "volume", "surface"}));
        EXPECT_NEAR(of_terms[0], now.adhesion(), 1e-6) << name;
        EXPECT_NEAR(of_terms[1], volume_energy, 1e-6) << name;
        EXPECT_NEAR(of_terms[2], surface_energy, 1e-6) << name;
      }
    }
}

TEST(Series, HasTheColumnsInTheirOrder) {
  PottsSpec spec = two_kinds({20, 16, 1}, 2, Boundary::Periodic, 16);
  std::string names;
  for (const std::string& name : potts::cell_columns(spec)) names += name + " ";
  EXPECT_EQ(
      names,
      "attempts accepted energy energy_adhesion energy_volume cells_light volume_light volume_rms_light "
      "volume_sd_light cells_dark volume_dark volume_rms_dark volume_sd_dark volume_rms volume_sd "
      "contact_medium_light contact_medium_dark contact_light_dark ");
}

TEST(Series, HasARowOfTheColumns) {
  PottsSpec spec = two_kinds({20, 16, 1}, 2, Boundary::Periodic, 16);
  const Tissue tissue = tiles(spec, 4);  // 20 squares, of which four in five are cells
  const auto engine = potts::make_sequential(spec, 1, std::make_shared<ThreadPool>(1));
  put(*engine, spec, tissue);
  const potts::Energies energies = potts::fixed_point(spec);
  const Sums sums =
      potts::cell_sums(energies, 5, engine->contacts(0), engine->numbers(0), engine->cells(), 0);
  const std::vector<Row> rows = potts::cell_rows(spec, energies, 320, sums);
  ASSERT_EQ(rows.size(), 1u);
  ASSERT_EQ(rows[0].size(), potts::cell_columns(spec).size());
  EXPECT_EQ(std::get<u64>(rows[0][0]), 320u);
  EXPECT_EQ(std::get<u64>(rows[0][1]), 5u);
  EXPECT_EQ(std::get<double>(rows[0][4]), 0);  // every cell has its target volume
  EXPECT_EQ(std::get<u64>(rows[0][5]) + std::get<u64>(rows[0][9]), 16u);
  EXPECT_EQ(std::get<double>(rows[0][6]), 16);
  EXPECT_EQ(std::get<double>(rows[0][13]), 0);
}

// The row of the series for cells with these volumes and a target of 16.
std::map<std::string, double> row_of_volumes(const std::vector<i32>& volumes, const std::vector<u8>& types) {
  const PottsSpec spec = two_kinds({20, 16, 1}, 2, Boundary::Periodic, 16);
  const potts::ContactCounts contacts{std::vector<u64>(9), std::vector<u64>(9)};
  const potts::Energies energies = potts::fixed_point(spec);
  const Sums sums = potts::cell_sums(energies, 0, contacts, volumes, potts::CellTable(spec, types), 0);
  const Row row = potts::cell_rows(spec, energies, 0, sums).front();
  const std::vector<std::string> columns = potts::cell_columns(spec);
  std::map<std::string, double> values;
  for (std::size_t i = 0; i < row.size(); ++i)
    if (const auto* value = std::get_if<double>(&row[i])) values[columns[i]] = *value;
  return values;
}

TEST(Series, HasTheStandardDeviationOfVolumesAboutTheMean) {
  auto row = row_of_volumes({0, 20, 22, 24, 0, 7, 9}, {0, 1, 1, 1, 1, 2, 2});  // one cell has vanished
  EXPECT_DOUBLE_EQ(row["volume_light"], 22);
  EXPECT_DOUBLE_EQ(row["volume_rms_light"], std::sqrt((16 + 36 + 64) / 3.0));
  EXPECT_DOUBLE_EQ(row["volume_sd_light"], std::sqrt(8 / 3.0));
  EXPECT_DOUBLE_EQ(row["volume_sd_dark"], 1);
  EXPECT_DOUBLE_EQ(row["volume_sd"], std::sqrt((8 + 2) / 5.0));  // deviations are from the mean of each type
  row = row_of_volumes({0, 5}, {0, 1});
  EXPECT_EQ(row["volume_sd_light"], 0);
  EXPECT_EQ(row["volume_sd_dark"], 0);
}

// In double precision, the rounding errors of the squares of such volumes are as large as the deviations.
TEST(Series, HasSmallDeviationsOfLargeVolumes) {
  auto row = row_of_volumes({0, 2'000'000'000, 2'000'000'001, 2'000'000'002}, {0, 1, 1, 1});
  EXPECT_DOUBLE_EQ(row["volume_sd_light"], std::sqrt(2 / 3.0));
}

}  // namespace
}  // namespace morula::test
