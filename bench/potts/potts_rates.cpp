// Rates of the engines of the cellular Potts model: the parallel and the sequential order, and the paper's
// algorithm, in the same run.
#include <fmt/format.h>

#include <algorithm>

#include "bench/clock.h"
#include "bench/counted_device.h"
#include "bench/draws.h"
#include "bench/potts/potts_bench.h"
#include "bench/potts/potts_cases.h"
#include "bench/tapia/tapia_paths.h"
#include "core/error.h"
#include "models/catalogue.h"

namespace morula {
namespace {

constexpr std::uint64_t settling = 20;  // Monte Carlo steps in which straight edges become rough
constexpr double bytes_per_attempt = 2 * sizeof(u32);  // a site's word, read and written

std::vector<PottsCase> cases_on_one_thread() {
  return {{2, 200, 10, 10, "sequential"},
          {3, 60, 10, 20, "sequential"},
          {2, 200, 10, 10},
          {3, 60, 10, 20},
          {2, 1024, 8, 20},
          {3, 64, 8, 20}};
}

std::vector<PottsCase> cases_on(const Backend& backend) {
  if (!is_gpu(backend)) return {{2, 1024, 8, 20}, {3, 64, 8, 20}, {3, 64, 8, 20, "parallel", 2}};
  return {{3, 256, 8, 20}, {2, 4096, 8, 20}, {2, 2048, 8, 20}, {3, 256, 8, 20, "parallel", 2}};
}

// Measures on one processor: a whole device, or this number of threads.
class PottsRuler {
 public:
  explicit PottsRuler(const Backend& backend)
      : backend_(backend),
        threads_(backend.device ? 0 : backend.threads->size()),
        draws_(ruler_calls * words_drawn_per_second(backend)) {}

  PottsRate row(const std::string& name, double steps_per_second, std::uint64_t sites) const {
    const double rate = steps_per_second * static_cast<double>(sites);
    PottsRate row;
    row.measured = {"potts",
                    name,
                    to_string(backend_.kind),
                    rate,
                    "attempts",
                    bytes_per_attempt * rate,
                    copy_rate(backend_, sites * sizeof(u32))};
    row.threads = threads_;
    row.draws_per_second = draws_;
    row.seconds_per_step = 1 / steps_per_second;
    return row;
  }

 private:
  const Backend& backend_;
  unsigned threads_;
  double draws_;
};

double launches_per_step(Model& model, const CountedDevice& device) {
  constexpr std::uint64_t steps = 4;
  const std::uint64_t before = device.launches();
  model.step(steps);
  return static_cast<double>(device.launches() - before) / static_cast<double>(steps);
}

void measure(const PottsCase& setting, const Backend& backend, const PottsRuler& ruler, PottsRates& table) {
  const Spec spec = spec_of(setting);
  try {
    check_fits(spec, backend);
  } catch (const SpecError& refused) {
    table.left_out.push_back(setting.name() + ": " + refused.problems().front().what);
    return;
  }
  Backend counted = backend;
  std::shared_ptr<CountedDevice> counter;
  if (backend.device) counted.device = counter = std::make_shared<CountedDevice>(backend.device);
  const auto model = make_model(spec, counted);
  model->step(settling);
  const double steps = rounds_per_second(1, [&](std::uint64_t count) { model->step(count); });
  PottsRate row = ruler.row(setting.name(), steps, setting.sites());
  if (setting.order == "parallel") row.sub_steps = sub_steps_of(spec);
  if (counter) row.launches = launches_per_step(*model, *counter);
  table.rows.push_back(std::move(row));
}

// The paper's algorithm on the tissue of the last case, which has the same neighbourhood of contacts. Eight
// of its iterations attempt as many copies as there are sites.
void measure_paper(const PottsCase& setting, const Backend& backend, const PottsRuler& ruler,
                   PottsRates& table) {
  const std::string name = fmt::format("Tapia 2009, {}", setting.name());
  const TapiaTissue tissue =
      tapia_tiles({setting.side, setting.side, setting.side}, {setting.width, setting.width, setting.width});
  if (const std::string why = why_not_tapia(tissue, *backend.device); !why.empty()) {
    table.left_out.push_back(name + ": " + why);
    return;
  }
  const auto path = tapia_on_device(tissue, 1, backend.device);
  path->upload(
      tapia_parameters(8, 1, static_cast<i32>(setting.volume()), static_cast<i32>(setting.temperature)));
  path->iterate(settling * tapia_classes);
  const double steps =
      rounds_per_second(1, [&](std::uint64_t count) { path->iterate(count * tapia_classes); });
  PottsRate row = ruler.row(name, steps, setting.sites());
  row.sub_steps = tapia_classes;
  row.launches = static_cast<double>(tapia_classes);
  table.rows.push_back(std::move(row));
}

Backend on_threads(unsigned threads) {
  return {BackendKind::Cpu, std::make_shared<ThreadPool>(threads), nullptr};
}

}  // namespace

PottsRates bench_potts(const Backend& backend) {
  PottsRates table;
  if (!backend.device) {
    const Backend alone = on_threads(1);
    const PottsRuler ruler(alone);
    for (const PottsCase& setting : cases_on_one_thread()) measure(setting, alone, ruler, table);
    if (backend.threads->size() == 1) return table;
  }
  const PottsRuler ruler(backend);
  const std::vector<PottsCase> cases = cases_on(backend);
  for (const PottsCase& setting : cases) measure(setting, backend, ruler, table);
  if (!backend.device) return table;
  measure_paper(cases.back(), backend, ruler, table);
  table.seconds_per_launch = seconds_of_a_launch(*backend.device);
  return table;
}

std::vector<PottsThreads> bench_potts_threads(const Backend& backend) {
  std::vector<PottsThreads> rows;
  if (backend.device) return rows;
  const unsigned most_threads = backend.threads->size();
  std::vector<unsigned> counts;
  for (unsigned threads = 1; threads < most_threads; threads *= 2) counts.push_back(threads);
  counts.push_back(most_threads);
  for (const PottsCase& setting : {PottsCase{2, 1024, 8, 20}, PottsCase{3, 128, 8, 20}}) {
    const Spec spec = spec_of(setting);
    double alone = 0;
    for (const unsigned threads : counts) {
      const auto model = make_model(spec, on_threads(threads));
      model->step(1);
      const double steps = rounds_per_second(1, [&](std::uint64_t count) { model->step(count); });
      const double rate = steps * static_cast<double>(setting.sites());
      if (threads == 1) alone = rate;
      rows.push_back({setting.name(), threads, rate, rate / (alone * threads)});
    }
  }
  return rows;
}

}  // namespace morula
