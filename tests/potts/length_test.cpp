// Lengths of cells: their computation on every processor, and cells that do not fit.
#include <gtest/gtest.h>

#include <cmath>

#include "core/error.h"
#include "gpu/nvrtc.h"
#include "models/family.h"
#include "models/potts/potts_model.h"
#include "runner/checkpoint.h"
#include "tests/io/temporary_folder.h"
#include "tests/potts/cases.h"
#include "tests/potts/length_reference.h"
#include "tests/support/backends.h"

namespace morula::test {
namespace {

const Backend elongated_on_one_thread{BackendKind::Cpu, std::make_shared<ThreadPool>(1), nullptr};

// The length from moments about an anchor, summed as in engines.
i64 length_about(const std::vector<Offset>& sites, Offset anchor, i32 dimensions) {
  std::vector<i32> numbers(10);
  for (const Offset& site : sites) {
    const Away away{static_cast<i32>(site[0] - anchor[0]), static_cast<i32>(site[1] - anchor[1]),
                    static_cast<i32>(site[2] - anchor[2])};
    ++numbers[0];
    for (u32 i = 0; i < (dimensions == 2 ? 5u : 9u); ++i) numbers[i + 1] += moment_of(away, i, dimensions);
  }
  return length_of(moments_of(numbers.data(), 1, dimensions), dimensions);
}

std::vector<Offset> box_of(i64 x, i64 y, i64 z) {
  std::vector<Offset> sites;
  for (i64 k = 0; k < z; ++k)
    for (i64 j = 0; j < y; ++j)
      for (i64 i = 0; i < x; ++i) sites.push_back({i, j, k});
  return sites;
}

double in_sites(i64 length) { return static_cast<double>(length) / 4096; }

// The variance of n numbers in a row is (n² − 1) / 12.
TEST(LengthRule, IsThatOfTheEllipseWithTheSameMoments) {
  for (const i64 n : {2, 7, 60, 400}) {
    const double variance = static_cast<double>(n * n - 1) / 12;
    EXPECT_NEAR(in_sites(length_about(box_of(n, 1, 1), {}, 2)), 4 * std::sqrt(variance), 1e-3);
    EXPECT_NEAR(in_sites(length_about(box_of(2, n, 1), {}, 2)), 4 * std::sqrt(variance), 1e-3);
    EXPECT_NEAR(in_sites(length_about(box_of(1, 2, n), {}, 3)), std::sqrt(20 * variance),
                1e-3 * std::sqrt(variance));
  }
  EXPECT_EQ(length_about(box_of(1, 1, 1), {}, 2), 0);
  std::vector<Offset> diagonal;
  for (i64 i = 0; i < 50; ++i) diagonal.push_back({i, -i, i});
  const double variance = 3 * (50.0 * 50 - 1) / 12;
  EXPECT_NEAR(in_sites(length_about(diagonal, {}, 3)), std::sqrt(20 * variance), 0.01);
}

// A disc or a ball of radius r has the length 2 r.
TEST(LengthRule, OfRoundCellsIsTheDiameter) {
  for (const i32 dimensions : {2, 3}) {
    std::vector<Offset> sites;
    for (const Offset& at : box_of(41, 41, dimensions == 3 ? 41 : 1)) {
      const i64 z = dimensions == 3 ? at[2] - 20 : 0;
      if ((at[0] - 20) * (at[0] - 20) + (at[1] - 20) * (at[1] - 20) + z * z <= 400) sites.push_back(at);
    }
    EXPECT_NEAR(in_sites(length_about(sites, {3, -2, 1}, dimensions)), 40, 0.4);
  }
}

TEST(LengthRule, DoesNotDependOnTheAnchor) {
  std::vector<Offset> sites;
  for (i64 i = 0; i < 300; ++i) sites.push_back({i * i % 37, i * 5 % 23 + i % 11, i * 7 % 19});
  for (const i32 dimensions : {2, 3}) {
    const i64 expected = reference_length(sites, static_cast<unsigned>(dimensions));
    EXPECT_GT(expected, 4096);
    for (const Offset& anchor : {Offset{0, 0, 0}, Offset{36, 20, 18}, Offset{-300, 210, 77}})
      EXPECT_EQ(length_about(sites, anchor, dimensions), expected);
  }
}

TEST(LengthRule, EnergyIsTheSquareOfTheDistance) {
  EXPECT_EQ(energy_of_length(1000, 60 * 4096, 50 * 4096), 100000);
  EXPECT_EQ(energy_of_length(1000, 60 * 4096, 60 * 4096), 0);
  EXPECT_EQ(energy_of_length(3, 0, 4096 / 2), 0) << "rounded down";
  EXPECT_EQ(energy_of_length(5, 16384 * 4096, 0), i64{5} * 16384 * 16384);
}

PottsSpec elongated(unsigned dimensions, u64 replicas = 1) {
  PottsSpec spec =
      dimensions == 3
          ? two_kinds({17, 11, 16}, 3, {Boundary::Periodic, Boundary::Fixed, Boundary::Periodic}, 27)
          : two_kinds({37, 31, 1}, 2, {Boundary::Fixed, Boundary::Periodic, Boundary::Periodic}, 16);
  set_length(spec, 1, Constraint{7, 4});
  spec.replicas = replicas;
  return spec;
}

std::vector<Hash> elongated_hashes(const PottsSpec& spec, const Backend& backend, u64 steps = 12) {
  const auto engine = potts::make_engine(spec, 3, backend);
  put(*engine, spec, tiles(spec, spec.lattice.dimensions == 3 ? 3 : 4));
  engine->advance(0, steps);
  engine->finish();
  return engine->hashes();
}

TEST(Length, HasTheSameHashOnEveryProcessor) {
  for (const unsigned dimensions : {2u, 3u}) {
    const PottsSpec spec = elongated(dimensions, 2);
    const std::vector<Hash> expected = elongated_hashes(spec, elongated_on_one_thread);
    for (const auto& [name, backend] : available_backends())
      EXPECT_EQ(elongated_hashes(spec, backend), expected) << name;
    PottsSpec alone = elongated(dimensions), without = elongated(dimensions, 2);
    alone.first_replica = 1;
    EXPECT_EQ(elongated_hashes(alone, elongated_on_one_thread).front(), expected[1]);
    set_length(without, 1, Constraint{7, 3.9});
    EXPECT_NE(elongated_hashes(without, elongated_on_one_thread), expected);
  }
}

// Cells get new anchors after every step, which changes nothing.
TEST(Length, NewAnchorsChangeNoAnswer) {
  const PottsSpec spec = elongated(2);
  const auto engine = potts::make_engine(spec, 3, elongated_on_one_thread);
  put(*engine, spec, tiles(spec, 4));
  engine->step(0, 12);
  EXPECT_EQ(engine->hashes(), elongated_hashes(spec, elongated_on_one_thread));
}

TEST(Length, GoesOnOnAnotherProcessor) {
  auto tissue = std::make_shared<PottsSpec>(elongated(2));
  tissue->initial =
      std::vector<potts::Tiles>{{{{0, 0, 0}, {36, 30, 0}, false, {}, 0}, 4, std::nullopt, {0, 0.5, 0.5}}};
  Spec spec;
  spec.family = "potts";
  spec.section = tissue;
  const Family family = potts_family();
  const auto uninterrupted = family.make(spec, elongated_on_one_thread, Start::Initial);
  uninterrupted->step(11);
  const io::TemporaryFolder folder;
  for (const auto& [name, backend] : available_backends()) {
    const auto first = family.make(spec, backend, Start::Initial);
    first->step(5);
    save_state(*first, folder / "checkpoint.h5");
    const auto second = family.make(spec, elongated_on_one_thread, Start::Blank);
    load_state(*second, folder / "checkpoint.h5", nullptr, nullptr);
    second->step(6);
    EXPECT_EQ(second->hash(), uninterrupted->hash()) << name;
  }
}

// The error for a tissue with one cell of type 1 that is a box; empty if there is none.
std::string failure_of(const PottsSpec& spec, Extent box, const Backend& backend) {
  Tissue tissue{std::vector<u32>(spec.lattice.global.sites()), {0, 1}};
  for (u64 i = 0; i < tissue.cells.size(); ++i) {
    const Site site = spec.lattice.site_at(i);
    tissue.cells[i] = site.x < box.x && site.y < box.y && site.z < box.z;
  }
  const auto engine = potts::make_engine(spec, 3, backend);
  put(*engine, spec, tissue);
  try {
    engine->finish();
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

TEST(Length, NamesACellThatDoesNotFit) {
  PottsSpec wide = elongated(2);  // 31 sites along y, which is periodic
  PottsSpec large = two_kinds({300, 200, 1}, 2, Boundary::Fixed, 16);
  set_length(large, 1, Constraint{7, 4});
  for (const auto& [name, backend] : available_backends()) {
    EXPECT_EQ(failure_of(wide, {37, 15, 1}, backend), "") << name;
    EXPECT_EQ(
        failure_of(wide, {5, 16, 1}, backend),
        "cell 1 of the state that the run starts from extends over more than half of the periodic axis y, so "
        "that potts.length cannot measure its length; make the lattice larger, its boundary fixed, or the "
        "target "
        "of the length smaller")
        << name;
    EXPECT_EQ(failure_of(large, {300, 10, 1}, backend), "") << name;
    EXPECT_EQ(failure_of(large, {300, 20, 1}, backend).substr(0, 75),
              "cell 1 of the state that the run starts from is too large for potts.length:")
        << name;
  }
}

// A target far beyond the lattice stretches cells until one goes around it.
TEST(Length, EndsTheRunWhereACellGrowsTooWide) {
  PottsSpec spec = two_kinds({40, 9, 1}, 2, {Boundary::Fixed, Boundary::Periodic, Boundary::Periodic}, 16);
  spec.temperature = 30;
  set_length(spec, 1, Constraint{16, 30});
  std::string expected;
  for (const auto& [name, backend] : available_backends()) {
    const auto engine = potts::make_engine(spec, 3, backend);
    put(*engine, spec, tiles(spec, 4));
    std::string message;
    try {
      engine->advance(0, 200);
      engine->finish();
    } catch (const Error& error) {
      message = error.what();
    }
    if (expected.empty()) expected = message;
    EXPECT_EQ(message, expected) << name;
    EXPECT_NE(message.find("after step"), std::string::npos) << message;
  }
}

TEST(PottsNvrtc, CompilesLength) {
  if (const auto found = gpu::find_nvrtc(); found.version.empty()) GTEST_SKIP() << found.missing;
  for (const unsigned dimensions : {2u, 3u})
    EXPECT_FALSE(
        gpu::Nvrtc().compile(potts::engine_sources(elongated(dimensions), true).front(), 90u).empty());
}

}  // namespace
}  // namespace morula::test
