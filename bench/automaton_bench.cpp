#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "bench/bench.h"
#include "io/document.h"
#include "models/catalogue.h"

namespace morula {
namespace {

Spec soup(const std::string& size, const std::string& rule, const std::string& engine) {
  return read_spec(
      io::parse_document(fmt::format("model: automaton\nlattice: {{size: {}, boundary: periodic}}\n"
                                     "steps: 1000000\nautomaton: {{rule: \"{}\", engine: {}}}\n"
                                     "initial: {{random: {{density: 0.3}}}}\n",
                                     size, rule, engine),
                         "bench"),
      ".");
}

// Steps until at least this long has passed, after a warm-up.
double steps_per_second(Model& model) {
  constexpr double long_enough = 1.0;
  model.step(2);
  std::uint64_t steps = 0, batch = 1;
  double seconds = 0;
  while (seconds < long_enough) {
    const auto begin = std::chrono::steady_clock::now();
    steps += model.step(batch);
    seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    if (seconds < long_enough / 4) batch *= 2;
  }
  return static_cast<double>(steps) / seconds;
}

Measured measure(const std::string& what, const Spec& spec, const Backend& backend) {
  const auto model = make_model(spec, backend);
  const std::uint64_t cells = model->updates_per_step();
  const double rate = steps_per_second(*model) * static_cast<double>(cells);
  return {"automaton",   what,     to_string(backend.kind),  rate,
          model->unit(), 2 * rate, copy_rate(backend, cells)};
}

}  // namespace

std::vector<Measured> bench_automaton(const Backend& backend) {
  const bool gpu = backend.device && !backend.device->info().is_cpu;
  const std::string flat = gpu ? "16384" : "4096", cube = gpu ? "512" : "128";
  std::vector<Measured> all;
  for (const std::string engine : {"plain", "fast"}) {
    all.push_back(measure(fmt::format("{}, Life, {}^2 soup", engine, flat),
                          soup(fmt::format("[{0}, {0}]", flat), "B3/S23", engine), backend));
    all.push_back(measure(fmt::format("{}, B5/S4,5, {}^3 soup", engine, cube),
                          soup(fmt::format("[{0}, {0}, {0}]", cube), "B5/S4,5", engine), backend));
  }
  return all;
}

}  // namespace morula
