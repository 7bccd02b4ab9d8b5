#include "models/ranks/node_memory.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>

#include "core/bytes.h"
#include "core/counted.h"
#include "core/message.h"
#include "io/json.h"
#include "models/catalogue.h"
#include "models/ranks/rank_part.h"
#include "models/ranks/rank_picture.h"
#include "models/ranks/rank_volumes.h"

namespace morula {
namespace {

// Memory that several ranks share: that of a machine or of a device.
struct SharedMemory {
  std::uint64_t ranks = 0, needed = 0, there = 0;

  void add(std::uint64_t more_needed, std::uint64_t seen) {
    there = ranks == 0 ? seen : std::min(there, seen);
    needed += more_needed;
    ++ranks;
  }
};

// Nothing if there is no device, or if its memory is the machine's.
io::Json device_here(const Footprint& needed, const Backend& backend) {
  if (!backend.device || backend.device->info().is_cpu) return nullptr;
  const gpu::DeviceInfo& info = backend.device->info();
  return {{"identity", info.identity},
          {"name", info.name},
          {"needed", needed.device_bytes},
          {"there", backend.device->free_memory()}};
}

io::Json needs_here(const Spec& part, const Backend& backend, const Communicator& ranks,
                    std::uint64_t messages) {
  // Ranks that divide a lattice make pictures of it together.
  const bool is_divided = part.lattice && !part.lattice->is_whole();
  const Pictures pictures = ranks.rank() == 0 && !is_divided ? Pictures::Made : Pictures::NotMade;
  const auto alone = misfit(part, backend, pictures);
  Footprint needed = footprint_of(part, backend, pictures);
  if (is_divided && part.output.frames)
    needed.host_bytes += picture_bytes_on_ranks(*part.output.frames, *part.lattice);
  if (part.lattice)
    needed.host_bytes += deferred_volume_bytes(
        part, {part.lattice->first_owned, part.lattice->layers_of(part.lattice->owned)});
  const bool device_is_host = backend.device && backend.device->info().is_cpu;
  return {{"problem", alone ? alone->what : ""},
          {"host", ranks.node().host},
          {"needed", needed.host_bytes + messages + (device_is_host ? needed.device_bytes : 0)},
          {"there", memory_of_machine()},
          {"device", device_here(needed, backend)}};
}

std::string problem_of_machines(const std::vector<io::Json>& of_ranks) {
  std::map<std::string, SharedMemory> machines;
  for (const io::Json& needs : of_ranks)
    machines[needs.at("host").get<std::string>()].add(needs.at("needed").get<std::uint64_t>(),
                                                      needs.at("there").get<std::uint64_t>());
  for (const auto& [host, machine] : machines)
    if (machine.needed > machine.there)
      return fmt::format(
          "needs {} of memory for the {} on {} where there is {}; make it smaller, or take more "
          "machines",
          human_bytes(machine.needed), counted(machine.ranks, "rank"), host.empty() ? "this machine" : host,
          human_bytes(machine.there));
  return "";
}

// A device that cannot be identified is not counted as shared.
std::string problem_of_devices(const std::vector<io::Json>& of_ranks) {
  std::map<std::array<std::string, 3>, SharedMemory> devices;
  for (const io::Json& needs : of_ranks) {
    const io::Json& device = needs.at("device");
    if (device.is_null() || device.at("identity").get<std::string>().empty()) continue;
    devices[{needs.at("host").get<std::string>(), device.at("identity").get<std::string>(),
             device.at("name").get<std::string>()}]
        .add(device.at("needed").get<std::uint64_t>(), device.at("there").get<std::uint64_t>());
  }
  for (const auto& [who, device] : devices)
    if (device.needed > device.there)
      return fmt::format(
          "needs {} of memory for the {} ranks that share {}{} where there is {}; make it smaller, or "
          "take more devices",
          human_bytes(device.needed), device.ranks, who[2], who[0].empty() ? "" : " on " + who[0],
          human_bytes(device.there));
  return "";
}

std::string problem_in(const std::vector<Bytes>& messages) {
  std::vector<io::Json> of_ranks;
  for (const Bytes& message : messages) of_ranks.push_back(io::Json::parse(text_in(message)));
  for (const io::Json& needs : of_ranks)
    if (std::string problem = needs.at("problem").get<std::string>(); !problem.empty()) return problem;
  const std::string problem = problem_of_machines(of_ranks);
  return problem.empty() ? problem_of_devices(of_ranks) : problem;
}

}  // namespace

// A layer in a message needs at most one byte for each site, and at most the bytes that the engine needs for
// a layer, since an engine that packs its states also sends them packed.
std::uint64_t most_message_bytes(const Spec& part, const Backend& backend, Index halo) {
  constexpr std::uint64_t messages = 4;  // to two neighbours, and from them
  const Lattice& lattice = *part.lattice;
  const Footprint stored = footprint_of(part, backend, Pictures::NotMade);
  const std::uint64_t sites = lattice.layer_sites() * (part.replicas ? part.replicas->count : 1),
                      packed = (stored.host_bytes + stored.device_bytes) / lattice.layers_of(lattice.stored);
  return messages * halo * std::min(sites, packed);
}

std::optional<Problem> misfit_on_ranks(const Spec& part, const Backend& backend, Communicator& ranks,
                                       std::uint64_t messages) {
  const std::vector<Bytes> of_ranks =
      ranks.gather(message_of(needs_here(part, backend, ranks, messages).dump()));
  Bytes problem = message_of(problem_in(of_ranks));
  ranks.broadcast(problem);
  if (problem.empty()) return std::nullopt;
  return Problem{part.size.place, part.size.key, std::string(text_in(problem))};
}

std::optional<Problem> misfit_of_spread(const Spec& whole, const Backend& backend, Communicator& ranks) {
  std::vector<std::uint64_t> halo = {0};  // that of rank 0, since MORULA_HALO may be set only there
  if (ranks.rank() == 0) halo[0] = halo_settings(whole, backend, decomposition_of(whole, ranks.size())).depth;
  ranks.sum(halo);
  const Spec part = RankPart::spec_of(whole, ranks, halo[0]);
  return misfit_on_ranks(part, backend, ranks, most_message_bytes(part, backend, halo[0]));
}

}  // namespace morula
