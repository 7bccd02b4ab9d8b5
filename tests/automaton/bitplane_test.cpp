// Compares the bit-plane engine on threads with the plain engine, cell by cell: rules and states that no
// short model file can describe, sizes at which tiles, words and passes end anywhere, and patterns that leave
// most of the lattice quiet.
#include <gtest/gtest.h>

#include <random>

#include "models/automaton/automaton_engine.h"

namespace morula::test {
namespace {

struct LatticeCase {
  Extent extent;
  unsigned dimensions;
  int reach;
};

CycleRule random_cycle(std::mt19937& random, unsigned states, unsigned neighbours) {
  const auto below = [&](unsigned end) { return static_cast<u32>(random() % end); };
  const auto trigger = [&] {
    const u32 first_state = below(states), second_state = below(states);
    const u32 counts = static_cast<u32>(random()) & static_cast<u32>(random());
    return Trigger{std::min(first_state, second_state), std::max(first_state, second_state),
                   counts & ((2u << neighbours) - 1)};
  };
  CycleRule cycle{};
  cycle.last_state = below(states);
  cycle.active = below(states);
  cycle.home = below(3) ? 0 : below(states);
  cycle.first = trigger();
  cycle.second = trigger();
  // The tables have one row of counts for each state, so that the states of the two triggers must not
  // overlap.
  if (cycle.second.from <= cycle.first.to && cycle.first.from <= cycle.second.to) cycle.second.on = 0;
  return cycle;
}

AutomatonSpec spec_of(const LatticeCase& lattice_case, Boundaries boundary, const CycleRule& cycle,
                      unsigned states) {
  AutomatonSpec automaton;
  automaton.lattice = Lattice::whole(lattice_case.extent, lattice_case.dimensions, boundary);
  automaton.neighbourhood = neighbourhood_of_reach(lattice_case.dimensions, lattice_case.reach);
  automaton.cycle = cycle;
  automaton.transitions = transitions_of(cycle, states, automaton.neighbourhood.largest_sum());
  return automaton;
}

std::vector<u8> cells_of(AutomatonEngine& engine, const AutomatonSpec& automaton) {
  std::vector<u8> cells(automaton.lattice.stored.sites());
  engine.read({0, cells.size()}, cells);
  return cells;
}

// Starts both engines with these cells. After each number of steps they must still agree.
void expect_same(const AutomatonSpec& automaton, const std::vector<u8>& cells,
                 const std::vector<std::uint64_t>& batches) {
  const auto threads = std::make_shared<ThreadPool>(3);
  const auto plain = make_plain_cpu(automaton, threads), bitplane = make_bitplane_cpu(automaton, threads);
  plain->write({0, cells.size()}, cells);
  bitplane->write({0, cells.size()}, cells);
  for (const std::uint64_t steps : batches) {
    plain->step(steps);
    bitplane->step(steps);
    ASSERT_EQ(cells_of(*bitplane, automaton), cells_of(*plain, automaton)) << "after a batch of " << steps;
  }
  const Slab whole{0, cells.size()};
  EXPECT_EQ(bitplane->hash(whole, 0), plain->hash(whole, 0));
  EXPECT_EQ(bitplane->count_states(whole), plain->count_states(whole));
}

std::vector<u8> random_cells(std::mt19937& random, Index count, unsigned states) {
  std::vector<u8> cells(count);
  for (u8& cell : cells) cell = static_cast<u8>(random() % 2 ? random() % states : 0);
  return cells;
}

// One combination of boundaries: bits 0, 1 and 2 make x, y and z periodic.
Boundaries boundaries_of(unsigned bits_set) {
  const auto along = [&](unsigned axis) {
    return (bits_set >> axis) & 1 ? Boundary::Periodic : Boundary::Fixed;
  };
  return {along(0), along(1), along(2)};
}

TEST(BitplaneAutomaton, RandomCyclesInEveryNeighbourhood) {
  std::mt19937 random(3);
  const std::vector<LatticeCase> lattices = {{{97, 61, 1}, 2, 2},  {{130, 67, 1}, 2, 1}, {{1, 7, 1}, 2, 2},
                                             {{64, 3, 1}, 2, 1},   {{128, 9, 1}, 2, 2},  {{5, 1, 1}, 2, 2},
                                             {{33, 47, 29}, 3, 3}, {{257, 5, 3}, 3, 2},  {{2, 1, 3}, 3, 3},
                                             {{13, 11, 9}, 3, 1},  {{64, 4, 5}, 3, 2},   {{65, 1, 40}, 3, 1}};
  for (const LatticeCase& lattice_case : lattices)
    for (unsigned periodic = 0; periodic < 1u << lattice_case.dimensions; ++periodic)
      for (const unsigned states : {2u, 3u, 4u, 5u, 9u, 31u, 64u, 100u, 256u}) {
        const unsigned neighbours = static_cast<unsigned>(
            neighbourhood_of_reach(lattice_case.dimensions, lattice_case.reach).neighbours.size());
        const CycleRule cycle = random_cycle(random, states, neighbours);
        SCOPED_TRACE(testing::Message() << lattice_case.extent.x << "x" << lattice_case.extent.y << "x"
                                        << lattice_case.extent.z << " reach " << lattice_case.reach
                                        << ", periodic axes " << periodic << ", states " << states);
        expect_same(spec_of(lattice_case, boundaries_of(periodic), cycle, states),
                    random_cells(random, lattice_case.extent.sites(), states), {1, 2, 5});
        if (HasFatalFailure()) return;
      }
}

const CycleRule life = {1, 1, 0, {0, 0, 1 << 3}, {1, 1, 1 << 2 | 1 << 3}};
const CycleRule brain = {1, 2, 0, {0, 0, 1 << 2}, {0, 0, 0}};

// Life is computed in columns of vectors side by side, which may end anywhere in a row. The wider lattices
// are divided into blocks, some of which touch a boundary on one side only.
TEST(BitplaneAutomaton, SoupsOfLifeOfAnyWidth) {
  std::mt19937 random(17);
  for (const Index width : {1, 63, 64, 65, 127, 130, 200, 257, 319, 384, 450, 521, 4097, 4230, 8300})
    for (unsigned periodic = 0; periodic < 4; ++periodic) {
      SCOPED_TRACE(testing::Message() << "width " << width << ", periodic axes " << periodic);
      const Extent extent{width, width > 4000 ? 21u : 83u, 1};
      expect_same(spec_of({extent, 2, 2}, boundaries_of(periodic), life, 2),
                  random_cells(random, extent.sites(), 2), {1, 12, 5});
      if (HasFatalFailure()) return;
    }
}

// A few small soups on an empty lattice. Gliders leave them, cross tiles and boundaries, and meet again.
std::vector<u8> scattered_soups(const Lattice& lattice, unsigned soups) {
  std::mt19937 random(11);
  std::vector<u8> cells(lattice.stored.sites());
  for (unsigned i = 0; i < soups; ++i) {
    const Index x0 = random() % lattice.stored.x, y0 = random() % lattice.stored.y,
                z0 = random() % lattice.stored.z;
    for (Index i_cell = 0; i_cell < 150; ++i_cell) {
      const Site site{(x0 + random() % 20) % lattice.stored.x, (y0 + random() % 20) % lattice.stored.y,
                      (z0 + random() % 4) % lattice.stored.z};
      cells[lattice.index_of(site)] = 1;
    }
  }
  return cells;
}

TEST(BitplaneAutomaton, QuietTilesChangeNothing) {
  const std::vector<std::uint64_t> batches = {1, 1, 1, 7, 7, 64, 64, 3, 10, 10, 8, 8, 25, 40, 13};
  for (const Boundary boundary : {Boundary::Periodic, Boundary::Fixed})
    for (const CycleRule& cycle : {life, brain}) {
      const AutomatonSpec automaton = spec_of({{1283, 330, 1}, 2, 2}, boundary, cycle, cycle.last_state + 1);
      expect_same(automaton, scattered_soups(automaton.lattice, 5), batches);
      if (HasFatalFailure()) return;
    }
  // Bays's 3D Life: small soups die or settle, and leave most of the lattice quiet.
  const CycleRule bays = {1, 1, 0, {0, 0, 1 << 5}, {1, 1, 1 << 4 | 1 << 5}};
  const AutomatonSpec bays_3d = spec_of({{1100, 33, 40}, 3, 3}, Boundary::Periodic, bays, 2);
  expect_same(bays_3d, scattered_soups(bays_3d.lattice, 1), {1, 1, 3, 20});
}

// Cells written into a quiet region wake it.
TEST(BitplaneAutomaton, WhatIsWrittenWakesQuietTiles) {
  const AutomatonSpec automaton = spec_of({{1100, 400, 1}, 2, 2}, Boundary::Periodic, life, 2);
  const auto threads = std::make_shared<ThreadPool>(2);
  const auto plain = make_plain_cpu(automaton, threads), bitplane = make_bitplane_cpu(automaton, threads);
  const std::vector<u8> row(3, 1);
  for (const Index at : {Index{1100} * 200 + 550, Index{1100} * 320 + 100}) {
    for (AutomatonEngine* engine : {plain.get(), bitplane.get()}) {
      engine->write({at, 3}, row);
      engine->write({at + 1101, 2}, std::span(row).first(2));
      engine->step(64);
      engine->step(64);
    }
    ASSERT_EQ(cells_of(*bitplane, automaton), cells_of(*plain, automaton));
  }
}

// A glider moves to tiles that were blank at first, and passes of other lengths must find it there.
TEST(BitplaneAutomaton, BlankTilesAreBlankNoMore) {
  const AutomatonSpec automaton = spec_of({{64, 900, 1}, 2, 2}, Boundary::Fixed, life, 2);
  std::vector<u8> cells(automaton.lattice.stored.sites());
  for (const Site site : {Site{1, 0}, Site{2, 1}, Site{0, 2}, Site{1, 2}, Site{2, 2}})
    cells[automaton.lattice.index_of(site)] = 1;
  expect_same(automaton, cells, {200, 7, 5});
  std::vector<u8> in_the_middle(cells.size());
  std::copy(cells.begin(), cells.end() - 64 * 450, in_the_middle.begin() + 64 * 450);
  AutomatonSpec wrapped = automaton;
  wrapped.lattice.boundary = Boundary::Periodic;
  expect_same(wrapped, in_the_middle, {960, 7, 13});
}

}  // namespace
}  // namespace morula::test
