#include "tests/validation/tissue_ensemble.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <mutex>

#include "models/potts/initial/starting_cells.h"

namespace morula::validation {
namespace {

using potts::PottsEngine;
using potts::PottsSpec;

using Point = std::array<double, 3>;

// Where cells are. A centroid is followed over periodic edges: each time it is the image nearest to the last.
class Centroids {
 public:
  explicit Centroids(const Lattice& lattice)
      : lattice_(lattice),
        sides_{static_cast<double>(lattice.global.x), static_cast<double>(lattice.global.y),
               static_cast<double>(lattice.global.z)} {}

  std::vector<Point> of(std::span<const u32> sites, std::size_t cells) {
    if (last_.empty()) last_ = first_sites(sites, cells);
    std::vector<Point> sums(cells);
    std::vector<double> counts(cells);
    for (u64 i = 0; i < sites.size(); ++i) {
      const Point at = point_of(i);
      for (std::size_t axis = 0; axis < 3; ++axis)
        sums[sites[i]][axis] += nearest(at[axis] - last_[sites[i]][axis], sides_[axis]);
      ++counts[sites[i]];
    }
    for (std::size_t cell = 0; cell < cells; ++cell)
      for (std::size_t axis = 0; axis < 3; ++axis)
        if (counts[cell] > 0) last_[cell][axis] += sums[cell][axis] / counts[cell];
    return last_;
  }

 private:
  Point point_of(u64 index) const {
    const Site site = lattice_.site_at(index);
    return {static_cast<double>(site.x), static_cast<double>(site.y), static_cast<double>(site.z)};
  }
  std::vector<Point> first_sites(std::span<const u32> sites, std::size_t cells) const {
    std::vector<Point> first(cells);
    for (u64 i = sites.size(); i-- > 0;) first[sites[i]] = point_of(i);
    return first;
  }
  static double nearest(double distance, double side) {
    return distance - side * std::round(distance / side);
  }

  Lattice lattice_;
  Point sides_;
  std::vector<Point> last_;
};

// One run, as far as it has come.
class Run {
 public:
  Run(const PottsSpec& spec, u64 seed, const Backend& backend)
      : spec_(spec),
        engine_(make_engine(spec, seed, backend)),
        sites_(spec.lattice.global.sites()),
        changed_(sites_.size()),
        centroids_(spec.lattice) {
    const potts::StartingCells start(spec, seed, spec.first_replica);
    types_ = start.types();
    engine_->set_cells(types_.size(), types_);
    start.fill({0, sites_.size()}, sites_);
    engine_->write({0, sites_.size()}, sites_);
    engine_->count_cells();
  }

  void observe(const TissueTrial& trial) {
    engine_->step(0, trial.transient);
    engine_->read({0, sites_.size()}, sites_);
    const u64 copies = engine_->accepted()[0];
    std::vector<Point> before = centroids_.of(sites_, types_.size());
    for (u64 step = 1; step <= trial.steps; ++step) {
      engine_->step(trial.transient + step - 1, 1);
      note_changes(step);
      if (step % trial.between != 0) continue;
      const std::vector<Point> now = centroids_.of(sites_, types_.size());
      note_cells(before, now);
      note_contacts(trial.transient + step);
      before = now;
    }
    accepted_ = static_cast<double>(engine_->accepted()[0] - copies) /
                static_cast<double>(trial.steps * sites_.size());
  }

  // What one run adds to the ensemble.
  void add_to(TissueRecord& record) const {
    const auto add = [&](const std::string& name, double value) {
      const auto found = std::ranges::find(record.samples, name, &Sample::name);
      if (found != record.samples.end())
        found->values.push_back(value);
      else
        record.samples.push_back({name, {value}});
    };
    add("acceptance", accepted_);
    add("volume mean", volumes_ / observed_);
    add("volume rms", std::sqrt(squares_ / observed_));
    add("squared displacement", displaced_ / observed_);
    for (const auto& [step, contacts] : contacts_) add(fmt::format("contact at step {}", step), contacts);
    auto& all = record.waits.of_steps;
    all.resize(std::max(all.size(), waits_.size()));
    for (std::size_t i = 0; i < waits_.size(); ++i) all[i] += waits_[i];
  }

 private:
  void note_changes(u64 step) {
    std::vector<u32> now(sites_.size());
    engine_->read({0, now.size()}, now);
    for (u64 i = 0; i < now.size(); ++i) {
      if (now[i] == sites_[i]) continue;
      if (changed_[i] != 0) {
        const u64 wait = step - changed_[i];
        if (wait >= waits_.size()) waits_.resize(wait + 1);
        ++waits_[wait];
      }
      changed_[i] = step;
    }
    sites_.swap(now);
  }

  void note_cells(const std::vector<Point>& before, const std::vector<Point>& now) {
    const auto counts = engine_->counts(0);
    for (std::size_t cell = 1; cell < counts.size(); ++cell) {
      const auto& volume = spec_.types[types_[cell]].volume;
      if (counts[cell].volume == 0 || !volume) continue;
      ++observed_;
      volumes_ += counts[cell].volume;
      squares_ += std::pow(counts[cell].volume - volume->target, 2);
      for (std::size_t axis = 0; axis < 3; ++axis)
        displaced_ += std::pow(now[cell][axis] - before[cell][axis], 2);
    }
  }

