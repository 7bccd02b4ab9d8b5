#include "models/potts/engine/device_source.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>

#include "core/ceil_divide.h"
#include "models/formula/device_text.h"
#include "models/potts/engine/device_copies.h"
#include "models/potts/engine/device_cuts.h"
#include "models/potts/engine/device_life.h"
#include "models/potts/engine/device_turns.h"
#include "models/potts/engine/padded_lattice.h"
#include "models/potts/engine/process_source.h"
#include "models/potts/exclusive/sub_steps.h"
#include "models/potts/order/regions.h"
#include "texts/morula_gpu.h"
#include "texts/morula_potts.h"

namespace morula::potts {
namespace {

constexpr u64 most_local_bytes = 40'000;  // that a group may take
constexpr u64 most_local_thresholds = 1024;
constexpr u64 bytes_of_turn = 128;  // at most: Turn, in region_turn.h

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
  std::string free_change;  // statements for numbers whose energy is not quadratic
};

// Names for one of the two cells of an attempt, as texts.
struct CellSide {
  const char *word, *numbers, *change;
};
constexpr std::array cell_sides = {CellSide{"before", "losing", "lost_number"},
                                   CellSide{"after", "gaining", "gained_number"}};

// Adds the change of the energy of a number at both cells.
void add_free_number(TermCalls& calls, const std::string& key, const std::string& words, u32 number) {
  for (const CellSide& side : cell_sides)
    calls.free_change += fmt::format(
        "change += {0}_change(tissue, {1}, TYPE_OF((attempt)->{2}), (attempt)->{3}[{4}], "
        "{5}({4}, (attempt)->changes)); ",
        key, words, side.word, side.numbers, number, side.change);
}

// The same for an energy that depends on several numbers, from `first` on; in a loop, since PoCL's compiler
// fails on two calls that it inlines.
void add_joint(TermCalls& calls, const std::string& key, const std::string& words, u32 first) {
  calls.free_change += fmt::format(
      "for (u32 gains = 0; gains < 2; ++gains) change += {}_joint(tissue, {}, TYPE_OF(gains ? "
      "(attempt)->after : "
      "(attempt)->before), gains ? (attempt)->gaining : (attempt)->losing, {}, (attempt)->changes, gains); ",
      key, words, first);
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
    if (has.changes) {
      calls.changes +=
          fmt::format("changes[{}] = {}_changes(tissue, {}, at, copy); ", number - 1, key, words);
      calls.of_site += fmt::format("numbers[{}] = {}_of_site(tissue, {}, at); ", number, key, words);
    }
    if (has.change) add_free_number(calls, key, words, number);
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
      .define("FREE_NUMBERS", calls.free_change.empty() ? "0" : "1")
      .define("ADD_FREE_CHANGE(tissue, attempt, change)", calls.free_change)
      .define("MOMENTS", std::to_string(energies.moments))
      .define("FIRST_MOMENT", std::to_string(energies.first_moment))
      .define("LENGTH_WORDS", std::to_string(energies.length_words))
      .define("FIRST_ANCHOR", std::to_string(energies.first_anchor()))
      .define("READS_GAINS", reads_gains(spec) ? "1" : "0")
      .define("ENTRIES", std::to_string(energies.thresholds.size()) + "u")
      .define("LOCAL_THRESHOLDS", energies.thresholds.size() <= most_local_thresholds ? "1" : "0")
      .define("LEVELS", std::to_string(energies.levels.size()))
      .define("FIRST_LEVEL", reads_gains(spec) ? "(2 * GAINS)" : "GAINS")
      .define("GAINS", fmt::format("((i64){})", spec.replicas * PaddedLattice(spec).size));
}

constexpr std::array axis_names = {"_X", "_Y", "_Z"};

void define_sub_steps(gpu::Source& source, const PottsSpec& spec) {
  const SubSteps sub_steps(spec);
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const ExclusiveAxis& along = sub_steps.axes[axis];
    const std::string name = axis_names[axis];
    source.define("REGION" + name, std::to_string(along.region) + "u")
        .define("STRIDE" + name, std::to_string(along.stride) + "u")
        .define("PARTS" + name, std::to_string(along.parts) + "u")
        .define("ORIGINS" + name, std::to_string(along.origins) + "u");
  }
  source.define("CLAIM_GROUP", std::to_string(claim_group) + "u");
}

void define_regions(gpu::Source& source, const PottsSpec& spec, const Energies& energies) {
  const Regions regions(spec);
  u32 bit = 0;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const DividedAxis& divided = regions.axes[axis];
    const std::string name = axis_names[axis];
    source.define("PAIRS" + name, std::to_string(divided.pairs) + "u")
        .define("WIDTH" + name, std::to_string(divided.width) + "u")
        .define("PARTS" + name, std::to_string(divided.parts) + "u")
        .define("DIVIDED" + name, divided.pairs > 0 ? "1" : "0")
        .define("KIND_BIT" + name, std::to_string(bit));
    bit += divided.pairs > 0 ? 1 : 0;
  }
  source.define("TURNS", std::to_string(regions.turns) + "u")
      .define("KINDS", std::to_string(regions.kinds) + "u")
      .define("MOST_ATTEMPTS", fmt::format("((u64){}u)", regions.most_attempts))
      .define("REACH", std::to_string(reach_of(spec)) + "u")
      .define("COPY_RANGE", std::to_string(spec.copy.range))
      .define("LINKING", std::to_string(energies.linking) + "u")
      .define("SHARES", regions_share_cells(spec, energies) ? "1" : "0");
}

