#include "bench/proliferation/simulation_times.h"

#include <fmt/format.h>

#include "bench/clock.h"
#include "bench/draws.h"
#include "bench/measured.h"
#include "bench/proliferation/proliferation_cases.h"
#include "core/stream.h"
#include "models/proliferation/proliferation_engine.h"

namespace morula {
namespace {

constexpr double until = 240;
constexpr std::size_t particles = 50;  // of a swarm, each with other division times

double most_calls(const Backend& backend) { return ruler_calls * words_drawn_per_second(backend); }

// Measured after one batch that is not counted.
double calls_of(ProliferationEngine& engine, const BranchingProcess& process, std::size_t simulations) {
  double divided = 0;
  for (std::size_t i = 0; i < simulations; ++i)
    divided += static_cast<double>(engine.count(i, process.final_counters() + Divides));
  return divided / static_cast<double>(simulations) + static_cast<double>(process.cells());
}

SimulationTime time_of(ProliferationEngine& engine, const BranchingProcess& process,
                       std::size_t simulations) {
  const Rebinning rebinning = rebinning_of(bone_marrow(until), {}, process.generations);
  const auto simulate = [&] {
    engine.simulate(0, process.cells());
    engine.finish();
  };
  simulate();
  SimulationTime time;
  time.simulations = simulations;
  time.calls = calls_of(engine, process, simulations);
  const auto number = static_cast<double>(simulations);
  time.walking = 1 / (number * rounds_per_second(1, [&](std::uint64_t rounds) {
                        for (; rounds > 0; --rounds) simulate();
                      }));
  time.seconds = 1 / (number * rounds_per_second(1, [&](std::uint64_t rounds) {
                        for (; rounds > 0; --rounds) {
                          simulate();
                          engine.rebinned(rebinning);
                        }
                      }));
  return time;
}

// Mean times up to 5 % above and below those of the figure.
std::vector<TypeTables> swarm() {
  std::vector<TypeTables> tables;
  for (std::size_t i = 0; i < particles; ++i) {
    const double apart = 0.05 * static_cast<double>(i) / particles;
    ProliferationSpec spec = bone_marrow(until);
    for (CellType& type : spec.types)
      if (type.division) type.division->mean *= i % 2 == 0 ? 1 + apart : 1 - apart;
    tables.push_back(type_tables(spec));
  }
  return tables;
}

std::vector<Variant> variants_of(const std::vector<TypeTables>& tables, std::size_t number) {
  std::vector<Variant> variants;
  for (std::size_t i = 0; i < number; ++i)
    variants.push_back({tables[i % tables.size()], stream(i, Purpose::Division)});
  return variants;
}

Backend host_with(std::shared_ptr<ThreadPool> threads) {
  return {BackendKind::Cpu, std::move(threads), nullptr};
}

}  // namespace

std::vector<SimulationTime> bench_single(const Backend& backend) {
  const ProliferationSpec spec = bone_marrow(until);
  const BranchingProcess process(spec);
  const std::vector<Variant> variants = {only_variant(spec, 1)};
  std::vector<SimulationTime> rows;
  const auto add = [&](const std::string& who, std::optional<unsigned> threads,
                       std::unique_ptr<ProliferationEngine> engine, double calls_per_second) {
    rows.push_back(time_of(*engine, process, 1));
    rows.back().who = who;
    rows.back().threads = threads;
    rows.back().most_calls = calls_per_second;
  };
  const auto single = std::make_shared<ThreadPool>(1);
  const double most_of_one = most_calls(host_with(single));
  add("one core, plain engine", 1, make_proliferation_plain(process, variants, single), most_of_one);
  add("one core", 1, make_proliferation_engine(process, variants, host_with(single)), most_of_one);
  if (const unsigned thread_count = backend.threads->size(); thread_count > 1)
    add(fmt::format("{} threads", thread_count), thread_count,
        make_proliferation_engine(process, variants, host_with(backend.threads)),
        most_calls(host_with(backend.threads)));
  if (backend.device)
    add(backend.device_name(), std::nullopt, make_proliferation_engine(process, variants, backend),
        most_calls(backend));
  return rows;
}

std::vector<SimulationTime> bench_batch(const Backend& backend) {
  const BranchingProcess process(bone_marrow(until));
  const std::vector<TypeTables> tables = swarm();
  const double calls_per_second = most_calls(backend);
  std::vector<SimulationTime> rows;
  const auto sizes =
      is_gpu(backend) ? std::vector<std::size_t>{1, 10, 50, 250, 1000} : std::vector<std::size_t>{1, 10};
  for (const std::size_t size : sizes) {
    const auto engine = make_proliferation_engine(process, variants_of(tables, size), backend);
    rows.push_back(time_of(*engine, process, size));
    rows.back().who = backend.device_name();
    if (!backend.device) rows.back().threads = backend.threads->size();
    rows.back().most_calls = calls_per_second;
  }
  return rows;
}

}  // namespace morula
