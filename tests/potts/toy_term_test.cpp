// A term defined only in this test file: it keeps a number for every cell and runs on every processor.
#include <gtest/gtest.h>

#include "models/potts/observe/cell_series.h"
#include "models/potts/observe/tissue_sums.h"
#include "tests/potts/cases.h"
#include "tests/support/backends.h"

// The host compiles the rule; devices get the same text.
#define RULE_AND_TEXT(name, ...) \
  __VA_ARGS__                    \
  inline constexpr const char name[] = #__VA_ARGS__;

namespace morula::test {
namespace {

// Links: ordered pairs of neighbouring sites, including diagonal ones, that both belong to the cell.
// clang-format off
RULE_AND_TEXT(links_text,

RULE NumberChanges links_changes(TISSUE tissue, TERM term, SITES at, SiteCopy copy) {
  NumberChanges changes = {0, 0};
  FOR_NEIGHBOURS(links, neighbour, {
    changes.losing -= 2 * (i32)(neighbour == copy.before);
    changes.gaining += 2 * (i32)(neighbour == copy.after);
  })
  return changes;
}

RULE i32 links_of_site(TISSUE tissue, TERM term, SITES at) {
  i32 links = 0;
  FOR_NEIGHBOURS(links, neighbour, links += (i32)(neighbour == at[0]))
  return links;
}

)
// clang-format on

class LinksTerm final : public potts::ConstraintTerm {
 public:
  std::string key() const override { return "links"; }
  gpu::Text text() const override { return {"toy_term_test.cpp", links_text}; }
  potts::HostFunctions host() const override { return {.changes = links_changes, .of_site = links_of_site}; }
  std::optional<Neighbourhood> neighbours(const PottsSpec& spec) const override {
    return neighbours_in_range(spec.lattice.dimensions, 1);
  }
};

PottsSpec linked(Extent extent, unsigned dimensions, bool has_surface) {
  PottsSpec spec = two_kinds(extent, dimensions, {Boundary::Periodic, Boundary::Fixed, Boundary::Periodic},
                             dimensions == 3 ? 27 : 16);
  if (has_surface) set_surface(spec, 2, Constraint{14, 0.25});
  constrain<LinksTerm>(spec, 1, Constraint{70, 0.05});
  constrain<LinksTerm>(spec, 2, Constraint{40, 0.1});
  return spec;
}

// The number of links of each cell, counted over all pairs of sites.
std::vector<i32> counted_links(const PottsSpec& spec, const Tissue& tissue, const std::vector<u32>& cells) {
  std::vector<i32> counts(tissue.types.size());
  const Lattice& lattice = spec.lattice;
  for (u64 i = 0; i < cells.size(); ++i)
    for (const Neighbour& offset : neighbours_in_range(lattice.dimensions, 1).neighbours) {
      const Site site = lattice.site_at(i);
      const Extent& side = lattice.global;
      const i64 y = static_cast<i64>(site.y) + offset.dy;
      if (y < 0 || y >= static_cast<i64>(side.y)) continue;
      const Site beside{(site.x + side.x + static_cast<u64>(i64{offset.dx})) % side.x, static_cast<u64>(y),
                        (site.z + side.z + static_cast<u64>(i64{offset.dz})) % side.z};
      if (cells[i] != 0 && cells[lattice.index_of(beside)] == cells[i]) ++counts[cells[i]];
    }
  return counts;
}

// Bonds: the same pairs with an energy that is not quadratic, λ |n − N|.
// clang-format off
RULE_AND_TEXT(bonds_text,

RULE NumberChanges bonds_changes(TISSUE tissue, TERM term, SITES at, SiteCopy copy) {
  NumberChanges changes = {0, 0};
  FOR_NEIGHBOURS(bonds, neighbour, {
    changes.losing -= 2 * (i32)(neighbour == copy.before);
    changes.gaining += 2 * (i32)(neighbour == copy.after);
  })
  return changes;
}

RULE i32 bonds_of_site(TISSUE tissue, TERM term, SITES at) {
  i32 bonds = 0;
  FOR_NEIGHBOURS(bonds, neighbour, bonds += (i32)(neighbour == at[0]))
  return bonds;
}

RULE i64 bonds_energy_of(TISSUE tissue, TERM term, u32 type, i32 number) {
  i64 away = number - (i64)WORDS_FROM(term, 2 * type)[1];
  return (away < 0 ? -away : away) * WORDS_FROM(term, 2 * type)[0];
}

RULE i64 bonds_change(TISSUE tissue, TERM term, u32 type, i32 number, i32 by) {
  return bonds_energy_of(tissue, term, type, number + by) - bonds_energy_of(tissue, term, type, number);
}

)
// clang-format on

class BondsTerm final : public potts::Term {
 public:
  std::string key() const override { return "bonds"; }
  gpu::Text text() const override { return {"toy_term_test.cpp", bonds_text}; }
  potts::HostFunctions host() const override {
    return {.changes = bonds_changes, .of_site = bonds_of_site, .change = bonds_change};
  }
  std::optional<Neighbourhood> neighbours(const PottsSpec& spec) const override {
    return neighbours_in_range(spec.lattice.dimensions, 1);
  }
  std::vector<i32> words(const PottsSpec&, double scale) const override {
    const i32 unit = static_cast<i32>(scale);
    return {0, 0, 2 * unit, 60, unit, 30, 0, 0};  // strength and target for each type
  }
  const potts::Constraints* constraints() const override { return &none_; }
  double largest_change(const PottsSpec& spec) const override {
    return 2.0 * 52 * static_cast<double>(spec.lattice.global.sites());
  }

