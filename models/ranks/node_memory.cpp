#include "models/ranks/node_memory.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "core/bytes.h"
#include "core/message.h"
#include "io/json.h"
#include "models/catalogue.h"
#include "models/ranks/rank_part.h"
#include "models/ranks/rank_picture.h"
#include "models/ranks/rank_volumes.h"

namespace morula {
namespace {

struct Machine {
  std::uint64_t ranks = 0, needed = 0, there = 0;
};

io::Json needs_here(const Spec& own, const Backend& backend, const Communicator& ranks,
                    std::uint64_t messages) {
  // Ranks that divide a lattice make pictures of it together.
  const bool is_divided = own.lattice && !own.lattice->is_whole();
  const Pictures pictures = ranks.rank() == 0 && !is_divided ? Pictures::Made : Pictures::NotMade;
  const auto alone = misfit(own, backend, pictures);
  Footprint needed = footprint_of(own, backend, pictures);
  if (is_divided && own.output.frames)
    needed.host_bytes += picture_bytes_on_ranks(*own.output.frames, *own.lattice);
  if (own.lattice)
    needed.host_bytes +=
        left_volume_bytes(own, {own.lattice->first_owned, own.lattice->layers_of(own.lattice->owned)});
  const bool device_is_host = backend.device && backend.device->info().is_cpu;
  return {{"problem", alone ? alone->what : ""},
          {"host", ranks.node().host},
          {"needed", needed.host_bytes + messages + (device_is_host ? needed.device_bytes : 0)},
          {"there", memory_of_machine()}};
}

std::string problem_in(const std::vector<Bytes>& of_ranks) {
  std::map<std::string, Machine> machines;
  for (const Bytes& bytes : of_ranks) {
    const auto one = io::Json::parse(text_in(bytes));
    if (std::string problem = one.at("problem").get<std::string>(); !problem.empty()) return problem;
    Machine& machine = machines[one.at("host").get<std::string>()];
    const std::uint64_t there = one.at("there").get<std::uint64_t>();
    machine.there = machine.ranks == 0 ? there : std::min(machine.there, there);
    machine.needed += one.at("needed").get<std::uint64_t>();
    ++machine.ranks;
  }
  for (const auto& [host, machine] : machines)
    if (machine.needed > machine.there)
      return fmt::format(
          "needs {} of memory for the {} {} on {} where there is {}; make it smaller, or take more "
          "machines",
          human_bytes(machine.needed), machine.ranks, machine.ranks == 1 ? "rank" : "ranks",
          host.empty() ? "this machine" : host, human_bytes(machine.there));
  return "";
}

}  // namespace

// A layer in a message has at most a byte a site, and no more than the engine has for each layer: one that
// packs its states also sends them packed.
std::uint64_t most_message_bytes(const Spec& part, const Backend& backend, Index rim) {
  constexpr std::uint64_t messages = 4;  // to two neighbours, and from them
  const Lattice& lattice = *part.lattice;
  const Footprint stored = footprint_of(part, backend, Pictures::NotMade);
  const std::uint64_t sites = lattice.layer_sites() * (part.replicas ? part.replicas->count : 1),
                      packed = (stored.host_bytes + stored.device_bytes) / lattice.layers_of(lattice.stored);
  return messages * rim * std::min(sites, packed);
}

std::optional<Problem> misfit_on_ranks(const Spec& own, const Backend& backend, Communicator& ranks,
                                       std::uint64_t messages) {
  const std::vector<Bytes> of_ranks =
      ranks.gather(message_of(needs_here(own, backend, ranks, messages).dump()));
  Bytes problem = message_of(problem_in(of_ranks));
  ranks.broadcast(problem);
  if (problem.empty()) return std::nullopt;
  return Problem{own.size.place, own.size.key, std::string(text_in(problem))};
}

std::optional<Problem> misfit_of_spread(const Spec& whole, const Backend& backend, Communicator& ranks) {
  std::vector<std::uint64_t> rim = {0};  // rank 0's: MORULA_RIM may be set there alone
  if (ranks.rank() == 0)
    rim[0] = rim_depth(family_of(whole).division->divisibility(whole), decomposition_of(whole, ranks.size()));
  ranks.sum(rim);
  const Spec own = RankPart::spec_of(whole, ranks, rim[0]);
  return misfit_on_ranks(own, backend, ranks, most_message_bytes(own, backend, rim[0]));
}

}  // namespace morula
