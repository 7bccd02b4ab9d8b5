// On a lattice of six sites, compares how often the sequential order visits each state with the transition
// matrix that follows from the definition.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tests/potts/cases.h"

namespace morula::test {
namespace {

constexpr u64 width = 3, height = 2, sites = width * height,
              states = 729;  // three cells including the medium, on six sites

using State = std::array<u32, sites>;

State state_of(u64 number) {
  State state{};
  for (u32& cell : state) cell = static_cast<u32>(number % 3), number /= 3;
  return state;
}

u64 number_of(const u32* cells) {
  u64 number = 0;
  for (u64 site = sites; site-- > 0;) number = number * 3 + cells[site];
  return number;
}

PottsSpec tiny() {
  PottsSpec spec = two_kinds({width, height, 1}, 2, Boundary::Fixed, 3);
  spec.temperature = 8;
  spec.adhesion = {0, 4, 5, 4, 9, 2, 5, 2, 7};
  spec.order = potts::UpdateOrder::Sequential;
  return spec;
}

double energy(const PottsSpec& spec, const State& state) {
  double sum = 0;
  double volume[3] = {};
  for (u64 i = 0; i < sites; ++i) {
    ++volume[state[i]];
    for (u64 j = i + 1; j < sites; ++j) {
      const i64 dx = i64(i % width) - i64(j % width), dy = i64(i / width) - i64(j / width);
      if (state[i] != state[j] && std::abs(dx) <= 1 && std::abs(dy) <= 1)
        sum += spec.adhesion_of(state[i], state[j]);
    }
  }
  for (const u32 cell : {1u, 2u}) sum += std::pow(volume[cell] - 3, 2);
  return sum;
}

// The states to which one attempt can lead from a state, with their probabilities.
using Row = std::vector<std::pair<u64, double>>;

Row attempts_from(const PottsSpec& spec, u64 number) {
  const State state = state_of(number);
  Row row;
  double stays = 0;
  for (u64 site = 0; site < sites; ++site)
    for (const auto& offset : spec.copy.neighbours) {
      constexpr double chance = 1.0 / sites / 8;
      const i64 x = i64(site % width) + offset.dx, y = i64(site / width) + offset.dy;
      const bool inside = x >= 0 && y >= 0 && x < i64(width) && y < i64(height);
      State after = state;
      if (inside) after[site] = state[u64(y) * width + u64(x)];
      const double rise = energy(spec, after) - energy(spec, state);
      const double accepted = rise <= 0 ? 1 : std::exp(-rise / spec.temperature);
      row.push_back({number_of(after.data()), chance * accepted});
      stays += chance * (1 - accepted);
    }
  row.push_back({number, stays});
  return row;
}

TEST(SequentialOrder, VisitsStatesAsOftenAsTheTransitionMatrixSays) {
  constexpr u64 runs = 40000;
  PottsSpec spec = tiny();
  spec.replicas = runs;
  std::vector<Row> matrix;
  for (u64 number = 0; number < states; ++number) matrix.push_back(attempts_from(spec, number));
  const std::vector<u32> start = {1, 1, 0, 1, 2, 2};
  std::vector<double> expected(states);
  expected[number_of(start.data())] = 1;
  const auto engine = potts::make_sequential(spec, 5, std::make_shared<ThreadPool>(2));
  put(*engine, spec, {start, {0, 1, 2}});
  u64 time = 0;
  for (const u64 until : {1u, 3u, 12u}) {
    for (u64 attempt = 0; attempt < (until - time) * sites; ++attempt) {
      std::vector<double> next(states);
      for (u64 from = 0; from < states; ++from)
        for (const auto& [to, chance] : matrix[from]) next[to] += expected[from] * chance;
      expected = next;
    }
    engine->step(time, until - time);
    time = until;
    const std::vector<u32> cells = sites_of(*engine, spec);
    std::vector<double> visited(states);
    for (u64 run = 0; run < runs; ++run) ++visited[number_of(&cells[run * sites])];
    double chi_square = 0, rare = 0, rare_visited = 0;
    unsigned classes = 0;
    for (u64 number = 0; number < states; ++number) {
      const double mean = expected[number] * runs;
      if (mean == 0) {
        EXPECT_EQ(visited[number], 0) << "a state that cannot be reached";
      }
      if (mean < 10) {
        rare += mean;
        rare_visited += visited[number];
        continue;
      }
      chi_square += std::pow(visited[number] - mean, 2) / mean;
      ++classes;
    }
    chi_square += std::pow(rare_visited - rare, 2) / std::max(rare, 1.0);
    EXPECT_GT(classes, 50u);
    EXPECT_NEAR(chi_square, classes, 5 * std::sqrt(2.0 * classes)) << "at step " << until;
  }
}

}  // namespace
}  // namespace morula::test