 private:
  potts::Constraints none_;
};

std::vector<Hash> hashes_of(const PottsSpec& spec, const Tissue& tissue, const Backend& backend) {
  const auto engine = potts::make_engine(spec, 3, backend);
  put(*engine, spec, tissue);
  engine->step(0, 8);
  return engine->hashes();
}

TEST(ToyTerm, ItsEnergyNeedNotBeQuadratic) {
  const PottsSpec without = two_kinds({25, 22, 1}, 2, Boundary::Periodic, 16);
  PottsSpec spec = without;
  spec.terms.change<BondsTerm>([](auto&) {});
  const Tissue tissue = tiles(spec, 4);
  const Backend one_thread{BackendKind::Cpu, std::make_shared<ThreadPool>(1), nullptr};
  const std::vector<Hash> expected = hashes_of(spec, tissue, one_thread);
  EXPECT_NE(hashes_of(without, tissue, one_thread), expected);
  for (const auto& [name, backend] : available_backends())
    EXPECT_EQ(hashes_of(spec, tissue, backend), expected) << name;
}

TEST(ToyTerm, KeepsANumberOnEveryProcessor) {
  for (const unsigned dimensions : {2u, 3u})
    for (const bool has_surface : {false, true}) {
      const PottsSpec spec =
          linked(dimensions == 3 ? Extent{11, 9, 8} : Extent{31, 23, 1}, dimensions, has_surface);
      const Tissue tissue = tiles(spec, dimensions == 3 ? 3 : 4);
      const u64 kept = has_surface ? 3 : 2;
      std::optional<std::vector<Hash>> hashes;
      for (const auto& [name, backend] : available_backends()) {
        const auto engine = potts::make_engine(spec, 3, backend);
        put(*engine, spec, tissue);
        engine->step(0, 12);
        if (!hashes) hashes = engine->hashes();
        EXPECT_EQ(engine->hashes(), *hashes) << name;
        const std::vector<i32> counted = counted_links(spec, tissue, sites_of(*engine, spec)),
                               numbers = engine->numbers(0);
        ASSERT_EQ(numbers.size(), tissue.types.size() * kept);
        for (u64 cell = 1; cell < tissue.types.size(); ++cell)
          EXPECT_EQ(numbers[cell * kept + kept - 1], counted[cell]) << name << ", cell " << cell;
      }
    }
}

// At temperature 0 no copy raises the energy, which is computed from the sites only.
TEST(ToyTerm, ItsEnergyDecides) {
  PottsSpec spec = linked({31, 23, 1}, 2, true);
  spec.temperature = 0;
  const Tissue tissue = tiles(spec, 4);
  const auto engine = potts::make_on_threads(spec, 5, std::make_shared<ThreadPool>(1));
  put(*engine, spec, tissue);
  const potts::Energies energies = potts::fixed_point(spec);
  double energy = std::numeric_limits<double>::infinity();
  for (u64 step = 0; step < 20; ++step) {
    const Sums sums =
        potts::cell_sums(energies, 0, engine->contacts(0), engine->numbers(0), engine->cells(), 0);
    const Row row = potts::cell_rows(spec, energies, 0, sums).front();
    EXPECT_LE(std::get<double>(row[2]), energy) << "step " << step;
    energy = std::get<double>(row[2]);
    engine->step(step, 1);
  }
  const std::vector<std::string> columns = potts::cell_columns(spec);
  EXPECT_EQ(columns[6], "energy_links");
}

}  // namespace
}  // namespace morula::test
