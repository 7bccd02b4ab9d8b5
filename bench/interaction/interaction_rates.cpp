// Rates of the engines for species: the fast, the plain and the sequential one, and the paper's algorithm, in
// the same run.
#include "bench/interaction/interaction_bench.h"

#include <fmt/format.h>

#include "bench/clock.h"
#include "bench/draws.h"
#include "bench/interaction/calls_of_a_word.h"
#include "bench/interaction/interaction_cases.h"
#include "bench/pereira/pereira_paths.h"
#include "core/counted.h"
#include "core/error.h"
#include "core/mix.h"
#include "models/catalogue.h"

namespace morula {
namespace {

constexpr InteractionRates two_digits = {0.5, 0.25, 0.25}, many_digits = {0.3, 0.3, 0.4};

std::vector<unsigned> sides_for(const Backend& backend) {
  return is_gpu(backend) ? std::vector{1024u, 4096u, 16384u, 65536u} : std::vector{1024u, 4096u};
}

// Measures on one processor: a whole device, or this number of threads.
class Ruler {
 public:
  explicit Ruler(const Backend& backend)
      : backend_(backend),
        threads_(backend.device ? 0 : backend.threads->size()),
        words_drawn_(words_drawn_per_second(backend)) {}

  // The table of a lattice begins with a copy of one byte per site.
  void begin(unsigned side) { copy_ = copy_rate(backend_, std::uint64_t{side} * side); }

  InteractionRate row(const std::string& name, double rate) const {
    InteractionRate row;
    row.threads = threads_;
    row.measured = {"interaction", name + threads_text(), to_string(backend_.kind),
                    rate,          "interactions",        2 * rate,
                    copy_};
    return row;
  }

  // Measures a model in the parallel order, whose number of draws is known.
  InteractionRate row(const InteractionCase& bench_case, double rate) const {
    InteractionRate known = row(bench_case.name(), rate);
    if (bench_case.order != "parallel") return known;
    known.calls_of_a_word =
        calls_of_a_word(dynamic_cast<const InteractionSpec&>(*spec_of(bench_case).section));
    known.draws_alone_per_second = 32 * words_drawn_ * ruler_calls / known.calls_of_a_word;
    return known;
  }

 private:
  std::string threads_text() const { return threads_ == 0 ? "" : ", " + counted(threads_, "thread"); }

  const Backend& backend_;
  unsigned threads_;
  double words_drawn_, copy_ = 0;
};

void measure(const InteractionCase& bench_case, const Backend& backend, const Ruler& ruler,
             Compared<InteractionRate>& table) {
  try {
    check_fits(spec_of(bench_case), backend);
  } catch (const SpecError& refused) {
    table.left_out.push_back({bench_case.side, bench_case.name(), refused.problems().front().what});
    return;
  }
  const auto model = model_of(bench_case, backend);
  const double steps = rounds_per_second(1, [&](std::uint64_t count) { model->step(count); });
  table.rows.push_back(ruler.row(bench_case, steps * static_cast<double>(bench_case.sites())));
}

// The paper's process on one core, or its kernel on a device. Initial states come from a hash, since the
// paper's shuffle takes longer than the measurement.
void measure_paper(unsigned side, const Backend& backend, const Ruler& ruler,
                   Compared<InteractionRate>& table) {
  const std::string name = fmt::format("Pereira 2017, {}, {}^2", backend.device ? "III" : "I", side);
  if (side > 16384) {
    table.left_out.push_back({side, name, "it counts cells in 32 bits"});
    return;
  }
  PereiraSpec spec;
  spec.side = side;
  PereiraCells cells(std::size_t{side} * side);
  for (std::size_t i = 0; i < cells.size(); ++i) cells[i] = static_cast<u32>(mix64(i) % pereira_states);
  const auto path = backend.device
                        ? pereira_xorshift(spec, {backend.device, PereiraConflict::Races, count_by_atomics})
                        : pereira_sequential(spec);
  path->upload(cells);
  const double cycles = rounds_per_second(1, [&](u64 count) {
    path->cycle(count);
    if (backend.device) backend.device->finish();
  });
  table.rows.push_back(ruler.row(name, cycles * static_cast<double>(cells.size())));
}

// Orders and algorithms that use only one thread are measured with one.
void measure_on(const Backend& backend, Compared<InteractionRate>& table) {
  Ruler ruler(backend);
  const bool one_thread = !backend.device && backend.threads->size() == 1;
  for (const unsigned side : sides_for(backend)) {
    ruler.begin(side);
    for (const char* engine : {"bitplane", "plain"})
      for (const InteractionRates& rates : {two_digits, many_digits})
        measure({side, rates, "parallel", engine}, backend, ruler, table);
    if (one_thread) measure({side, two_digits, "sequential"}, backend, ruler, table);
    if (one_thread || backend.device) measure_paper(side, backend, ruler, table);
  }
}

}  // namespace

Compared<InteractionRate> bench_interaction(const Backend& backend) {
  Compared<InteractionRate> table;
  if (!backend.device && backend.threads->size() > 1)
    measure_on({backend.kind, std::make_shared<ThreadPool>(1), nullptr}, table);
  measure_on(backend, table);
  return table;
}

}  // namespace morula
