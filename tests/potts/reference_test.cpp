// Compares every engine on every processor with the reference, site by site.
#include <algorithm>
#include <cstdlib>

#include "tests/potts/reference.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "models/potts/engine/copy_rule.h"
#include "tests/potts/cases.h"
#include "tests/support/backends.h"

namespace morula::test {
namespace {

constexpr u64 seed = 7, steps = 3;

class OfTissue : public testing::TestWithParam<PottsCase> {};

struct Outcome {
  std::vector<u32> cells, gained;
  std::vector<u64> accepted;
};

Outcome expected(const PottsSpec& spec, const Tissue& tissue) {
  Outcome outcome;
  for (u64 replica = 0; replica < spec.replicas; ++replica) {
    Reference reference(spec, seed, spec.first_replica + replica, tissue.cells, tissue.types);
    for (u64 i = 0; i < steps; ++i) reference.step();
    outcome.cells.insert(outcome.cells.end(), reference.cells().begin(), reference.cells().end());
    outcome.gained.insert(outcome.gained.end(), reference.gained().begin(), reference.gained().end());
    outcome.accepted.push_back(reference.accepted());
  }
  return outcome;
}

// Kept volumes and surfaces must match the sites.
void expect_counts(potts::PottsEngine& engine, const PottsSpec& spec, const Tissue& tissue,
                   const std::string& name) {
  const u64 sites = spec.lattice.global.sites();
  const std::vector<u32> cells = sites_of(engine, spec);
  const std::vector<std::string> names = potts::kept_numbers(spec);
  const u64 kept = names.size(),
            surface = static_cast<u64>(std::ranges::find(names, "surface") - names.begin());
  for (u64 replica = 0; replica < spec.replicas; ++replica) {
    const auto first = cells.begin() + static_cast<std::ptrdiff_t>(replica * sites);
    Reference now(spec, seed, replica, {first, first + static_cast<std::ptrdiff_t>(sites)}, tissue.types);
    const std::vector<double> volumes = now.volumes(), surfaces = now.surfaces();
    const std::vector<i32> numbers = engine.numbers(replica);
    const auto shapes = now.shapes();
    const potts::Energies energies = potts::fixed_point(spec);
    const potts::CellLengths lengths(energies);
    ASSERT_EQ(numbers.size(), tissue.types.size() * kept);
    for (u64 cell = 1; cell < tissue.types.size(); ++cell) {
      EXPECT_EQ(numbers[cell * kept], volumes[cell]) << name << ", cell " << cell;
      if (lengths.has(tissue.types[cell])) {
        EXPECT_EQ(lengths.length(&numbers[cell * kept]),
                  reference_length(shapes[cell], spec.lattice.dimensions))
            << name << ", cell " << cell;
      }
      if (surface < kept) {
        EXPECT_EQ(numbers[cell * kept + surface], surfaces[cell]) << name << ", cell " << cell;
      }
    }
  }
}

void expect_like_reference(potts::PottsEngine& engine, const PottsSpec& spec, const Tissue& tissue,
                           const Outcome& outcome, const std::string& name) {
  put(engine, spec, tissue);
  engine.step(0, 2);
  engine.step(2, steps - 2);
  engine.finish();
  EXPECT_TRUE(sites_of(engine, spec) == outcome.cells) << name;
  if (potts::reads_gains(spec)) {
    std::vector<u32> gained(outcome.gained.size());
    engine.read_gains({0, gained.size()}, gained);
    EXPECT_TRUE(gained == outcome.gained) << name;
  }
  EXPECT_EQ(engine.accepted(), outcome.accepted) << name;
  expect_counts(engine, spec, tissue, name);
  const std::vector<Hash> hashes = engine.hashes();
  for (u64 replica = 0; replica < spec.replicas; ++replica) {
    Hash hash;
    const u64 sites = spec.lattice.global.sites();
    for (u64 i = 0; i < sites; ++i)
      hash.value += hash_term(CELL_FIELD, i, outcome.cells[replica * sites + i]);
    for (u64 i = 0; potts::reads_gains(spec) && i < sites; ++i)
      hash.value += hash_term(GAIN_FIELD, i, outcome.gained[replica * sites + i]);
    EXPECT_EQ(hashes[replica], hash) << name;
  }
}

TEST_P(OfTissue, TheSequentialOrderDoesWhatTheReferenceDoes) {
  PottsSpec spec = GetParam().spec;
  spec.order = potts::UpdateOrder::Sequential;
  const Tissue tissue = tiles(spec, GetParam().width);
  const Outcome outcome = expected(spec, tissue);
  EXPECT_GT(outcome.accepted[0], 3u);
  for (const unsigned threads : {1u, 2u, 3u})
    expect_like_reference(*potts::make_sequential(spec, seed, std::make_shared<ThreadPool>(threads)), spec,
                          tissue, outcome, fmt::format("sequential, {} threads", threads));
}

TEST_P(OfTissue, TheOrderOfEdgesDoesWhatTheReferenceDoes) {
  const bool is_slow = GetParam().spec.lattice.dimensions == 3 && GetParam().name != "solid crawling";
  if (is_slow && !std::getenv("MORULA_FULL")) GTEST_SKIP() << "tissues in 3D: see ./test --full";
  PottsSpec spec = GetParam().spec;
  spec.order = potts::UpdateOrder::Edges;
  spec.exclusive = false;
  const Tissue tissue = tiles(spec, GetParam().width);
  const Outcome outcome = expected(spec, tissue);
  EXPECT_GT(outcome.accepted[0], 3u);
  for (const unsigned threads : {1u, 3u})
    expect_like_reference(*potts::make_by_edges(spec, seed, std::make_shared<ThreadPool>(threads)), spec,
                          tissue, outcome, fmt::format("edges, {} threads", threads));
}

TEST_P(OfTissue, TheParallelOrderDoesWhatTheReferenceDoes) {
  const PottsSpec& spec = GetParam().spec;
  const Tissue tissue = tiles(spec, GetParam().width);
  const Outcome outcome = expected(spec, tissue);
  EXPECT_GT(outcome.accepted[0], 3u);
  for (const auto& [name, backend] : available_backends())
    expect_like_reference(*potts::make_engine(spec, seed, backend), spec, tissue, outcome, name);
}

INSTANTIATE_TEST_SUITE_P(Potts, OfTissue, testing::ValuesIn(potts_cases()), [](const auto& named) {
  std::string name = named.param.name;
  for (char& c : name)
    if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
  return name;
});

}  // namespace
}  // namespace morula::test
