#include "bench/ranks/ranks_bench.h"

#include <fmt/format.h>

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
  constexpr std::size_t rim = std::size_t{1} << 22;
  const auto memory = device.allocate_host(rim);
  const std::span<std::byte> host = memory->bytes();
  const auto buffer = device.allocate(rim);
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

RankRate measure(const RankCase& one, const Backend& backend, Communicator& ranks) {
  RankRate rate;
  rate.what = one.what;
  with_model(one.spec, backend, ranks, [&](Model& model) {
    const auto sites = static_cast<double>(one.spec.lattice->global.sites());
    rate.unit = model.unit();
    rate.updates_per_second = sites * rounds_per_second(16, [&](std::uint64_t steps) { model.step(steps); });
  });
  if (ranks.size() == 1) return rate;
  const Decomposition decomposition = decomposition_of(one.spec, ranks.size());
  rate.rim = rim_settings(one.spec, backend, decomposition).depth;
  rate.owned = decomposition.owned_by(0).count;
  MeasuredRanks measured(ranks);
  with_model(one.spec, backend, measured, [&](Model& model) {
    model.step(16);
    measured.forget();
    rate.seconds =
        seconds_of([&] { rounds_per_second(16, [&](std::uint64_t steps) { model.step(steps); }); });
    rate.exchanged = measured.exchanged();
  });
  return rate;
}

// On a machine that others use, links do not stay the same for long.
LinkTimes links_now(Communicator& ranks) {
  LinkTimes links;
  if (ranks.size() > 1) links.measure(ranks);
  return links;
}

}  // namespace

std::vector<RankCase> rank_cases(unsigned workers, bool gpu) {
  const unsigned flat = gpu ? 65536 : 16384, solid = gpu ? 1024 : 512;
  return {life(flat, flat),           clouds(solid, solid),        species(flat, flat),
          life(flat, 1024 * workers), clouds(solid, 32 * workers), species(flat, 1024 * workers)};
}

RankRates bench_ranks(const Backend& backend, Communicator& ranks, const std::vector<RankCase>& cases) {
  RankRates all{
      to_string(backend.kind), ranks.size(), backend.threads ? backend.threads->size() : 1, {}, {}, {}};
  all.staging = measure_staging(backend);
  LinkTimes before = links_now(ranks);
  for (const RankCase& one : cases) {
    RankRate rate = measure(one, backend, ranks);
    const LinkTimes after = links_now(ranks);
    all.links.add(before);
    before.add(after);
    rate.predicted = seconds_of_exchange(before.lengths(), rate.exchanged.message_bytes());
    before = after;
    all.rates.push_back(std::move(rate));
  }
  all.links.add(before);
  return all;
}

}  // namespace morula
