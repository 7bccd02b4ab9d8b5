// Compares fields with exact solutions. docs/validation/fields.md has the numbers.
#include <gtest/gtest.h>

#include <cmath>
#include <complex>

#include "tests/fields/fields_on.h"

namespace morula::test {
namespace {

constexpr double pi = 3.14159265358979323846;

Backend on_threads() { return {BackendKind::Cpu, std::make_shared<ThreadPool>(2), nullptr}; }

// The values of the first field after some steps.
std::vector<f64> after(const std::string& yaml, const Lattice& lattice, u64 steps) {
  const auto on = fields_from(yaml, lattice);
  FieldsRun run(on, on_threads());
  run.run(steps);
  return run.values(0, lattice.global.sites());
}

double largest_difference(const std::vector<f64>& a, const std::vector<f64>& b) {
  double largest = 0;
  for (std::size_t i = 0; i < a.size(); ++i) largest = std::max(largest, std::abs(a[i] - b[i]));
  return largest;
}

// A point spreads as a Gaussian of variance 2 D t along each axis; the variance is exact on a lattice too.
TEST(ExactSolutions, APointSpreads) {
  const Lattice lattice = Lattice::whole({181, 181, 1}, 2, Boundary::Fixed);
  const auto values =
      after("{c: {diffusion: 0.8, initial: \"if x == 90 and y == 90 then 1 else 0\"}}", lattice, 60);
  double total = 0, variance = 0;
  for (Index i = 0; i < values.size(); ++i) {
    const double x = static_cast<double>(lattice.site_at(i).x) - 90;
    total += values[i];
    variance += x * x * values[i];
  }
  EXPECT_NEAR(total, 1, 1e-12);
  EXPECT_NEAR(variance, 2 * 0.8 * 60, 1e-9 * variance);
  const double peak = 1 / (4 * pi * 0.8 * 60);
  for (const Index x : {90u, 95u, 100u}) {
    const double away = static_cast<double>(x) - 90;
    EXPECT_NEAR(values[lattice.index_of({x, 90, 0})] / (peak * std::exp(-away * away / (4 * 0.8 * 60))), 1,
                0.005)
        << x;
  }
}

// A cosine decays at the rate D k². With twice as many sites for the same wave, the error is a quarter.
TEST(ExactSolutions, TheErrorIsOfSecondOrderInTheWidthOfASite) {
  std::vector<double> errors;
  for (const u64 side : {16u, 32u, 64u}) {
    const double finer = static_cast<double>(side) / 16;
    const auto values =
        after(fmt::format("{{c: {{diffusion: {}, solver: explicit, sub_steps: {}, signed: true, initial: "
                          "\"cos(6.283185307179586 * x / {})\"}}}}",
                          0.25 * finer * finer, 2 * side * side / 256, side),
              Lattice::whole({side, 1, 1}, 2, {Boundary::Periodic, Boundary::Fixed, Boundary::Fixed}), 20);
    const double k = 2 * pi / 16;
    errors.push_back(std::abs(values[0] - std::exp(-0.25 * k * k * 20)));
  }
  EXPECT_NEAR(errors[0] / errors[1], 4, 0.4);
  EXPECT_NEAR(errors[1] / errors[2], 4, 0.4);
}

// With a fixed value at one end and decay, c falls by the same factor from site to site, nearly exp(-x
// √(k/D)).
TEST(ExactSolutions, ASteadyProfileWithDecayIsExponential) {
  const double diffusion = 1, decay = 0.01, half = 1 + decay / (2 * diffusion);
  const double factor = half - std::sqrt(half * half - 1);
  const Lattice lattice = Lattice::whole({200, 1, 1}, 2, Boundary::Fixed);
  for (const char* solver : {"explicit", "implicit"}) {
    const auto values =
        after(fmt::format("{{c: {{diffusion: 1, decay: 0.01, solver: {}, boundary: {{x: {{from: "
                          "{{value: 1}}}}}}}}}}",
                          solver),
              lattice, 4000);
    const bool is_explicit = std::string(solver) == "explicit";  // else decay acts separately
    for (const Index x : {0u, 10u, 50u}) {
      EXPECT_NEAR(values[x] / std::pow(factor, static_cast<double>(x) + 1), 1, is_explicit ? 1e-6 : 0.006)
          << solver << x;
      EXPECT_NEAR(values[x] / std::exp(-0.1 * (static_cast<double>(x) + 1)), 1, is_explicit ? 0.003 : 0.006)
          << solver << x;
    }
  }
}

// The flux enters at one wall and leaves at the other, which gives a straight line with the slope flux / D.
TEST(ExactSolutions, ASourceAndASinkMakeALine) {
  const Lattice lattice = Lattice::whole({30, 1, 1}, 2, Boundary::Fixed);
  for (const char* solver : {"explicit", "implicit"}) {
    const auto values = after(
        fmt::format(
            "{{c: {{diffusion: 2, solver: {}, boundary: {{x: {{from: {{flux: 0.5}}, to: {{value: 1}}}}}}}}}}",
            solver),
        lattice, 5000);
    for (Index x = 0; x < 30; ++x)
      EXPECT_NEAR(values[x], 1 + 0.25 * static_cast<double>(30 - x), 1e-9) << solver;
  }
}

TEST(ExactSolutions, TotalsBalance) {
  const Lattice lattice =
      Lattice::whole({37, 23, 5}, 3, {Boundary::Periodic, Boundary::Fixed, Boundary::Fixed});
  for (const char* diffusion : {"0.3", "60"}) {  // implicit for 60
    const auto on =
        fields_from(fmt::format("{{c: {{diffusion: {}, initial: \"uniform()\"}}}}", diffusion), lattice);
    FieldsRun run(on, on_threads());
    const double before = run.engine->totals(0)[0].total;
    run.run(500);
    EXPECT_NEAR(run.engine->totals(0)[0].total / before, 1, 1e-11) << diffusion;
  }
}

// The front of Fisher and Kolmogorov moves with the speed 2 √(D r).
TEST(ExactSolutions, AFrontMovesAtItsSpeed) {
  const auto on = fields_from(
      "{c: {diffusion: 4, solver: explicit, source: \"0.04 * c * (1 - c)\", initial: \"if x < 20 then "
      "1 else 0\"}}",
      Lattice::whole({2000, 1, 1}, 2, Boundary::Fixed));
  FieldsRun run(on, on_threads());
  run.run(1500);
  const double before = run.engine->totals(0)[0].total;
  run.run(700);
  const double speed = (run.engine->totals(0)[0].total - before) / 700;
  RecordProperty("speed", fmt::format("{:.4f}", speed));
  EXPECT_NEAR(speed / 0.8, 1, 0.02);
}

// Implicit steps approach fine explicit ones as their number grows; the error is of first order.
TEST(ExactSolutions, ImplicitAndExplicitStepsAgree) {
  const Lattice lattice = Lattice::whole({41, 33, 1}, 2, Boundary::Periodic);
  const auto with = [&](const std::string& solver) {
    return after(
        "{c: {diffusion: 1.5, decay: 0.05, source: \"0.2 * (type == full)\", initial: \"1 + "
        "cos(6.283185307179586 * x / 41) * cos(6.283185307179586 * y / 33)\", " +
            solver + "}}",
        lattice, 12);
  };
  const auto exact = with("solver: explicit, sub_steps: 2000");
  std::vector<double> errors;
  for (const char* sub_steps : {"4", "8", "16"})
    errors.push_back(
        largest_difference(with(std::string("solver: implicit, sub_steps: ") + sub_steps), exact));
  EXPECT_LT(errors[2], 0.005);
  EXPECT_NEAR(errors[0] / errors[1], 2, 0.3);
  EXPECT_NEAR(errors[1] / errors[2], 2, 0.3);
}

// The growth rate of a wave in Schnakenberg's system, by linear analysis around u = 1, v = 0.9.
double growth(double k, double rate, double of_u, double of_v) {
  const double a = 0.8 * rate - of_u * k * k, d = -rate - of_v * k * k;
  const double half = (a + d) / 2, determinant = a * d + 1.8 * rate * rate;
  return std::real(half + std::sqrt(std::complex<double>(half * half - determinant)));
}

// From small noise, waves grow fastest at the wavelength that linear analysis gives.
TEST(ExactSolutions, TuringPatternsHaveTheirWavelength) {
  constexpr u64 side = 2000;
  const auto on = fields_from(
      "{u: {diffusion: 0.1, source: \"0.005 * (0.1 - u + u ^ 2 * v)\", initial: \"1 + 1e-8 * (uniform() - "
      "0.5)\"},"
      " v: {diffusion: 4, source: \"0.005 * (0.9 - u ^ 2 * v)\", initial: 0.9}}",
      Lattice::whole({side, 1, 1}, 2, Boundary::Periodic));
  FieldsRun run(on, on_threads());
  run.run(8500);
  const auto values = run.values(0, side);
  double power = 0, weighted = 0;
  for (u64 mode = 1; mode < 200; ++mode) {
    std::complex<double> sum = 0;
    for (u64 x = 0; x < side; ++x)
      sum += values[x] * std::polar(1.0, 2 * pi * static_cast<double>(mode * x % side) / side);
    power += std::norm(sum);
    weighted += std::norm(sum) * static_cast<double>(mode);
  }
  double best = 0.01;
  for (double k = 0.01; k < 1; k += 1e-4)
    if (growth(k, 0.005, 0.1, 4) > growth(best, 0.005, 0.1, 4)) best = k;
  const auto [least, greatest] = std::ranges::minmax(values);
  EXPECT_GT(greatest - least, 0.01);  // it has grown
  EXPECT_LT(greatest - least, 0.6);   // and is still nearly linear
  const double measured = side / (weighted / power), expected = 2 * pi / best;
  RecordProperty("wavelength", fmt::format("{:.2f} against {:.2f}", measured, expected));
  EXPECT_NEAR(measured / expected, 1, 0.05);
}

}  // namespace
}  // namespace morula::test
