#include "analysis/fit/swarm.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "analysis/fit/least_squares.h"
#include "core/stream.h"

namespace morula::test {
namespace {

Objective objective_of(double (*function)(const Position&)) {
  return [function](const std::vector<Position>& positions) {
    std::vector<double> values;
    for (const Position& position : positions) values.push_back(function(position));
    return values;
  };
}

double bowl(const Position& at) {
  double sum = 0;
  for (std::size_t d = 0; d < at.size(); ++d)
    sum += (at[d] - 0.1 * static_cast<double>(d)) * (at[d] - 0.1 * static_cast<double>(d));
  return sum;
}

double banana(const Position& at) {  // Rosenbrock's
  const double across = at[1] - at[0] * at[0];
  return 100 * across * across + (1 - at[0]) * (1 - at[0]);
}

double many_valleys(const Position& at) {  // Rastrigin's
  double sum = 0;
  for (const double x : at) sum += x * x - 10 * std::cos(2 * std::numbers::pi * x) + 10;
  return sum;
}

SearchBox cube(std::size_t dimensions, double low, double high) {
  return {Position(dimensions, low), Position(dimensions, high)};
}

u32x2 swarm_key(u64 seed) { return stream(seed, Purpose::Swarm); }

TEST(Swarm, FindsTheLeastValue) {
  for (const u64 seed : {1u, 2u, 3u}) {
    EXPECT_LT(minimise(cube(6, -1, 2), {}, swarm_key(seed), objective_of(bowl)).value, 1e-4);
    EXPECT_LT(minimise(cube(2, -5, 5), {}, swarm_key(seed), objective_of(banana)).value, 1e-3);
    const SwarmResult found = minimise(cube(3, -5.12, 4), {}, swarm_key(seed), objective_of(many_valleys));
    EXPECT_LT(found.value, 0.9) << "the next valley has 1";
    for (const double x : found.personal_bests.front()) EXPECT_NEAR(x, 0, 0.1);
  }
}

TEST(Swarm, FindsWhatLiesOnAWall) {
  const SwarmResult found = minimise(cube(3, 0.5, 2), {}, swarm_key(1), objective_of(bowl));
  EXPECT_EQ(found.personal_bests.front(), (Position{0.5, 0.5, 0.5}));
}

TEST(Swarm, HandsOverAllParticlesAtOnceWithinTheBox) {
  unsigned calls = 0;
  const Objective counting = [&](const std::vector<Position>& positions) {
    ++calls;
    EXPECT_EQ(positions.size(), 7u);
    for (const Position& position : positions)
      for (const double x : position) EXPECT_TRUE(x >= -1 && x <= 3) << x;
    return objective_of(bowl)(positions);
  };
  const SwarmResult found = minimise(cube(2, -1, 3), {7, 20}, swarm_key(4), counting);
  EXPECT_EQ(calls, 20u);
  ASSERT_EQ(found.curve.size(), 20u);
  EXPECT_TRUE(std::is_sorted(found.curve.rbegin(), found.curve.rend()));
  EXPECT_EQ(found.curve.back(), found.value);
  EXPECT_EQ(bowl(found.personal_bests.front()), found.value);
}

TEST(Swarm, IsAFunctionOfItsKey) {
  const auto best = [](u64 seed) {
    return minimise(cube(4, -1, 1), {10, 10}, swarm_key(seed), objective_of(bowl)).personal_bests;
  };
  EXPECT_EQ(best(1), best(1));
  EXPECT_NE(best(1), best(2));
}

TEST(Swarm, OfOneOrTwoMoves) {
  for (const unsigned particles : {1u, 2u, 3u})
    EXPECT_LT(minimise(cube(1, -1, 1), {particles, 100}, swarm_key(1), objective_of(bowl)).value, 0.1)
        << particles;
}

TEST(LeastSquares, GoesDownToTheLastDigits) {
  const Residuals of_banana = [](const std::vector<Position>& positions) {
    std::vector<std::vector<double>> residuals;
    for (const Position& at : positions) residuals.push_back({10 * (at[1] - at[0] * at[0]), 1 - at[0]});
    return residuals;
  };
  const Position found = levenberg_marquardt(cube(2, -5, 5), {-1.2, 1}, of_banana);
  EXPECT_NEAR(found[0], 1, 1e-6);
  EXPECT_NEAR(found[1], 1, 1e-6);
  const Position on_the_wall = levenberg_marquardt(cube(2, -5, 0.5), {-1.2, 0.3}, of_banana);
  EXPECT_NEAR(on_the_wall[0], 0.5, 1e-6);
  EXPECT_NEAR(on_the_wall[1], 0.25, 1e-6);
}

TEST(LeastSquares, LeavesAloneWhatChangesNothing) {
  const Residuals flat = [](const std::vector<Position>& positions) {
    std::vector<std::vector<double>> rests;
    for (const Position& at : positions) rests.push_back({at[0] - 0.25, 3});
    return rests;
  };
  const Position found = levenberg_marquardt(cube(2, 0, 1), {0.9, 0.7}, flat);
  EXPECT_NEAR(found[0], 0.25, 1e-6);
  EXPECT_EQ(found[1], 0.7);
}

}  // namespace
}  // namespace morula::test
