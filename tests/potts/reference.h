// The cellular Potts model from its definition, slow and obvious. Energies are floating-point sums over the
// whole lattice, and the change of energy is the difference between the energies of two lattices.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <set>
#include <vector>

#include "core/stream.h"
#include "core/uint128.h"
#include "models/potts/potts_spec.h"
#include "models/potts/terms/fixed_point.h"
#include "tests/potts/length_reference.h"
#include "tests/potts/planned_attempts.h"
#include "tests/potts/terms.h"

namespace morula::test {

using potts::CellType;

class Reference {
 public:
  // A replica that starts with these cells on its sites; `types` are the types of the cells.
  Reference(const PottsSpec& spec, u64 seed, u64 replica, std::vector<u32> cells, std::vector<u8> types)
      : spec_(spec),
        seed_(seed),
        replica_(replica),
        cells_(std::move(cells)),
        types_(std::move(types)),
        gained_(cells_.size()),
        regions_(spec, seed, replica),
        contacts_(pairs_of(spec.contact)),
        faces_of_surface_(pairs_of(surface_neighbourhood())),
        copies_(pairs_of(spec.copy)) {}

  const std::vector<u32>& cells() const { return cells_; }
  const std::vector<u32>& gained() const { return gained_; }  // the step, counted from 1; 0 for none
  u64 accepted() const { return accepted_; }
  void set_field(std::vector<double> values) { field_ = std::move(values); }  // the field that cells sense

  // Makes the next Monte Carlo step.
  void step() {
    if (spec_.order == potts::UpdateOrder::Sequential) return sequential_step();
    spec_.order == potts::UpdateOrder::Edges ? edges_step() : parallel_step();
  }

  using Place = SitePlace;

  // The neighbour at an offset; nothing if it lies beyond a wall.
  std::optional<Place> beside(Place at, Neighbour offset) const {
    const auto& [x, y, z] = spec_.lattice.boundary;
    const Extent& side = spec_.lattice.global;
    Place there{at.x + offset.dx, at.y + offset.dy, at.z + offset.dz};
    if (!bring_inside(there.x, side.x, x) || !bring_inside(there.y, side.y, y) ||
        !bring_inside(there.z, side.z, z))
      return std::nullopt;
    return there;
  }
  Place place_at(u64 index) const {
    const Site site = spec_.lattice.site_at(index);
    return {static_cast<i64>(site.x), static_cast<i64>(site.y), static_cast<i64>(site.z)};
  }
  u64 index_of(Place at) const {
    return spec_.lattice.index_of(
        {static_cast<Index>(at.x), static_cast<Index>(at.y), static_cast<Index>(at.z)});
  }
  u32& cell_at(Place at) { return cells_[index_of(at)]; }

  // The activities of a site and of its neighbours in the same cell, in the present step.
  std::vector<u32> activities_around(Place at) {
    std::vector<u32> activities;
    const u32 maximum = act_of(spec_, types_[cell_at(at)]).maximum, now = time();
    const auto add = [&](Place there) {
      const u32 gained = gained_[index_of(there)];
      activities.push_back(gained == 0 ? 0u : maximum - std::min(maximum, now - gained));
    };
    add(at);
    for (const Neighbour& offset : neighbours_in_range(spec_.lattice.dimensions, 1).neighbours)
      if (const auto there = beside(at, offset); there && cell_at(*there) == cell_at(at)) add(*there);
    return activities;
  }
  // Computed as in README.md, in units of 2^-20.
  double mean_activity(Place at) {
    if (cell_at(at) == 0) return 0;
    const std::vector<u32> activities = activities_around(at);
    const double count = static_cast<double>(activities.size());
    double sum = 0;
    const bool is_arithmetic = act_of(spec_, types_[cell_at(at)]).is_arithmetic;
    for (const u32 activity : activities) {
      if (activity == 0 && !is_arithmetic) return 0;
      sum += is_arithmetic ? activity * unit : std::round(std::log2(activity) * unit);
    }
    if (is_arithmetic) return std::floor(sum / count + 0.5 - 0.25 / count);
    const double power = std::floor((sum + std::floor(count / 2)) / count) / unit, whole = std::floor(power);
    const double place = (power - whole) * 256, low = std::floor(place);
    const double begin = std::round(std::exp2(low / 256) * unit),
                 end = std::round(std::exp2((low + 1) / 256) * unit);
    return std::floor(begin + (end - begin) * (place - low) + 0.5) * std::exp2(whole);
  }

