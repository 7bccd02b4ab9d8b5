// Chemotaxis against the reference, on every processor, and the drift of cells in a gradient.
#include "tests/potts/reference.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "core/error.h"
#include "gpu/nvrtc.h"
#include "models/potts/engine/potts_engine.h"
#include "models/potts/terms/chemotaxis_term.h"
#include "tests/potts/cases.h"
#include "tests/support/backends.h"

namespace morula::test {
namespace {

constexpr u64 chemotaxis_seed = 11, chemotaxis_steps = 3;

// A field that does not change: waves, different in every replica.
std::vector<f64> waves(const PottsSpec& spec, u64 replica) {
  std::vector<f64> values(spec.lattice.global.sites());
  for (u64 i = 0; i < values.size(); ++i) {
    const Site site = spec.lattice.site_at(i);
    values[i] = 1.5 + std::sin(0.7 * static_cast<double>(site.x + replica)) +
                0.5 * std::cos(0.9 * static_cast<double>(site.y + 2 * site.z));
  }
  return values;
}

PottsSpec sensing(PottsSpec spec) {
  spec.fields.classes = {"medium", "light", "dark"};
  spec.fields.fields.push_back({.name = "signal"});
  spec.terms.change<potts::ChemotaxisTerm>([](potts::ChemotaxisTerm& term) {
    term.entries = {{1, 0, 25, RESPONSE_LINEAR, 1, 1u << 0 | 1u << 2},
                    {2, 0, -40.5, RESPONSE_SATURATING, 0.5},
                    {2, 0, 12, RESPONSE_LOGARITHMIC, 0.25, 1u << 0}};
  });
  return spec;
}

std::vector<PottsCase> sensing_cases() {
  const Boundary periodic = Boundary::Periodic, wall = Boundary::Fixed;
  std::vector<PottsCase> cases = {
      {"flat", sensing(two_kinds({23, 17, 1}, 2, periodic, 16)), 4},
      {"walls", sensing(two_kinds({21, 18, 1}, 2, {wall, periodic, wall}, 16)), 4},
      {"solid", sensing(two_kinds({9, 8, 7}, 3, {periodic, wall, periodic}, 27)), 3}};
  cases[1].spec.replicas = 2;
  cases[1].spec.first_replica = 1;
  set_act(cases[1].spec, 1, {5, 60, false});  // so that steps of gain lie between words and levels
  cases[2].spec.temperature = 30;
  return cases;
}

class OfSensingCells : public testing::TestWithParam<PottsCase> {};

std::vector<u32> expected_cells(const PottsSpec& spec, const Tissue& tissue) {
  std::vector<u32> cells;
  for (u64 replica = 0; replica < spec.replicas; ++replica) {
    Reference reference(spec, chemotaxis_seed, spec.first_replica + replica, tissue.cells, tissue.types);
    reference.set_field(waves(spec, replica));
    for (u64 i = 0; i < chemotaxis_steps; ++i) reference.step();
    cells.insert(cells.end(), reference.cells().begin(), reference.cells().end());
  }
  return cells;
}

void expect_cells(potts::PottsEngine& engine, const PottsSpec& spec, const Tissue& tissue,
                  const std::vector<u32>& cells, const std::string& name) {
  put(engine, spec, tissue);
  for (u64 replica = 0; replica < spec.replicas; ++replica) {
    const auto values = waves(spec, replica);
    engine.fields()->write(0, {replica * values.size(), values.size()}, values);
  }
  engine.advance(0, 2);
  engine.advance(2, chemotaxis_steps - 2);
  engine.finish();
  EXPECT_TRUE(sites_of(engine, spec) == cells) << name;
}

TEST_P(OfSensingCells, EveryOrderDoesWhatTheReferenceDoes) {
  PottsSpec spec = GetParam().spec;
  const Tissue tissue = tiles(spec, GetParam().width);
  const auto threads = std::make_shared<ThreadPool>(2);
  spec.order = potts::UpdateOrder::Sequential;
  expect_cells(*potts::make_sequential(spec, chemotaxis_seed, threads), spec, tissue,
               expected_cells(spec, tissue), "sequential");
  if (spec.lattice.dimensions == 2) {
    spec.order = potts::UpdateOrder::Edges;
    expect_cells(*potts::make_by_edges(spec, chemotaxis_seed, threads), spec, tissue,
                 expected_cells(spec, tissue), "edges");
  }
  spec.order = potts::UpdateOrder::Parallel;
  const std::vector<u32> cells = expected_cells(spec, tissue);
  for (const NamedBackend& named : available_backends())
    expect_cells(*potts::make_engine(spec, chemotaxis_seed, named.backend), spec, tissue, cells, named.name);
}

INSTANTIATE_TEST_SUITE_P(Chemotaxis, OfSensingCells, testing::ValuesIn(sensing_cases()),
                         [](const auto& tested) { return tested.param.name; });

TEST(Chemotaxis, ALevelThatIsTooLargeEndsTheRun) {
  PottsSpec spec = sensing(two_kinds({23, 17, 1}, 2, Boundary::Periodic, 16));
  const Tissue tissue = tiles(spec, 4);
  for (const NamedBackend& named : available_backends()) {
    const auto engine = potts::make_engine(spec, chemotaxis_seed, named.backend);
    put(*engine, spec, tissue);
    const std::vector<f64> values(spec.lattice.global.sites(), 1e9);
    engine->fields()->write(0, {0, values.size()}, values);
    engine->advance(0, 1);
    EXPECT_THROW(engine->finish(), Error) << named.name;
  }
}

TEST(Chemotaxis, CompilesForHopper) {
  if (const auto found = gpu::find_nvrtc(); found.version.empty()) GTEST_SKIP() << found.missing;
  const gpu::Nvrtc nvrtc;
  for (const PottsCase& tested : sensing_cases())
    for (const gpu::Source& source : potts::engine_sources(tested.spec, true))
      EXPECT_FALSE(nvrtc.compile(source, 90u).empty()) << tested.name << ", " << source.name;
}

// The distance that a cell moves up a gradient in some steps, as a mean over replicas.
double drift(double strength) {
  PottsSpec spec;
  spec.lattice = Lattice::whole({120, 40, 1}, 2, {Boundary::Fixed, Boundary::Periodic, Boundary::Periodic});
  spec.temperature = 10;
  spec.types = {{"medium"}, {"cell"}};
  spec.adhesion = {0, 8, 8, 0};
  spec.contact = spec.copy = neighbours_of_order(2, 2);
  set_volume(spec, 1, Constraint{49, 2});
  spec.order = potts::UpdateOrder::Edges;
  spec.replicas = 64;
  spec.fields.classes = {"medium", "cell"};
  spec.fields.fields.push_back({.name = "signal"});
  spec.terms.change<potts::ChemotaxisTerm>([&](potts::ChemotaxisTerm& term) {
    term.entries = {{1, 0, strength}};
  });
  Tissue tissue{std::vector<u32>(spec.lattice.global.sites()), {0, 1}};
  for (u64 i = 0; i < tissue.cells.size(); ++i)
    if (const Site site = spec.lattice.site_at(i); site.x >= 20 && site.x < 27 && site.y >= 16 && site.y < 23)
      tissue.cells[i] = 1;
  const auto engine = potts::make_by_edges(spec, 3, std::make_shared<ThreadPool>(2));
  put(*engine, spec, tissue);
  std::vector<f64> values(tissue.cells.size() * spec.replicas);
  for (u64 i = 0; i < values.size(); ++i)
    values[i] = static_cast<double>(spec.lattice.site_at(i % tissue.cells.size()).x);
  engine->fields()->write(0, {0, values.size()}, values);
  engine->advance(0, 400);
  engine->finish();
  double sum = 0, count = 0;
  const std::vector<u32> cells = sites_of(*engine, spec);
  for (u64 i = 0; i < cells.size(); ++i)
    if (cells[i] != 0) sum += static_cast<double>(spec.lattice.site_at(i % tissue.cells.size()).x), ++count;
  return sum / count - 23;
}

TEST(Chemotaxis, TheDriftOfACellIsProportionalToItsStrength) {
  const double single = drift(1.5), twice = drift(3), down = drift(-1);
  fmt::print("[ measured ] drift in 400 steps: {:.2f} at strength 1.5, {:.2f} at 3, {:.2f} at -1\n", single,
             twice, down);
  EXPECT_GT(single, 3);
  EXPECT_LT(down, -2);
  EXPECT_NEAR(twice / single, 2, 0.3);
}

}  // namespace
}  // namespace morula::test
