#include <fmt/format.h>

#include "bench/automaton/automaton_bench.h"
#include "bench/clock.h"
#include "io/document.h"
#include "models/catalogue.h"

namespace morula {
namespace {

struct Case {
  std::string what;
  std::string size;       // of the lattice, as in a model file
  std::string automaton;  // the section `automaton` of a model file
  std::string initial = "{random: {density: 0.3}}";
  std::string boundary = "periodic";
};

constexpr const char* tissue =
    "{quiet_regions: compute, tissue: {activated: 3, refractory: 8, relative: 4, threshold: 3, "
    "relative_threshold: 6}}";
constexpr const char* fibres =
    "{tissue: {activated: 3, refractory: 8, threshold: 6, weights: {x: 3}, range: 2}}";
constexpr const char* wide = "{tissue: {activated: 3, refractory: 8, threshold: 6, range: 3}}";
constexpr const char* regions =
    "{tissue: {activated: 3, refractory: 8, threshold: 3, range: 2, regions: [{box: {from: [0, 0], to: [99, "
    "99]}, "
    "activated: 2, refractory: 12, threshold: 5}]}}";
// A random table of squares, half of its bits set.
constexpr const char* any_table =
    "{quiet_regions: compute, rule: MAP"
    "y0pS9Zk3Vb7Qm1Xc8Lr2Td6Wf4Gh5Jn0Ke+Ua/Bi9Do3Pq7Is1Ov8Yw2Mx6Rz4Cl5Eg0Ft+Hj/Nk9Ab3Su7Vy1}";

std::string square(unsigned side) { return fmt::format("[{0}, {0}]", side); }
std::string cube(unsigned side) { return fmt::format("[{0}, {0}, {0}]", side); }

// A few live cells on an empty plane.
std::string pentomino(unsigned side) {
  const unsigned at = side / 2;
  return fmt::format("{{cells: [[{1}, {0}], [{2}, {0}], [{0}, {1}], [{1}, {1}], [{1}, {2}]]}}", at, at + 1,
                     at + 2);
}

// In models that die out or come to rest, `quiet_regions: compute` has every cell computed all the same, so
// that a dense state is measured.
std::vector<Case> cases_for(bool gpu) {
  const unsigned flat = gpu ? 65536 : 4096, plain_flat = gpu ? 16384 : 4096, solid = gpu ? 2048 : 256,
                 plain_solid = gpu ? 512 : 128, states_flat = gpu ? 16384 : 2048,
                 states_solid = gpu ? 1024 : 256;
  const std::string life = "{rule: B3/S23}", clouds = "{rule: \"B5/S4,5\", quiet_regions: compute}",
                    brain = "{rule: B2/S/C3, quiet_regions: compute}";
  return {{fmt::format("Life, {}^2", flat), square(flat), life},
          {fmt::format("Life, {}^2, fixed", flat), square(flat), life, "{random: {density: 0.3}}", "fixed"},
          {fmt::format("Life, {}^2, not looking for quiet", flat), square(flat),
           "{rule: B3/S23, quiet_regions: compute}"},
          {fmt::format("Life, {}^2, R-pentomino", flat), square(flat), life, pentomino(flat)},
          {fmt::format("Life, {}^2, plain engine", plain_flat), square(plain_flat),
           "{rule: B3/S23, engine: plain}"},
          {fmt::format("B5/S4,5, {}^3", solid), cube(solid), clouds},
          {fmt::format("B5/S4,5, {}^3", plain_solid), cube(plain_solid), clouds},
          {fmt::format("B5/S4,5, {}^3, plain engine", plain_solid), cube(plain_solid),
           "{rule: \"B5/S4,5\", engine: plain}"},
          {"B5/S4,5, 128^3", cube(128), clouds},
          {fmt::format("Brian's brain, {}^2", states_flat), square(states_flat), brain},
          {fmt::format("B4/S/C3, {}^3", states_solid), cube(states_solid),
           "{rule: \"B4/S/C3\", quiet_regions: compute}"},
          {fmt::format("tissue of 16 states, {}^2", states_flat), square(states_flat), tissue},
          {fmt::format("tissue of 16 states, {}^3", states_solid), cube(states_solid), tissue},
          {fmt::format("fibres, range 2, {}^2", states_flat), square(states_flat), fibres},
          {fmt::format("tissue, range 3, {}^2", states_flat), square(states_flat), wide},
          {fmt::format("tissue, range 2, two regions, {}^2", states_flat), square(states_flat), regions},
          {fmt::format("B3/S2-i34q, {}^2", plain_flat), square(plain_flat),
           "{quiet_regions: compute, rule: B3/S2-i34q}"},
          {fmt::format("a table of squares, {}^2", plain_flat), square(plain_flat), any_table}};
}

Spec spec_of(const Case& bench_case) {
  return read_spec(io::parse_document(fmt::format("model: automaton\nlattice: {{size: {}, boundary: {}}}\n"
                                                  "steps: 1000000\nautomaton: {}\ninitial: {}\n",
                                                  bench_case.size, bench_case.boundary, bench_case.automaton,
                                                  bench_case.initial),
                                      "bench"),
                   ".");
}

double steps_per_second(Model& model) {
  return rounds_per_second(16, [&](std::uint64_t steps) { model.step(steps); });
}

Measured measure(const Case& bench_case, const Backend& backend) {
  const Spec spec = spec_of(bench_case);
  const auto model = make_model(spec, backend);
  const std::uint64_t cells = spec.lattice->global.sites();
  const double rate = steps_per_second(*model) * static_cast<double>(cells);
  return {"automaton",   bench_case.what, to_string(backend.kind),  rate,
          model->unit(), 2 * rate,        copy_rate(backend, cells)};
}

}  // namespace

std::vector<Measured> bench_automaton(const Backend& backend) {
  std::vector<Measured> rows;
  for (const Case& bench_case : cases_for(is_gpu(backend))) rows.push_back(measure(bench_case, backend));
  return rows;
}

}  // namespace morula
