#include "bench/membrane/membrane_rates.h"

#include <fmt/format.h>

#include "bench/clock.h"
#include "bench/measured.h"
#include "bench/membrane/membrane_cases.h"
#include "bench/text.h"
#include "models/membrane/membrane_engine.h"

namespace morula {
namespace {

using membrane::MembraneEngine;
using membrane::Plan;

constexpr double measured_seconds = 0.5;  // seconds of a figure

std::unique_ptr<MembraneEngine> engine_of(const std::shared_ptr<const Plan>& plan,
                                          const membrane::Modes& modes, const Backend& backend) {
  return backend.device ? make_membrane_device(plan, modes, backend.device, backend.threads)
                        : make_membrane_threads(plan, modes, backend.threads);
}

MembraneRate named(std::string what, const Backend& backend) {
  MembraneRate row;
  row.what = std::move(what);
  row.who = backend.device_name();
  if (!backend.device) {
    row.threads = backend.threads->size();
    row.who = *row.threads == 1 ? "one core" : fmt::format("{} threads", *row.threads);
  }
  return row;
}

// Runs from the beginning until the system halts, as often as fits into the time of a figure. The best time
// is taken, since delays come from other programs. The first run builds the kernels.
MembraneRate to_the_end(const std::string& what, const membrane::System& system, const Backend& backend) {
  MembraneRate row = named(what, backend);
  const auto plan = std::make_shared<const Plan>(system);
  const auto engine = engine_of(plan, {}, backend);
  const membrane::PackedConfiguration initial = engine->packed();
  double spent = 0;
  for (int round = 0; spent < measured_seconds || round < 2; ++round) {
    engine->set_packed(initial);
    engine->set_time(0);
    engine->set_applications(0);
    const double seconds = seconds_of([&] { row.steps = engine->step(1'000'000); });
    if (round > 0 || seconds > measured_seconds) {
      row.seconds = row.seconds == 0 ? seconds : std::min(row.seconds, seconds);
      spent += seconds;
    }
    if (seconds > 4 * measured_seconds) break;
  }
  row.membranes = engine->membranes();
  row.applied = static_cast<double>(engine->applications());
  return row;
}

// The paper's rules, from counts of 0 to 10. The best of several batches of equal length is taken, since in
// some of them counts are widened.
MembraneRate reacting(unsigned membranes, unsigned objects, const Backend& backend) {
  MembraneRate row =
      named(fmt::format("Muniyandi 2020, {} membranes x {} objects, once", membranes, objects), backend);
  const auto plan = std::make_shared<const Plan>(reacting_system(membranes, objects));
  const auto engine = engine_of(plan, {true, false, 1}, backend);
  const auto seconds_of_steps = [&](std::uint64_t steps) { return seconds_of([&] { engine->step(steps); }); };
  std::uint64_t batch = 1;
  while (std::min(seconds_of_steps(batch), seconds_of_steps(batch)) < measured_seconds / 8) batch *= 2;
  double applied = 0, spent = 0;
  row.steps = batch;
  while (spent < measured_seconds) {
    const std::uint64_t before = engine->applications();
    const double seconds = seconds_of_steps(batch);
    spent += seconds;
    if (row.seconds != 0 && seconds >= row.seconds) continue;
    row.seconds = seconds;
    applied = static_cast<double>(engine->applications() - before);
  }
  row.membranes = engine->membranes();
  row.applied = applied;
  row.examined = static_cast<double>(row.steps) * membranes * (objects / 3);
  return row;
}

}  // namespace

std::vector<MembraneRate> bench_membranes(const Backend& backend) {
  const Backend single{BackendKind::Cpu, std::make_shared<ThreadPool>(1), nullptr};
  std::vector<MembraneRate> rows;
  const auto add = [&](MembraneRate row, std::string known) {
    row.known = std::move(known);
    rows.push_back(std::move(row));
  };
  const auto sat = [&](unsigned variables, unsigned clauses, const Backend& on, const std::string& known) {
    add(to_the_end(fmt::format("SAT, {} variables, {} clauses", variables, clauses),
                   satisfiability_system(variables, clauses), on),
        known);
  };
  const std::string paper = "the paper: 2.5e9 examined/s";
  sat(10, 16, single, "PCUDA 2.6e7, psim 5e5, pLinguaCore 1e5 applied/s");
  sat(16, 16, single, "no loss with size: 1e8 applied/s");
  add(reacting(1024, 1536, single), paper);
  if (!backend.device && backend.threads->size() > 1) {
    sat(16, 16, backend, "");
    add(reacting(16382, 1536, backend), paper);
  }
  if (!backend.device) return rows;
  if (is_gpu(backend)) {
    sat(16, 16, backend, "");
    sat(20, 32, backend, "below 2 s");
    for (const unsigned objects : {6u, 48u, 1536u}) add(reacting(16382, objects, backend), paper);
  } else {
    sat(6, 4, backend, "");
    add(reacting(1024, 48, backend), paper);
  }
  return rows;
}

std::string as_text(const std::vector<MembraneRate>& rows) {
  std::string text = fmt::format("{:<54} {:<20} {:>9} {:>9} {:>10} {:>10} {:>10}  {}\n", "membranes", "on",
                                 "membranes", "steps", "time", "applied/s", "examined/s", "to beat");
  for (const MembraneRate& row : rows)
    text += fmt::format("{:<54} {:<20} {:>9} {:>9} {:>10} {:>10.3g} {:>10}  {}\n", row.what,
                        row.who.substr(0, 20), row.membranes, row.steps, short_time(row.seconds),
                        row.applied_per_second(),
                        row.examined ? fmt::format("{:.3g}", *row.examined / row.seconds) : "-", row.known);
  return text +
         "SAT runs from the first membrane until it halts. Applied: rules that apply, as often as they do.\n"
         "Examined: each rule in each membrane, each step.\n";
}

io::Json as_json(const std::vector<MembraneRate>& rows) {
  io::Json list = io::Json::array();
  for (const MembraneRate& row : rows) {
    io::Json entry = {{"case", row.what},
                      {"who", row.who},
                      {"threads", row.threads ? io::Json(*row.threads) : io::Json()},
                      {"membranes", row.membranes},
                      {"steps", row.steps},
                      {"seconds", row.seconds},
                      {"applied_per_second", row.applied_per_second()}};
    if (row.examined) entry["examined_per_second"] = *row.examined / row.seconds;
    list.push_back(std::move(entry));
  }
  return list;
}

}  // namespace morula
