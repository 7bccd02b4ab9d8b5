#include "models/potts/life/cell_cutter.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "core/elementary.h"
#include "core/stream.h"
#include "models/potts/terms/connected_term.h"

namespace morula::potts {
namespace {

constexpr double turn = 6.283185307179586, unit_length = 1048576;

i64 rounded_component(double component) {
  return static_cast<i64>(std::floor(component * unit_length + 0.5));
}

CutVector random_direction(unsigned dimensions, const u32x4& words) {
  const double angle = (words.x + 0.5) / 4294967296.0 * turn, height = (words.y + 0.5) / 2147483648.0 - 1;
  const double width = dimensions == 2 ? 1 : std::sqrt(1 - height * height);
  return {rounded_component(width * cosine(angle)), rounded_component(width * sine(angle)),
          dimensions == 2 ? 0 : rounded_component(height)};
}

// The direction scaled so that its largest component has the unit length.
CutVector given_direction(const std::array<double, 3>& along) {
  double longest = 0;
  for (const double component : along) longest = std::max(longest, std::abs(component));
  return {rounded_component(along[0] / longest), rounded_component(along[1] / longest),
          rounded_component(along[2] / longest)};
}

static_assert(static_cast<u32>(CutAxis::Short) == CUT_SHORT && static_cast<u32>(CutAxis::Long) == CUT_LONG &&
              static_cast<u32>(CutAxis::Random) == CUT_RANDOM &&
              static_cast<u32>(CutAxis::Given) == CUT_GIVEN);

}  // namespace

CellCutter::CellCutter(const PottsSpec& spec, u64 seed)
    : extent_{static_cast<i64>(spec.lattice.global.x), static_cast<i64>(spec.lattice.global.y),
              static_cast<i64>(spec.lattice.global.z)},
      sides_(extent_),
      dimensions_(spec.lattice.dimensions),
      of_types_(spec.life.of_types.size()) {
  const Boundaries& ends = spec.lattice.boundary;
  if (ends.x != Boundary::Periodic) sides_.x = 0;
  if (ends.y != Boundary::Periodic) sides_.y = 0;
  if (ends.z != Boundary::Periodic || dimensions_ == 2) sides_.z = 0;
  const auto* connected = spec.terms.find<ConnectedTerm>();
  for (std::size_t type = 0; type < of_types_.size(); ++type) {
    const auto& division = spec.life.of_types[type].division;
    if (!division) continue;
    of_types_[type].axis = static_cast<u32>(division->axis);
    const auto must_be_connected = [&](std::size_t of) {
      return static_cast<u32>(connected && connected->of_type(of));
    };
    of_types_[type].connected_sides = must_be_connected(type) << MOTHER_SIDE |
                                      must_be_connected(division->daughter.value_or(static_cast<u8>(type)))
                                          << DAUGHTER_SIDE;
    if (division->axis == CutAxis::Given) of_types_[type].along = given_direction(division->along);
  }
  for (u64 replica = 0; replica < spec.replicas; ++replica)
    keys_.push_back(stream(seed, Purpose::CellDivision, spec.first_replica + replica));
}

CutVector CellCutter::direction(const CellToCut& cell, u64 steps_done) const {
  const TypeCut& of_type = of_types_[cell.type];
  if (of_type.axis != CUT_RANDOM) return of_type.along;
  return random_direction(dimensions_, draw(keys_[cell.replica], cell.number, steps_done, AXIS_DRAW));
}

CutVector CellCutter::place_of(u32 site) const {
  return {site % extent_.x, site / extent_.x % extent_.y, site / extent_.x / extent_.y};
}

CutMoments CellCutter::moments_of(std::span<const u32> sites) const {
  const CutVector first = place_of(sites.front());
  CutMoments moments = no_moments();
  for (const u32 site : sites)
    moments = added_moments(moments, moments_of_site(seen_from(place_of(site), first, sides_)));
  return moments;
}

bool CellCutter::cut(const CellToCut& cell, std::span<const u32> sites, u64 steps_done,
                     std::span<u8> of_daughter) const {
  const CutMoments moments = moments_of(sites);
  if (can_be_cut(moments, sides_) == 0) return false;
  const TypeCut& of_type = of_types_[cell.type];
  const u32x2 key = keys_[cell.replica];
  const u32x4 words = draw(key, cell.number, steps_done, AXIS_DRAW);
  const CutVector first = place_of(sites.front()),
                  normal =
                      normal_of_cut(of_type.axis, moments, direction(cell, steps_done), dimensions_, words.w);
  bool lies_on_cut = true;
  for (std::size_t i = 0; i < sites.size(); ++i) {
    const i64 side = side_of_cut(seen_from(place_of(sites[i]), first, sides_), moments, normal);
    const u32 word = side == 0 ? draw(key, sites[i], steps_done, TIE_DRAW).x : 0;
    lies_on_cut = lies_on_cut && side == 0;
    of_daughter[i] = static_cast<u8>(is_of_daughter(side, word, words.z));
  }
  if (lies_on_cut) return false;
  for (const u32 side : {MOTHER_SIDE, DAUGHTER_SIDE})
    if ((of_type.connected_sides >> side & 1u) && !is_connected(sites, of_daughter, static_cast<u8>(side)))
      return false;
  return true;
}

bool CellCutter::is_connected(std::span<const u32> sites, std::span<const u8> of_daughter, u8 side) const {
  std::vector<u8> is_seen(sites.size());
  std::vector<std::size_t> next = {
      static_cast<std::size_t>(std::ranges::find(of_daughter, side) - of_daughter.begin())};
  is_seen[next.front()] = 1;
  std::ptrdiff_t reached = 0;
  const auto visit = [&](i64 x, i64 y, i64 z) {
    if (sides_.x > 0) x = (x + extent_.x) % extent_.x;
    if (sides_.y > 0) y = (y + extent_.y) % extent_.y;
    if (sides_.z > 0) z = (z + extent_.z) % extent_.z;
    if (x < 0 || y < 0 || z < 0 || x >= extent_.x || y >= extent_.y || z >= extent_.z) return;
    const auto site = static_cast<u32>((z * extent_.y + y) * extent_.x + x);
    const auto place = static_cast<std::size_t>(std::ranges::lower_bound(sites, site) - sites.begin());
    if (place == sites.size() || sites[place] != site || of_daughter[place] != side || is_seen[place]) return;
    is_seen[place] = 1;
    next.push_back(place);
  };
  while (!next.empty()) {
    const auto [x, y, z] = place_of(sites[next.back()]);
    next.pop_back();
    ++reached;
    for (const i64 away : {-1, 1}) {
      visit(x + away, y, z);
      visit(x, y + away, z);
      visit(x, y, z + away);
    }
  }
  return reached == std::ranges::count(of_daughter, side);
}

}  // namespace morula::potts
