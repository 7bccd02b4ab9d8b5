#include "models/potts/engine/device_source.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "core/ceil_divide.h"
#include "models/formula/device_text.h"
#include "models/potts/engine/device_cuts.h"
#include "models/potts/engine/device_life.h"
#include "models/potts/engine/padded_lattice.h"
#include "models/potts/engine/process_source.h"
#include "models/potts/order/regions.h"
#include "texts/morula_gpu.h"
#include "texts/morula_potts.h"

namespace morula::potts {
namespace {

constexpr u64 enough_groups = 1024;  // enough to keep a large device busy
// Attempts that each group has at least, on average, where groups wait for each other.
constexpr u32 least_attempts = 256;

std::string read_at(const Neighbour& offset) {
  return fmt::format("at[DISTANCE({}, {}, {})]", offset.dx, offset.dy, offset.dz);
}

// The text of the macro FOR_key(neighbour, statement), which FOR_NEIGHBOURS uses.
std::string for_each_of(const Neighbourhood& neighbours) {
  std::string list;
  for (const Neighbour& offset : neighbours.neighbours)
    list += fmt::format("{{ u32 neighbour = {}; statement; }} ", read_at(offset));
  return list;
}

// The text of the macro FOR_PLACES_key(place, statement), which FOR_PLACES uses.
std::string for_each_place(const Neighbourhood& neighbours) {
  std::string list;
  for (const Neighbour& offset : neighbours.neighbours)
    list += fmt::format("{{ SITES place = at + DISTANCE({}, {}, {}); statement; }} ", offset.dx, offset.dy,
                        offset.dz);
  return list;
}

// The text of the macro FOR_CUBE; its bits are those of terms/connected_rule.h.
std::string for_each_in_cube(unsigned dimensions) {
  std::string list;
  for (const Neighbour& offset : neighbours_in_range(dimensions, 1).neighbours) {
    list += fmt::format("{{ const u32 bit = {}u; u32 neighbour = {}; statement; }} ",
                        (offset.dz + 1) * 9 + (offset.dy + 1) * 3 + offset.dx + 1, read_at(offset));
  }
  return list;
}

// A list that contains every pair of sites once; `first` is the start of its counts.
std::string listed_pairs(const char* first, const Neighbourhood& neighbours) {
  std::string list;
  for (const Neighbour& offset : neighbours.later())
    list += fmt::format("PAIR({}, {}, {}, {}) ", first, offset.dx, offset.dy, offset.dz);
  return list;
}

// Texts with calls of the functions that terms have.
struct TermCalls {
  std::string energy = "0", changes, allows = "1u", of_site;
  std::string free_bounds;  // bounds for numbers whose energy is not quadratic
  bool reads_direction = false;
};

// Names for one of the two cells of a copy, as texts.
struct CellSide {
  const char *word, *bounds, *change, *gains;
};
constexpr std::array cell_sides = {CellSide{"before", "lost", "lost_number", "0u"},
                                   CellSide{"after", "gained", "gained_number", "1u"}};

// Adds the bounds of the energy of a number at both cells.
void add_free_number(TermCalls& calls, const std::string& key, const std::string& words, u32 number,
                     bool has_bounds) {
  for (const CellSide& side : cell_sides) {
    const std::string type = fmt::format("TYPE_OF(attempt.{})", side.word),
                      by = fmt::format("{}({}, changes)", side.change, number),
                      least = fmt::format("{}.least[{}]", side.bounds, number),
                      most = fmt::format("{}.most[{}]", side.bounds, number);
    calls.free_bounds +=
        has_bounds ? fmt::format("change = with_bounds(change, {}_bounds(tissue, {}, {}, {}, {}, {})); ", key,
                                 words, type, least, most, by)
                   : fmt::format(
                         "change = with_bounds(change, exact_or_nothing({}_change(tissue, {}, {}, {}, {}), "
                         "{} == {})); ",
                         key, words, type, least, by, least, most);
  }
}

// The same for an energy that depends on several numbers, from `first` on.
void add_joint(TermCalls& calls, const std::string& key, const std::string& words, u32 first) {
  for (const CellSide& side : cell_sides)
    calls.free_bounds += fmt::format(
        "change = with_bounds(change, exact_or_nothing(is_known(&{0}) ? {1}_joint(tissue, {2}, "
        "TYPE_OF(attempt.{3}), {0}.least, {4}, changes, {5}) : 0, is_known(&{0}) || !type_has_length({2}, "
        "TYPE_OF(attempt.{3})))); ",
        side.bounds, key, words, side.word, first, side.gains);
}

TermCalls calls_of(const PottsSpec& spec, const Energies& energies) {
  TermCalls calls;
  u32 place = 0, number = 0;
  for (const auto& term : spec.terms) {
    const HostFunctions has = term->host();
    const std::string words = fmt::format("(tissue).words + {}", energies.first_words[place++]),
                      key = term->key();
    if (has.energy) calls.energy += fmt::format(" + {}_energy(tissue, {}, at, copy)", key, words);
    if (has.allows) calls.allows += fmt::format(" && {}_allows(tissue, {}, at, copy)", key, words);
    calls.reads_direction = calls.reads_direction || term->reads_direction();
    if (has.changes) {
      calls.changes +=
          fmt::format("changes[{}] = {}_changes(tissue, {}, at, copy); ", number - 1, key, words);
      calls.of_site += fmt::format("numbers[{}] = {}_of_site(tissue, {}, at); ", number, key, words);
    }
    if (has.change) add_free_number(calls, key, words, number, has.bounds != nullptr);
    if (has.joint) add_joint(calls, key, words, number);
    number += static_cast<u32>(term->numbers(spec).size());
  }
  return calls;
}

void define_terms(gpu::Source& source, const PottsSpec& spec, const Energies& energies) {
  const TermCalls calls = calls_of(spec, energies);
  for (const auto& term : spec.terms)
    if (const auto neighbours = term->neighbours(spec)) {
      source.define(fmt::format("FOR_{}(neighbour, statement)", term->key()), for_each_of(*neighbours));
      if (term->reads_gains())
        source.define(fmt::format("FOR_PLACES_{}(place, statement)", term->key()),
                      for_each_place(*neighbours));
    }
  source.define("FOR_CUBE(bit, neighbour, statement)", for_each_in_cube(spec.lattice.dimensions))
      .define("WORDS", std::to_string(energies.words.size()) + "u")
      .define("KEPT", std::to_string(energies.kept()))
      .define("LOCAL_ENERGY(tissue, at, copy)", "(" + calls.energy + ")")
      .define("FIND_CHANGES(tissue, at, copy)", calls.changes)
      .define("ALLOWS(tissue, at, copy)", "(" + calls.allows + ")")
      .define("COUNT_SITE(tissue, at)", calls.of_site)
      .define("FREE_NUMBERS", calls.free_bounds.empty() ? "0" : "1")
      .define("BOUND_FREE_NUMBERS(tissue, attempt, changes)", calls.free_bounds)
      .define("MOMENTS", std::to_string(energies.moments))
      .define("FIRST_MOMENT", std::to_string(energies.first_moment))
      .define("LENGTH_WORDS", std::to_string(energies.length_words))
      .define("FIRST_ANCHOR", std::to_string(energies.first_anchor()))
      .define("READS_DIRECTION", calls.reads_direction ? "1" : "0")
      .define("READS_GAINS", reads_gains(spec) ? "1" : "0")
      .define("LEVELS", std::to_string(energies.levels.size()))
      .define("FIRST_LEVEL", reads_gains(spec) ? "(2 * GAINS)" : "GAINS")
      .define("GAINS", fmt::format("((i64){})", spec.replicas * PaddedLattice(spec).size));
}

void define_regions(gpu::Source& source, const Regions& regions) {
  source.define("THINNING", std::to_string(regions.blocks.thinning) + "u")
      .define("BLOCK_WIDTH", std::to_string(regions.blocks.width) + "u")
      .define("BLOCK_SHIFT", std::to_string(regions.blocks.shift) + "u");
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
  source.define("HALO", std::to_string(padded.halo[0]))
      .define("HALO_Z", std::to_string(padded.halo[2]))
      .define("PLACE", padded.size <= 0xFFFFFFFFu ? "u32" : "u64")
      .define("HELD_X", std::to_string(padded.held[0]))
      .define("HELD_Y", std::to_string(padded.held[1]))
      .define("HELD_SIZE", padded.size)
      .define("SITES_OF_REPLICA", fmt::format("((u64){}u)", spec.lattice.global.sites()))
      .define("LATER", listed_pairs("0", spec.contact))
      .define("LATER_NEAREST", listed_pairs("PAIRS", neighbours_of_order(spec.lattice.dimensions, 1)));
}

}  // namespace

Shares::Shares(const PottsSpec& spec) {
  const u64 attempts = Regions(spec).attempt_numbers();
  while (each > 1 && attempts * spec.replicas < u64{group} * each * enough_groups) each /= 2;
  while (group > 32 && attempts <= group / 2) group /= 2;
  groups = ceil_divide(attempts, u64{group} * each);
  all_groups = groups * spec.replicas;
}

WholeParts::WholeParts(const Shares& shares, const gpu::DeviceInfo& device) {
  if (device.max_group < whole_group || device.groups_together == 0) return;
  groups = std::min<u64>(device.groups_together, ceil_divide(shares.attempts(), u64{least_attempts}));
  const u64 rounds = ceil_divide(shares.attempts(), groups * whole_room);
  span = static_cast<u32>(ceil_divide(shares.attempts(), groups * rounds));
  count = ceil_divide(shares.attempts(), u64{span});
}

gpu::Source potts_source(const PottsSpec& spec, bool one_launch) {
  using namespace gpu::text::models::potts;
  gpu::Source source{"potts",
                     {gpu::text::core::philox, gpu::text::core::draw, gpu::text::core::mix, engine::site_copy,
                      terms::constraint_rule, engine::site_kernels, engine::copy_rule, engine::image_rule},
                     {}};
  for (const auto& term : spec.terms)
    if (term->text().name != terms::constraint_rule.name) source.texts.push_back(term->text());
  add_process_rules(source, spec);
  if (site_arrays(spec) > 1 + u64{reads_gains(spec)}) {
    source.texts.push_back(formula::elementary_text());
    source.texts.push_back(terms::level_rule);
  }
  for (const gpu::Text& text :
       {order::region_rule, engine::moment_kernels, engine::candidates, engine::find_kernels,
        engine::resolve_kernels, engine::whole_kernel, gpu::text::gpu::group_sum, engine::sum_kernels,
        engine::level_kernels, engine::process_kernels, engine::shape_kernels})
    source.texts.push_back(text);
  if (needs_field_sums(spec)) source.texts.push_back(properties::sum_rule);
  source.texts.push_back(engine::life_kernels);
  if (spec.life.divides()) source.texts.push_back(life::division_rule);
  source.texts.push_back(engine::cut_kernels);
  const Energies energies = fixed_point(spec);
  define_terms(source, spec, energies);
  define_processes(source, spec, energies);
  const SiteWords words(energies.types);
  const Shares shares(spec);
  define_lattice(source, spec);
  define_regions(source, Regions(spec));
  return source.define("TYPES", std::to_string(energies.types) + "u")
      .define("TYPE_BITS", std::to_string(words.type_bits))
      .define("OUTSIDE", fmt::format("{}u", words.outside))
      .define("FIXED", fmt::format("{}u", energies.fixed))
      .define("DIRECTIONS", std::to_string(spec.copy.neighbours.size()) + "u")
      .define("TEMPERATURES", energies.acceptances.front().entries == energies.thresholds.size() ? "1" : "2")
      .define("EXCLUSIVE", spec.exclusive ? "1" : "0")
      .define("GROUP", std::to_string(shares.group) + "u")
      .define("EACH", std::to_string(shares.each) + "u")
      .define("AT_ONCE", std::to_string(shares.at_once) + "u")
      .define("GROUPS", std::to_string(shares.groups) + "u")
      .define("SUMS_GROUP", std::to_string(sums_group) + "u")
      .define("RESOLVE_GROUP", std::to_string(resolve_group) + "u")
      .define("ONE_LAUNCH", one_launch ? "1" : "0")
      .define("ROOM", std::to_string(whole_room) + "u")
      .define("WHOLE_GROUP", std::to_string(whole_group) + "u")
      .define("MOST_BUCKETS", std::to_string(most_buckets) + "u")
      .define("LIFE", spec.life.empty() ? "0" : "1")
      .define("DIVIDES", spec.life.divides() ? "1" : "0")
      .define("CONNECTED_CELLS", cuts_connected_cells(spec) ? "1" : "0")
      .define("CUT_GROUP", std::to_string(cut_group) + "u")
      .define("DIMENSIONS", std::to_string(spec.lattice.dimensions))
      .define("FIELD_SUMS", needs_field_sums(spec) ? "1" : "0")
      .define("FACES_OF_CELLS", needs_faces(spec) ? "1" : "0")
      .define("LOOKS", "(LANES > 1 ? 256u : 1u)");
}

u64 device_lists(const PottsSpec& spec, u64 cells) {
  return 2 * u64{spec.exclusive ? 1 : most_buckets} * cells * sizeof(u32);
}

u64 more_changes(const PottsSpec& spec) {
  const u64 kept = kept_numbers(spec).size();
  return kept > 2 ? Shares(spec).attempts() * (kept - 2) : 1;
}

u64 device_records(const PottsSpec& spec) {
  const Shares shares(spec);
  return more_changes(spec) * sizeof(NumberChanges) + shares.attempts() * (candidate_bytes + sizeof(u32)) +
         shares.all_groups * (most_buckets + 2) * sizeof(u32);
}

}  // namespace morula::potts
