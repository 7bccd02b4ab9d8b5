// Correlation lengths of series for which they are known or published.
#include "analysis/chaos.h"

#include <gtest/gtest.h>

#include <numbers>

#include "analysis/example_series.h"
#include "io/csv_table.h"
#include "tests/analysis/series.h"

namespace morula::test {
namespace {

Ensemble ensemble_of(const std::vector<std::vector<double>>& members, double spacing = 1) {
  Ensemble ensemble{{"red"}, 0, spacing, members.front().size(), {}};
  for (const std::vector<double>& series : members) ensemble.members.push_back({"member", {series}});
  return ensemble;
}

ColumnChaos analysed(const std::vector<std::vector<double>>& members, double spacing = 1) {
  ThreadPool pool(2);
  return analyze_chaos(ensemble_of(members, spacing), pool).columns.front();
}

ColumnChaos analysed_csv(const std::string& csv, const std::string& column) {
  const io::CsvTable table(csv, "made");
  const std::vector<double> times = table.numbers("step");
  return analysed({table.numbers(column)}, times[1] - times[0]);
}

TEST(Chaos, OfACosineIsItsSixthPart) {
  const double period = 296, kappa = 2 * std::numbers::pi / period;  // κ = 0.0212
  const ColumnChaos chaos = analysed({cosine(5001, kappa, -2)});
  EXPECT_NEAR(chaos.fit->kappa / kappa, 1, 0.01);
  EXPECT_EQ(chaos.peaks.front(), 17u) << "in 5000 generations, as in Fig. 1: <ρ> = 0.0034";
  EXPECT_NEAR(chaos.density.mean, 0.0034, 1e-12);
  EXPECT_NEAR(*chaos.length_from_maxima(), 49, 0.05);
  EXPECT_NEAR(*chaos.length_from_moments() / (period / 6), 1, 0.02);
  EXPECT_EQ(doubts(chaos), std::vector<std::string>{});
}

TEST(Chaos, OfALongCosineIsExact) {
  const ColumnChaos chaos = analysed({cosine(60'001, 0.2, 1)});
  EXPECT_NEAR(chaos.fit->kappa / 0.2, 1, 1e-4);
}

// Fig. 5: 17 maxima, τ = 0.097 from the maxima and 0.098 from the fit. The unit of these values is ten time
// units of Eq. 4: 17 maxima, 6 time units apart, take 100 time units, and 100/(6·17) is 0.98.
TEST(Chaos, OfRosslersEquationsIsThePublished) {
  const ColumnChaos x = analysed_csv(rossler_csv({}), "x");
  EXPECT_EQ(x.peaks.front(), 17u);
  EXPECT_NEAR(*x.length_from_maxima() / 10, 0.0975, 0.0010);
  EXPECT_NEAR(correlation_length(*x.fit) / 10, 0.0975, 0.0010);
  EXPECT_NEAR(*x.length_from_moments() / 10, 0.0975, 0.0050);
  EXPECT_EQ(doubts(x), std::vector<std::string>{});
}

// Fig. 6: τ = 2.0748 h from the fit and 2.0689 h = 720/(6·58) from the maxima.
TEST(Chaos, OfATideIsThePublished) {
  const ColumnChaos tide = analysed_csv(tide_csv(), "level");
  EXPECT_EQ(tide.peaks.front(), 58u);
  EXPECT_NEAR(*tide.length_from_maxima(), 2.0689, 0.0001);
  EXPECT_NEAR(correlation_length(*tide.fit), 2.0748, 0.02);
  EXPECT_EQ(doubts(tide), std::vector<std::string>{});
}

TEST(Chaos, OfWhiteNoiseIsDoubted) {
  const ColumnChaos noise = analysed({white_noise(5001, 1)});
  EXPECT_EQ(noise.fit->lags, 2u);
  EXPECT_GT(*noise.length_from_maxima() / correlation_length(*noise.fit), 10);
  EXPECT_EQ(doubts(noise).size(), 3u) << "too coarse, smoothed away, and the lengths disagree";
}

TEST(Chaos, RecordedTooSeldomIsDoubted) {
  const ColumnChaos every_hour = analysed({cosine(721, 2 * std::numbers::pi / 12.42)});
  ASSERT_EQ(doubts(every_hour).size(), 2u);
  EXPECT_TRUE(doubts(every_hour)[1].starts_with("the smoothing leaves 7e-11 of the amplitude"))
      << doubts(every_hour)[1];
}

TEST(Chaos, OfAWindowThatIsTooShortIsNoLength) {
  std::vector<double> line(64);
  for (std::size_t i = 0; i < line.size(); ++i) line[i] = static_cast<double>(i);
  const ColumnChaos chaos = analysed({line});
  EXPECT_EQ(chaos.length_from_maxima(), std::nullopt);
  EXPECT_FALSE(doubts(chaos).empty());
}

TEST(Chaos, OfAnEnsembleIsMeanAndSpread) {
  const double kappa = 0.05;
  const ColumnChaos chaos =
      analysed({cosine(2001, kappa, 0), cosine(2001, kappa, 2), cosine(2001, 2 * kappa, 0.5)});
  EXPECT_EQ(chaos.peaks, (std::vector<std::uint64_t>{15, 16, 31}));
  EXPECT_EQ(chaos.histogram(), (std::map<std::uint64_t, std::uint64_t>{{15, 1}, {16, 1}, {31, 1}}));
  EXPECT_NEAR(chaos.density.mean * 2000, (15 + 16 + 31) / 3.0, 1e-9);
  EXPECT_NEAR(chaos.density.deviation * 2000, 8.963, 1e-3);
  EXPECT_NEAR(chaos.correlation[10].mean, (2 * std::cos(0.5) + std::cos(1.0)) / 3, 0.01);
  EXPECT_NEAR(chaos.correlation[10].deviation, std::abs(std::cos(0.5) - std::cos(1.0)) / std::sqrt(3), 0.01);
  EXPECT_NEAR(chaos.kappa->mean, 4 * kappa / 3, 0.001);
}

TEST(Chaos, OfManyMembersIsThatOfEach) {
  std::vector<std::vector<double>> members;
  for (std::uint64_t seed = 0; seed < 70; ++seed) members.push_back(white_noise(301, seed));  // three batches
  const ColumnChaos ensemble = analysed(members);
  for (const std::size_t i : {0u, 31u, 32u, 69u})
    EXPECT_EQ(ensemble.peaks[i], analysed({members[i]}).peaks.front()) << i;
}

TEST(Spread, OfEqualValuesIsNothing) {
  EXPECT_EQ(spread_of({0.1, 0.1, 0.1}).deviation, 0);
  EXPECT_EQ(spread_of({3}).mean, 3);
  EXPECT_NEAR(spread_of({1, 3}).deviation, std::sqrt(2.0), 1e-15);
}

}  // namespace
}  // namespace morula::test