  // The faces between the last two types, which is what sorting lowers.
  void note_contacts(u64 step) {
    const std::size_t types = spec_.types.size();
    if (types < 3) return;
    contacts_.emplace_back(
        step, static_cast<double>(engine_->contacts(0).nearest[(types - 2) * types + types - 1]));
  }

  PottsSpec spec_;
  std::unique_ptr<PottsEngine> engine_;
  std::vector<u8> types_;
  std::vector<u32> sites_;
  std::vector<u64> changed_;  // the step of a site's last change, 0 before the first
  Centroids centroids_;
  double accepted_ = 0, observed_ = 0, volumes_ = 0, squares_ = 0, displaced_ = 0;
  std::vector<std::pair<u64, double>> contacts_;
  std::vector<u64> waits_;
};

PottsSpec filled(Extent extent, unsigned dimensions, u64 width, double strength, double temperature) {
  PottsSpec spec;
  spec.lattice = Lattice::whole(extent, dimensions, {});
  spec.temperature = temperature;
  spec.types = {{"medium"}, {"cell"}};
  spec.types[1].volume = potts::Constraint{std::pow(static_cast<double>(width), dimensions), strength};
  spec.adhesion = {0, 8, 8, 8};
  spec.contact = spec.copy = potts::neighbours_in_range(dimensions, 1);
  const potts::Shape all{
      .from = {0, 0, 0}, .to = {extent.x - 1, extent.y - 1, extent.z - 1}, .centre = {0, 0, 0}};
  spec.initial = std::vector{potts::Tiles{all, width, {}, {0, 1}}};
  return spec;
}

PottsSpec sorting(PottsSpec spec, double target, std::vector<double> adhesion) {
  spec.types = {{"medium"}, {"light"}, {"dark"}};
  for (const std::size_t type : {1u, 2u}) spec.types[type].volume = potts::Constraint{target, 1};
  spec.adhesion = std::move(adhesion);
  potts::Tiles& tiles = std::get<std::vector<potts::Tiles>>(spec.initial).front();
  const Extent& side = spec.lattice.global;
  tiles.shape.is_ball = true;
  tiles.shape.centre = {side.x / 2, side.y / 2, side.z / 2};
  tiles.shape.radius = side.x * 2 / 5;
  const Index radius = tiles.shape.radius, depth = spec.lattice.dimensions == 3 ? radius : 0;
  tiles.shape.from = {side.x / 2 - radius, side.y / 2 - radius, side.z / 2 - depth};
  tiles.shape.to = {side.x / 2 + radius, side.y / 2 + radius, side.z / 2 + depth};
  tiles.fractions = {0, 0.5, 0.5};
  return spec;
}

}  // namespace

u64 Waits::count() const {
  u64 all = 0;
  for (const u64 waits : of_steps) all += waits;
  return all;
}

double distance_between(const Waits& first, const Waits& second) {
  assert(first.count() > 0 && second.count() > 0);
  double one = 0, other = 0, greatest = 0;
  const auto share = [](const Waits& waits, std::size_t i) {
    return i < waits.of_steps.size()
               ? static_cast<double>(waits.of_steps[i]) / static_cast<double>(waits.count())
               : 0;
  };
  for (std::size_t i = 0; i < std::max(first.of_steps.size(), second.of_steps.size()); ++i) {
    one += share(first, i);
    other += share(second, i);
    greatest = std::max(greatest, std::abs(one - other));
  }
  return greatest;
}

TissueRecord measure_tissue(PottsSpec spec, const TissueTrial& trial, const Backend& backend) {
  TissueRecord record;
  std::vector<std::unique_ptr<Run>> runs(trial.runs);
  const auto run = [&](u64 number, const Backend& on) {
    PottsSpec own = spec;
    own.first_replica = number;
    runs[number] = std::make_unique<Run>(own, trial.seed, on);
    runs[number]->observe(trial);
  };
  if (backend.device && spec.order == potts::Order::Parallel)
    for (u64 number = 0; number < trial.runs; ++number) run(number, backend);
  else
    backend.threads->for_ranges(trial.runs, [&](u64 begin, u64 end) {
      const Backend alone{BackendKind::Cpu, std::make_shared<ThreadPool>(1), nullptr};
      for (u64 number = begin; number < end; ++number) run(number, alone);
    });
  for (const auto& one : runs) one->add_to(record);
  return record;
}

std::vector<NamedTissue> tissues(u64 scale) {
  const Index flat = 96 * scale, solid = 40 * scale;
  const PottsSpec plane = filled({flat, flat, 1}, 2, 8, 1, 20),
                  space = filled({solid, solid, solid}, 3, 8, 1, 20);
  const PottsSpec small = filled({flat, flat, 1}, 2, 6, 1, 10),
                  cubes = filled({solid, solid, solid}, 3, 5, 1, 15);
  return {{"2D, filled", plane, {.transient = 100, .steps = 200}},
          {"2D, sorting",
           sorting(small, 40, {0, 16, 16, 16, 14, 11, 16, 11, 2}),
           {.transient = 0, .steps = 400, .between = 100}},
          {"3D, filled", space, {.transient = 50, .steps = 60}},
          {"3D, sorting",
           sorting(cubes, 125, {0, 9, 9, 9, 8, 6, 9, 6, 2}),
           {.transient = 0, .steps = 120, .between = 40}}};
}

}  // namespace morula::validation