  // Every pair of neighbours is visited twice, so the sum is halved.
  double adhesion() {
    double sum = 0;
    for (const auto& [site, neighbour, direction] : contacts_)
      if (cells_[neighbour] != cells_[site])
        sum += spec_.adhesion_of(types_[cells_[site]], types_[cells_[neighbour]]);
    return sum / 2;
  }
  std::vector<double> volumes() const {
    std::vector<double> volume_of_cell(types_.size());
    for (const u32 cell : cells_) ++volume_of_cell[cell];
    return volume_of_cell;
  }
  Neighbourhood surface_neighbourhood() const {
    const auto* term = spec_.terms.find<potts::SurfaceTerm>();
    return term && term->neighbourhood ? *term->neighbourhood
                                       : neighbours_of_order(spec_.lattice.dimensions, 1);
  }
  // The sites of every cell relative to its first site, by the nearest image.
  std::vector<std::vector<Offset>> shapes() {
    std::vector<std::vector<Offset>> sites_of_cell(types_.size());
    std::vector<Place> first(types_.size());
    for (u64 i = 0; i < cells_.size(); ++i) {
      const u32 cell = cells_[i];
      if (sites_of_cell[cell].empty()) first[cell] = place_at(i);
      if (length_of_type(spec_, types_[cell]))
        sites_of_cell[cell].push_back(seen_from(first[cell], place_at(i)));
    }
    return sites_of_cell;
  }
  std::vector<double> surfaces() {
    std::vector<double> surface_of_cell(types_.size());
    for (const auto& [site, neighbour, direction] : faces_of_surface_)
      if (cells_[neighbour] != cells_[site]) ++surface_of_cell[cells_[site]];
    return surface_of_cell;
  }

 private:
  // A site, one of its neighbours inside the lattice, and the index of this neighbour in the neighbourhood.
  struct SitePair {
    u64 site, neighbour, direction;
  };
  std::vector<SitePair> pairs_of(const Neighbourhood& neighbourhood) const {
    std::vector<SitePair> pairs;
    for (u64 site = 0; site < cells_.size(); ++site)
      for (u64 direction = 0; direction < neighbourhood.neighbours.size(); ++direction)
        if (const auto there = beside(place_at(site), neighbourhood.neighbours[direction]))
          pairs.push_back({site, index_of(*there), direction});
    return pairs;
  }

  Offset seen_from(Place from, Place to) const {
    const auto& [x, y, z] = spec_.lattice.boundary;
    const auto along = [](i64 away, Index side, Boundary boundary) {
      const i64 length = static_cast<i64>(side);
      if (boundary == Boundary::Periodic && 2 * away > length) return away - length;
      return boundary == Boundary::Periodic && 2 * away < -length ? away + length : away;
    };
    return {along(to.x - from.x, spec_.lattice.global.x, x), along(to.y - from.y, spec_.lattice.global.y, y),
            along(to.z - from.z, spec_.lattice.global.z, z)};
  }
  // The change of a cell's length energy when it gains or loses a site. `sites` are its sites, relative to
  // `first`.
  double length_change(const std::vector<Offset>& sites, Place first, u8 type, Place at, bool gains) const {
    const auto constraint = length_of_type(spec_, type);
    if (!constraint) return 0;
    const auto energy = [&](const std::vector<Offset>& list) {
      return reference_length_energy(reference_length(list, spec_.lattice.dimensions), constraint->target,
                                     constraint->strength, scale_);
    };
    std::vector<Offset> after = sites;
    if (gains)
      after.push_back(seen_from(first, at));
    else
      std::erase(after, seen_from(first, at));
    return energy(after) - energy(sites);
  }
  // The first site of a cell.
  Place first_of(u32 cell) const {
    return place_at(static_cast<u64>(std::ranges::find(cells_, cell) - cells_.begin()));
  }
  // The state of all cells before an attempt, or before a sub-step.
  struct Seen {
    std::vector<double> volumes, surfaces;
    std::vector<std::vector<Offset>> shapes;
    std::vector<Place> firsts;
  };
  Seen seen_now() {
    Seen seen{volumes(), surfaces(), {}, {}};
    if (!spec_.terms.find<potts::LengthTerm>()) return seen;
    seen.shapes = shapes();
    for (u32 cell = 0; cell < types_.size(); ++cell)
      seen.firsts.push_back(seen.shapes[cell].empty() ? Place{} : first_of(cell));
    return seen;
  }

  static bool bring_inside(i64& at, Index side, Boundary boundary) {
    const i64 length = static_cast<i64>(side);
    if (boundary == Boundary::Periodic) at = (at % length + length) % length;
    return at >= 0 && at < length;
  }

  static constexpr double unit = 1 << 20;

