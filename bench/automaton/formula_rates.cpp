// Rules that are written as formulas: rates of their engine, of the plain engine, and of their draws alone.
#include <fmt/format.h>

#include "bench/automaton/automaton_bench.h"
#include "bench/clock.h"
#include "bench/draws.h"
#include "io/document.h"
#include "models/automaton/automaton_spec.h"
#include "models/catalogue.h"

namespace morula {
namespace {

struct FormulaCase {
  const char* what;
  const char* automaton;
  const char* initial;
};

const std::vector<FormulaCase> formula_cases = {
    {"forest fire",
     "states: [empty, tree, fire], neighbourhood: moore, parameters: {growth: 0.01, lightning: 1.0e-5}, "
     "transitions: [{from: fire, to: empty}, {from: tree, to: fire, when: \"count(fire) > 0 or "
     "chance(lightning)\"}, {from: empty, to: tree, when: \"chance(growth)\"}]",
     "{random: {fractions: {tree: 0.3}}}"},
    {"8 states by counts",
     "states: [s0, s1, s2, s3, s4, s5, s6, s7], neighbourhood: moore, "
     "transitions: [{to: \"(here + count(state > s3)) % 8\"}]",
     "{random: {fractions: {1: 0.3, 6: 0.3}}}"},
    {"ten operations in doubles",
     "states: [a, b], neighbourhood: moore, parameters: {k: 0.37, m: 1.1, n: 3.3}, transitions: [{to: \"if "
     "((count(b) * k + x * 0.001) * m - y * 0.002) * n + k * x - 0.5 * y > m then b else a\"}]",
     "{random: {density: 0.4}}"},
};

Spec spec_of(const FormulaCase& formula_case, const char* engine, const Backend& backend) {
  const unsigned side = backend.device ? 8192 : 1024;
  const std::string text = fmt::format(
      "model: automaton\nlattice: {{size: [{0}, {0}]}}\nsteps: 1000000\n"
      "automaton: {{engine: {1}, {2}}}\ninitial: {3}\n",
      side, engine, formula_case.automaton, formula_case.initial);
  return read_spec(io::parse_document(text, "bench"), ".");
}

double cells_per_second(const Spec& spec, const Backend& backend) {
  const auto model = make_model(spec, backend);
  const double steps = rounds_per_second(16, [&](std::uint64_t rounds) { model->step(rounds); });
  return steps * static_cast<double>(spec.lattice->global.sites());
}

// Seconds until the programs of a model can run.
double seconds_to_build(const Spec& spec, const Backend& backend) {
  return seconds_of([&] {
    for (const gpu::Source& source : family_of(spec).sources(spec)) backend.device->build(source);
  });
}

}  // namespace

FormulaRates bench_formulas(const Backend& backend) {
  FormulaRates rates;
  rates.words_per_second = 4 * ruler_calls * words_drawn_per_second(backend);
  for (const FormulaCase& formula_case : formula_cases) {
    FormulaRates::Case measured{formula_case.what};
    const Spec spec = spec_of(formula_case, "bitplane", backend),
               plain = spec_of(formula_case, "plain", backend);
    measured.draws = dynamic_cast<const AutomatonSpec&>(*spec.section).formulas->draws;
    if (backend.device) {
      measured.build_seconds = seconds_to_build(plain, backend);
      measured.build_again_seconds = seconds_to_build(plain, backend);
    }
    measured.rate = cells_per_second(spec, backend);
    measured.plain_rate = cells_per_second(plain, backend);
    rates.cases.push_back(measured);
  }
  return rates;
}

}  // namespace morula
