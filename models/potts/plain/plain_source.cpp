#include "models/potts/plain/plain_source.h"

#include <fmt/format.h>

#include <array>

#include "core/ceil_divide.h"
#include "models/potts/order/regions.h"
#include "models/potts/padded_lattice.h"
#include "texts/morula_gpu.h"
#include "texts/morula_potts.h"

namespace morula::potts {
namespace {

constexpr u64 enough_groups = 1024;  // to keep a large device busy

std::string listed(const char* macro, const Neighbourhood& neighbours) {
  std::string list;
  for (const Offset& offset : neighbours.offsets)
    list += fmt::format("{}({}, {}, {}) ", macro, offset.x, offset.y, offset.z);
  return list;
}

// Every pair of sites once; `first` is where their counts begin.
std::string listed_pairs(const char* first, const Neighbourhood& neighbours) {
  std::string list;
  for (const Offset& offset : neighbours.later())
    list += fmt::format("PAIR({}, {}, {}, {}) ", first, offset.x, offset.y, offset.z);
  return list;
}

std::string listed_around(unsigned dimensions) {
  std::string list;
  for (const Offset& offset : neighbours_in_range(dimensions, 1).offsets)
    list += fmt::format("SITE({}, {}, {}, {}) ", (offset.z + 1) * 9 + (offset.y + 1) * 3 + offset.x + 1,
                        offset.x, offset.y, offset.z);
  return list;
}

void define_regions(gpu::Source& source, const Regions& regions) {
  constexpr std::array axes = {"_X", "_Y", "_Z"};
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const Cut& cut = regions.cuts[axis];
    const std::string name = axes[axis];
    source.define("SIDE" + name, std::to_string(cut.side))
        .define("PERIODIC" + name, cut.periodic ? "1" : "0")
        .define("REGION" + name, std::to_string(cut.region) + "u")
        .define("STRIDE" + name, std::to_string(cut.stride) + "u")
        .define("PARTS" + name, std::to_string(cut.parts) + "u")
        .define("ORIGINS" + name, std::to_string(cut.origins) + "u");
  }
}

void define_lattice(gpu::Source& source, const PottsSpec& spec) {
  const PaddedLattice padded(spec);
  source.define("RIM", std::to_string(padded.rim[0]))
      .define("RIM_Z", std::to_string(padded.rim[2]))
      .define("PLACE", padded.size <= 0xFFFFFFFFu ? "u32" : "u64")
      .define("HELD_X", std::to_string(padded.held[0]))
      .define("HELD_Y", std::to_string(padded.held[1]))
      .define("HELD_SIZE", padded.size)
      .define("SITES", fmt::format("((u64){}u)", spec.lattice.global.sites()))
      .define("CONTACTS", listed("CONTACT", spec.contact))
      .define("FACES", listed("FACE", neighbours_of_order(spec.lattice.dimensions, 1)))
      .define("LATER", listed_pairs("0", spec.contact))
      .define("LATER_NEAREST", listed_pairs("PAIRS", neighbours_of_order(spec.lattice.dimensions, 1)))
      .define("AROUND", listed_around(spec.lattice.dimensions));
}

}  // namespace

Shares::Shares(const PottsSpec& spec) {
  const u64 regions = Regions(spec).count();
  while (each > 1 && regions * spec.replicas < u64{group} * each * enough_groups) each /= 2;
  while (group > 32 && regions <= group / 2) group /= 2;
  groups = ceil_divide(regions, u64{group} * each);
  all = groups * spec.replicas;
}

gpu::Source potts_source(const PottsSpec& spec) {
  using namespace gpu::text::models::potts;
  gpu::Source source{"potts",
                     {gpu::text::core::philox, gpu::text::core::draw, gpu::text::core::mix, energy::adhesion,
                      energy::volume, energy::surface, energy::connected, potts_rule, order::region_rule,
                      plain::plain_energies, plain::candidates, plain::find_kernels, plain::resolve_kernels,
                      gpu::text::gpu::group_sum, plain::plain_sums},
                     {}};
  const Energies energies = fixed_point(spec);
  const SiteWords words(energies.types);
  const Shares shares(spec);
  define_lattice(source, spec);
  define_regions(source, Regions(spec));
  return source.define("TYPES", std::to_string(energies.types) + "u")
      .define("TYPE_BITS", std::to_string(words.type_bits))
      .define("OUTSIDE", fmt::format("{}u", words.outside))
      .define("FIXED", fmt::format("{}u", energies.fixed))
      .define("CONNECTED", fmt::format("{}u", energies.connected))
      .define("DIRECTIONS", std::to_string(spec.copy.offsets.size()) + "u")
      .define("HAS_SURFACE", energies.has_surface ? "1" : "0")
      .define("HAS_POTENTIAL", energies.potential.empty() ? "0" : "1")
      .define("EXCLUSIVE", spec.exclusive ? "1" : "0")
      .define("GROUP", std::to_string(shares.group) + "u")
      .define("EACH", std::to_string(shares.each) + "u")
      .define("GROUPS", std::to_string(shares.groups) + "u")
      .define("SUMS_GROUP", std::to_string(sums_group) + "u")
      .define("RESOLVE_GROUP", std::to_string(resolve_group) + "u")
      .define("MOST_BUCKETS", std::to_string(most_buckets) + "u")
      .define("LOOKS", "(LANES > 1 ? 256u : 1u)");
}

u64 device_lists(const PottsSpec& spec, u64 cells) {
  return 2 * u64{spec.exclusive ? 1 : most_buckets} * cells * sizeof(u32);
}

u64 device_records(const PottsSpec& spec) {
  const Shares shares(spec);
  return shares.attempts() * (candidate_bytes + sizeof(u32)) + shares.all * (most_buckets + 2) * sizeof(u32);
}

}  // namespace morula::potts