  // The present step, counted from 1.
  u32 time() const {
    return static_cast<u32>(spec_.exclusive && spec_.order == potts::UpdateOrder::Parallel ? step_
                                                                                           : step_ + 1);
  }
  // The change before the copy is made, rounded to the fixed-point scale.
  double act_change(Place at, Place source) {
    const u8 type = types_[cell_at(source) != 0 ? cell_at(source) : cell_at(at)];
    const potts::Act act = act_of(spec_, type);
    if (act.maximum == 0) return 0;
    const double change = (mean_activity(at) - mean_activity(source)) / unit * act.strength / act.maximum;
    return std::round(change * scale_) / scale_;
  }

  // The change for the cell that gains, or for the cell that loses a site to the medium, in whole units of
  // the scale.
  double chemotaxis_change(Place at, Place source) {
    const auto* term = spec_.terms.find<potts::ChemotaxisTerm>();
    if (!term) return 0;
    const u8 before = types_[cell_at(at)], after = types_[cell_at(source)];
    double change = 0;
    for (const potts::Chemotaxis& entry : term->entries) {
      const auto level = [&](Place place) {
        const double value = field_[index_of(place)];
        const double sensed = entry.response == RESPONSE_SATURATING    ? value / (entry.half + value)
                              : entry.response == RESPONSE_LOGARITHMIC ? std::log(1 + value / entry.half)
                                                                       : value;
        return std::floor(entry.strength * scale_ * sensed + 0.5);
      };
      const u8 sensing = after != 0 ? after : before, contacted = after != 0 ? before : after;
      if (sensing == entry.type && (entry.contacts >> contacted & 1u) != 0)
        change -= (level(at) - level(source)) / scale_;
    }
    return change;
  }

  void sequential_step() {
    const Extent& side = spec_.lattice.global;
    for (u64 n = 0; n < cells_.size(); ++n) {
      const u32x4 word = draw(stream(seed_, Purpose::SequentialCopy, replica_), n, step_, 0);
      // The first 64 bits are a random fraction, which chooses one of all sites.
      const u64 index = high_product(u64{word.x} << 32 | word.y, side.sites());
      attempt(place_at(index), below(word.z, spec_.copy.neighbours.size()), word.w);
    }
    ++step_;
  }

  // All pairs of a site and a neighbour that a copy could change, site by site.
  std::vector<std::pair<u64, u64>> edges() {
    std::vector<std::pair<u64, u64>> edge_list;
    const auto is_fixed = [&](u64 site) { return spec_.types[types_[cells_[site]]].fixed; };
    for (const auto& [site, neighbour, direction] : copies_)
      if (cells_[neighbour] != cells_[site] && !is_fixed(site) && !is_fixed(neighbour))
        edge_list.emplace_back(site, direction);
    return edge_list;
  }

  void edges_step() {
    double attempts = 0;
    for (u64 n = 0;; ++n) {
      const auto edge_list = edges();
      if (edge_list.empty()) break;
      const u32x4 word = draw(stream(seed_, Purpose::SequentialCopy, replica_), n, step_, 1);
      const double share = static_cast<double>(edge_list.size()) /
                           static_cast<double>(cells_.size() * spec_.copy.neighbours.size());
      if (share < 1) attempts += std::floor(std::log((word.z + 0.5) / 4294967296.0) / std::log1p(-share));
      if (++attempts > static_cast<double>(cells_.size())) break;
      const auto& [site, direction] = edge_list[high_product(u64{word.x} << 32 | word.y, edge_list.size())];
      attempt(place_at(site), direction, word.w);
    }
    ++step_;
  }

  void parallel_step() {
    if (spec_.exclusive) return exclusive_step();
    const TurnsOfStep turns(spec_, seed_, replica_, step_);
    for (const PlannedAttempt& planned : turns.attempts())
      attempt(planned.at, planned.direction, planned.word);
    ++step_;
  }

  void exclusive_step() {
    ++step_;
    while (regions_.begins_before(step_)) happen_exclusively(regions_.next_attempts());
  }

  // All attempts see the numbers at the beginning of the sub-step. Each cell changes at most once; the medium
  // may change any number of times.
  void happen_exclusively(const std::vector<PlannedAttempt>& attempts) {
    const Seen seen = seen_now();
    std::set<u32> changed;
    for (const PlannedAttempt& planned : attempts) {
      const u32 before = cell_at(planned.at), gained_before = gained_[index_of(planned.at)];
      attempt(planned.at, planned.direction, planned.word, &seen);
      const u32 after = cell_at(planned.at);
      if (after == before) continue;
      if (changed.contains(before) || changed.contains(after)) {
        cell_at(planned.at) = before;
        gained_[index_of(planned.at)] = gained_before;
        --accepted_;
        continue;
      }
      for (const u32 cell : {before, after})
        if (cell != 0) changed.insert(cell);
    }
  }