void define_orders(gpu::Source& source, const PottsSpec& spec, const Energies& energies, u32 teams,
                   bool one_launch) {
  if (spec.exclusive)
    define_sub_steps(source, spec);
  else
    define_regions(source, spec, energies);
  source.define("TEAMS", std::to_string(teams) + "u")
      .define("ONE_LAUNCH", one_launch ? "1" : "0")
      .define("COUNTERS", std::to_string(copy_counters) + "u");
}

void define_lattice(gpu::Source& source, const PottsSpec& spec) {
  const PaddedLattice padded(spec);
  for (std::size_t axis = 0; axis < 3; ++axis)
    source.define(std::string("SIDE") + axis_names[axis], std::to_string(padded.side[axis]))
        .define(std::string("PERIODIC") + axis_names[axis],
                padded.wraps[axis] && axis < spec.lattice.dimensions ? "1" : "0");
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

// No more teams than have regions at a time: a smaller group leaves each work-item more registers.
GroupsTogether groups_together(const PottsSpec& spec, const gpu::DeviceInfo& device) {
  if (device.groups_together == 0) return {};
  const Energies energies = fixed_point(spec);
  const u64 of_attempt =
                5 * sizeof(u32) + (energies.kept() > 1 ? (energies.kept() - 1) * sizeof(NumberChanges) : 0),
            of_team = team_size * of_attempt + bytes_of_turn,
            tables = (energies.words.size() + 2 * spec.copy.neighbours.size() + most_local_thresholds) *
                         sizeof(i32) +
                     energies.constraints.size() * sizeof(Quadratic),
            room = most_local_bytes > tables ? most_local_bytes - tables : 0;
  const u64 regions = spec.exclusive ? 1 : Regions(spec).count() * spec.replicas,
            needed = std::bit_ceil(ceil_divide(regions, u64{device.groups_together})),
            most_teams = std::min<u64>(device.max_group / team_size, std::max<u64>(1, room / of_team));
  return {static_cast<u32>(std::min(needed, most_teams)), device.groups_together};
}

gpu::Source potts_source(const PottsSpec& spec, const GroupsTogether& together) {
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
  source.texts.push_back(engine::moment_kernels);
  source.texts.push_back(engine::attempt_kernels);
  source.texts.push_back(gpu::text::gpu::group_sum);
  source.texts.push_back(engine::sum_kernels);
  if (spec.exclusive)
    source.texts.insert(source.texts.end(), {exclusive::sub_step_rule, exclusive::exclusive_kernels});
  else
    source.texts.insert(source.texts.end(),
                        {order::region_rule, order::extent_rule, engine::region_turn, engine::shared_cells,
                         engine::team_attempts, engine::turn_kernels, engine::extent_kernels});
  for (const gpu::Text& text : {engine::level_kernels, engine::process_kernels, engine::shape_kernels})
    source.texts.push_back(text);
  if (needs_field_sums(spec)) source.texts.push_back(properties::sum_rule);
  source.texts.push_back(engine::life_kernels);
  if (spec.life.divides()) source.texts.push_back(life::division_rule);
  source.texts.push_back(engine::cut_kernels);
  const Energies energies = fixed_point(spec);
  define_terms(source, spec, energies);
  define_processes(source, spec, energies);
  const SiteWords words(energies.types);
  define_lattice(source, spec);
  define_orders(source, spec, energies, together.teams, together.groups > 0);
  return source.define("TYPES", std::to_string(energies.types) + "u")
      .define("TYPE_BITS", std::to_string(words.type_bits))
      .define("OUTSIDE", fmt::format("{}u", words.outside))
      .define("FIXED", fmt::format("{}u", energies.fixed))
      .define("DIRECTIONS", std::to_string(spec.copy.neighbours.size()) + "u")
      .define("TEMPERATURES", energies.acceptances.front().entries == energies.thresholds.size() ? "1" : "2")
      .define("SUMS_GROUP", std::to_string(sums_group) + "u")
      .define("LIFE", spec.life.empty() ? "0" : "1")
      .define("DIVIDES", spec.life.divides() ? "1" : "0")
      .define("CONNECTED_CELLS", cuts_connected_cells(spec) ? "1" : "0")
      .define("CUT_GROUP", std::to_string(cut_group) + "u")
      .define("DIMENSIONS", std::to_string(spec.lattice.dimensions))
      .define("FIELD_SUMS", needs_field_sums(spec) ? "1" : "0")
      .define("FACES_OF_CELLS", needs_faces(spec) ? "1" : "0");
}

}  // namespace morula::potts
