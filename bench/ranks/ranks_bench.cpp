#include "bench/ranks/ranks_bench.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "bench/ranks/case_exchanges.h"
#include "bench/ranks/counted_ranks.h"
#include "io/document.h"
#include "models/catalogue.h"
#include "models/ranks/rank_part.h"
#include "models/ranks/spread_model.h"

namespace morula {
namespace {

RankCase case_of(const std::string& what, const std::string& size, const std::string& model) {
  const std::string text =
      fmt::format("steps: 1000000\nlattice: {{size: {}, boundary: periodic}}\n{}", size, model);
  return {what, read_spec(io::parse_document(text, "bench"), ".")};
}

RankCase life(unsigned width, unsigned height) {
  return case_of(fmt::format("Life, {} x {}", width, height), fmt::format("[{}, {}]", width, height),
                 "model: automaton\nautomaton: {rule: B3/S23, quiet_regions: compute}\n"
                 "initial: {random: {density: 0.3}}\n");
}

RankCase clouds(unsigned side, unsigned depth) {
  return case_of(fmt::format("B5/S4,5, {0} x {0} x {1}", side, depth),
                 fmt::format("[{0}, {0}, {1}]", side, depth),
                 "model: automaton\nautomaton: {rule: \"B5/S4,5\", quiet_regions: compute}\n"
                 "initial: {random: {density: 0.3}}\n");
}

RankCase species(unsigned width, unsigned height) {
  return case_of(fmt::format("species, {} x {}", width, height), fmt::format("[{}, {}]", width, height),
                 "model: interaction\ninteraction: {species: 3, preys: cyclic, mobility: swap, "
                 "rates: {mobility: 0.5, reproduction: 0.25, predation: 0.25}}\n"
                 "initial: {fractions: equal}\n");
}

Staging measure_staging(const Backend& backend) {
  if (!backend.device) return {};
  gpu::Device& device = *backend.device;
  constexpr std::size_t halo_bytes = std::size_t{1} << 22;
  const auto memory = device.allocate_host(halo_bytes);
  const std::span<std::byte> host = memory->bytes();
  const auto buffer = device.allocate(halo_bytes);
  const auto bytes = static_cast<double>(host.size());
  const auto rate_of = [&](const auto& copy) {
    return bytes * rounds_per_second(1, [&](std::uint64_t rounds) {
             for (std::uint64_t i = 0; i < rounds; ++i) copy();
             device.finish();
           });
  };
  return {rate_of([&] { device.read(*buffer, 0, host); }), rate_of([&] { device.write(*buffer, 0, host); })};
}

// Calls `use` with the model, on rank 0.
template <typename Use>
void with_model(const Spec& spec, const Backend& backend, Communicator& ranks, const Use& use) {
  if (ranks.rank() != 0) return serve_spread_model(spec, backend, ranks);
  const auto model = make_spread_model(spec, backend, ranks);
  use(*model);
}

// Measures the update rate and, on rank 0, the messages that the case exchanges.
CaseTraffic measure_rate(const RankCase& bench_case, const Backend& backend, Communicator& ranks,
                         RankRate& rate) {
  CountedRanks counted(ranks);
  CaseTraffic traffic;
  with_model(bench_case.spec, backend, counted, [&](Model& model) {
    std::uint64_t steps_made = 0;
    const double steps =
        rounds_per_second(16, [&](std::uint64_t steps_to_make) { steps_made += model.step(steps_to_make); });
    rate.unit = model.unit();
    rate.updates_per_second = steps * static_cast<double>(bench_case.spec.lattice->global.sites());
    traffic.step = 1 / steps;
    if (ranks.size() == 1) return;
    traffic.interval =
        traffic.step * static_cast<double>(steps_made) / static_cast<double>(counted.exchanges());
    traffic.halo =
        halo_settings(bench_case.spec, backend, decomposition_of(bench_case.spec, ranks.size())).depth;
    traffic.layer_bytes = counted.message_bytes() / traffic.halo;
  });
  return traffic;
}

void measure_exchanges(const RankCase& bench_case, const Backend& backend, Communicator& ranks,
                       RankRate& rate) {
  MeasuredRanks measured(ranks);
  with_model(bench_case.spec, backend, measured, [&](Model& model) {
    model.step(16);
    measured.forget();
    rate.seconds =
        seconds_of([&] { rounds_per_second(16, [&](std::uint64_t steps) { model.step(steps); }); });
    rate.exchanged = measured.exchanged();
  });
}

// On a shared machine, the speed of links changes quickly; so exchanges are measured by themselves both
// before and after.
RankRate measure(const RankCase& bench_case, const Backend& backend, Communicator& ranks) {
  RankRate rate;
  rate.what = bench_case.what;
  const CaseTraffic traffic = measure_rate(bench_case, backend, ranks, rate);
  if (ranks.size() == 1) return rate;
  rate.halo = traffic.halo;
  rate.owned = decomposition_of(bench_case.spec, ranks.size()).owned_by(0).count;
  std::vector<double> alone = exchanges_alone(bench_case.spec, backend, traffic, ranks);
  measure_exchanges(bench_case, backend, ranks, rate);
  std::ranges::copy(exchanges_alone(bench_case.spec, backend, traffic, ranks), std::back_inserter(alone));
  rate.predicted = median(alone);
  return rate;
}

}  // namespace

std::vector<RankCase> rank_cases(unsigned workers, bool gpu) {
  const unsigned flat = gpu ? 65536 : 16384, solid = gpu ? 1024 : 512;
  return {life(flat, flat),           clouds(solid, solid),        species(flat, flat),
          life(flat, 1024 * workers), clouds(solid, 32 * workers), species(flat, 1024 * workers)};
}

RankRates bench_ranks(const Backend& backend, Communicator& ranks, const std::vector<RankCase>& cases) {
  RankRates measured{
      to_string(backend.kind), ranks.size(), backend.threads ? backend.threads->size() : 1, {}, {}, {}};
  measured.staging = measure_staging(backend);
  const auto measure_links = [&] {
    if (ranks.size() > 1) measured.links.measure(ranks);
  };
  measure_links();
  for (const RankCase& bench_case : cases) measured.rates.push_back(measure(bench_case, backend, ranks));
  measure_links();
  return measured;
}

}  // namespace morula