  // Makes an attempt that sees the present cells, or those before the sub-step.
  void attempt(Place at, u64 direction, u32 word, const Seen* before_sub_step = nullptr) {
    const Neighbour offset = spec_.copy.neighbours[direction];
    const auto source = beside(at, offset);
    if (!source) return;
    const u32 before = cell_at(at), after = cell_at(*source);
    if (before == after) return;
    const CellType &losing = spec_.types[types_[before]], &gaining = spec_.types[types_[after]];
    if (losing.fixed || gaining.fixed) return;
    if (is_connected(spec_, types_[before]) && !may_lose_site(at, before)) return;
    if (is_connected(spec_, types_[after]) && !has_face(at, after)) return;
    const Seen seen = before_sub_step ? *before_sub_step : seen_now();
    const double drift = act_change(at, *source) + chemotaxis_change(at, *source);
    const double adhesion_before = adhesion();
    const std::vector<double> surfaces_before = surfaces();
    cell_at(at) = after;
    double change = drift + adhesion() - adhesion_before;
    const std::vector<double> surfaces_after = surfaces();
    for (const u32 cell : {before, after}) {
      const u8 type = types_[cell];
      const double by = cell == after ? 1 : -1;
      if (const auto volume = volume_of(spec_, type)) change += risen(*volume, seen.volumes[cell], by);
      if (const auto surface = surface_of(spec_, type))
        change += risen(*surface, seen.surfaces[cell], surfaces_after[cell] - surfaces_before[cell]);
      if (!seen.shapes.empty())
        change += length_change(seen.shapes[cell], seen.firsts[cell], type, at, cell == after);
      const std::array<double, 3> potential = potential_of(spec_, type);
      change += potential[0] * offset.dx + potential[1] * offset.dy + potential[2] * offset.dz;
    }
    if (accepted_by(change, spec_.temperature_of(types_[before], types_[after]), word)) {
      ++accepted_;
      gained_[index_of(at)] = after == 0 ? 0 : time();
    } else {
      cell_at(at) = before;
    }
  }

  static double risen(const potts::Constraint& term, double n, double by) {
    return term.strength * (std::pow(n + by - term.target, 2) - std::pow(n - term.target, 2));
  }

  static bool accepted_by(double change, double temperature, u32 word) {
    const double uniform = word / 4294967296.0;
    if (change < -1e-9) return true;
    if (change < 1e-9) return temperature > 0 || uniform < 0.5;
    return temperature > 0 && std::floor(std::exp(-change / temperature) * 4294967296.0) > word;
  }

  bool has_face(Place at, u32 cell) {
    for (const Neighbour& offset : faces_)
      if (const auto there = beside(at, offset); there && cell_at(*there) == cell) return true;
    return false;
  }

  // Starts at one site of the cell that shares a face with the site, and follows the cell's sites around the
  // site by steps across faces. The cell may lose the site if this reaches all its other sites that share a
  // face with it.
  bool may_lose_site(Place at, u32 cell) {
    const auto key = [](Neighbour o) { return std::array{o.dx, o.dy, o.dz}; };
    std::set<std::array<int, 3>> cell_offsets, faces, reached;
    for (const Neighbour& offset : neighbours_in_range(spec_.lattice.dimensions, 1).neighbours)
      if (const auto there = beside(at, offset); there && cell_at(*there) == cell) {
        cell_offsets.insert(key(offset));
        if (std::abs(offset.dx) + std::abs(offset.dy) + std::abs(offset.dz) == 1) faces.insert(key(offset));
      }
    std::vector<std::array<int, 3>> open(faces.begin(),
                                         faces.empty() ? faces.end() : std::next(faces.begin()));
    while (!open.empty()) {
      const auto from = open.back();
      open.pop_back();
      if (!reached.insert(from).second) continue;
      for (const auto& to : cell_offsets)
        if (std::abs(to[0] - from[0]) + std::abs(to[1] - from[1]) + std::abs(to[2] - from[2]) == 1)
          open.push_back(to);
    }
    return std::includes(reached.begin(), reached.end(), faces.begin(), faces.end());
  }

  PottsSpec spec_;
  std::vector<Neighbour> faces_ = neighbours_of_order(spec_.lattice.dimensions, 1).neighbours;
  u64 seed_, replica_;
  std::vector<u32> cells_;
  std::vector<u8> types_;
  std::vector<u32> gained_;
  ExclusiveRegions regions_;
  std::vector<SitePair> contacts_, faces_of_surface_, copies_;  // for all sites
  std::vector<double> field_;
  double scale_ = static_cast<double>(potts::fixed_point(spec_).scale);
  u64 step_ = 0, accepted_ = 0;
};

}  // namespace morula::test
