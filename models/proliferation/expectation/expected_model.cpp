#include "models/proliferation/expectation/expected_model.h"

#include <bit>
#include <span>

#include "models/proliferation/expectation/expected_cells.h"
#include "models/proliferation/expectation/expected_population.h"
#include "models/proliferation/observe/cell_tables.h"
#include "models/proliferation/population_model.h"

namespace morula {
namespace {

std::vector<unsigned> last_generations_of(const ProliferationSpec& spec) {
  std::vector<unsigned> last_generations;
  for (const Bin& bin : spec.population) last_generations.push_back(last_generation(spec, bin.fluorescence));
  return last_generations;
}

// Number of initial cells whose dye lasts until generation 0, 1, 2, ...
std::vector<double> lasting_until(const ProliferationSpec& spec,
                                  const std::vector<unsigned>& last_generations, std::size_t generations) {
  std::vector<double> lasting(generations, 0);
  for (std::size_t bin = 0; bin < last_generations.size(); ++bin)
    for (unsigned k = 0; k <= last_generations[bin]; ++k)
      lasting[k] += static_cast<double>(spec.population[bin].count);
  return lasting;
}

class ExpectedModel final : public PopulationModel {
 public:
  ExpectedModel(std::shared_ptr<const ProliferationSpec> spec, std::shared_ptr<ThreadPool> threads)
      : PopulationModel(std::move(spec)),
        threads_(std::move(threads)),
        times_(times_of_means(*spec_)),
        last_generations_(last_generations_of(*spec_)),
        generations_(*std::ranges::max_element(last_generations_) + 1),
        lasting_(lasting_until(*spec_, last_generations_, generations_)),
        means_(steps() * generations_) {}

  std::uint64_t step(std::uint64_t at_most) override {
    const u64 done = std::min(at_most, steps() - time_);
    know(time_ + done);
    time_ += done;
    return done;
  }

  void end_restore(std::uint64_t time, std::uint64_t) override { time_ = known_ = time; }
  std::uint64_t updates() const override { return time_ * generations_; }
  std::string unit() const override { return "means"; }

  std::vector<std::string> columns() const override {
    std::vector<std::string> names = {"cells"};
    for (const CellType& type : spec_->types) names.push_back(type.name);
    return names;
  }
  Sums sums(const Sums&) override { return {}; }  // means are not sums over parts of the population
  // Means at the end, for the types that have been computed for that time.
  std::vector<Row> rows(const Sums&) const override {
    Row row = {0.0};
    double sum = 0;
    for (std::size_t type = 0; type < types(); ++type) {
      double living = 0;
      if (const std::size_t step = step_of_end(type); step < time_)
        for (std::size_t k = 0; k < generations_; ++k) living += lasting_[k] * means_of(step)[k];
      row.emplace_back(living);
      sum += living;
    }
    row[0] = sum;
    return {row};
  }

  // The counts of a simulation as means: by bin at the end, and by generation over time.
  std::optional<CellNumbers> numbers() override {
    if (time_ < steps()) return std::nullopt;
    CellNumbers cells{{}, {}, generations_};
    cells.end = [this](std::size_t type, std::size_t generation, std::size_t bin) {
      const auto count = static_cast<double>(spec_->population[bin].count);
      return generation <= last_generations_[bin] ? count * means_of(step_of_end(type))[generation] : 0;
    };
    if (spec_->generations_every)
      for (std::size_t i = 0; i < means_.size(); ++i)
        cells.living.push_back(lasting_[i % generations_] * means_[i]);
    return cells;
  }

 private:
  std::size_t types() const { return spec_->types.size(); }
  u64 steps() const { return times_.size() * types(); }
  std::size_t step_of_end(std::size_t type) const { return (times_.size() - 1) * types() + type; }
  std::span<double> means_of(std::size_t step) {
    return std::span(means_).subspan(step * generations_, generations_);
  }
  std::span<const double> means_of(std::size_t step) const {
    return std::span(means_).subspan(step * generations_, generations_);
  }

  void compute(std::size_t step) {
    const ExpectedOptions options{.generations = generations_ - 1};
    const CellType& type = spec_->types[step % types()];
    std::ranges::copy(expected_generations(type, spec_->start, times_[step / types()], options),
                      means_of(step).begin());
  }

  // Computes steps at least up to `wanted`. One thread computes a step. If fewer steps are wanted than there
  // are processors, the other processors compute the next ones. There may be more threads than processors,
  // but they must not take more memory than was stated before the run.
  void know(u64 requested) {
    const u64 at_once = std::min<u64>(threads_->size(), hardware_threads());
    while (known_ < requested) {
      const u64 first = known_, last = std::min(first + at_once, steps());
      threads_->for_ranges(last - first, [&](u64 begin, u64 end) {
        for (u64 i = begin; i < end; ++i) compute(first + i);
      });
      known_ = last;
    }
  }

  Field own_field() const override { return {"means", ValueType::F64, {means_.size(), 1, 1}, 1}; }
  void restore_own(Slab slab, std::span<const std::byte> values) override {
    std::ranges::copy(values,
                      std::as_writable_bytes(std::span(means_).subspan(slab.first, slab.count)).begin());
  }
  // The bits of the means; zeros for steps that have not been taken.
  std::vector<u64> own_values() override {
    std::vector<u64> bits(means_.size());
    const std::size_t means_known = std::min<std::size_t>(time_ * generations_, bits.size());
    for (std::size_t i = 0; i < means_known; ++i) bits[i] = std::bit_cast<u64>(means_[i]);
    return bits;
  }

  std::shared_ptr<ThreadPool> threads_;
  std::vector<double> times_;               // at which means are computed
  std::vector<unsigned> last_generations_;  // for each bin
  unsigned generations_;
  std::vector<double> lasting_;
  std::vector<double> means_;  // per initial cell: [time][type][generation]; a step computes a row
  u64 known_ = 0;              // number of steps that have been computed, perhaps before they are taken
};

}  // namespace

std::unique_ptr<Model> make_expected_model(std::shared_ptr<const ProliferationSpec> spec,
                                           std::shared_ptr<ThreadPool> threads) {
  return std::make_unique<ExpectedModel>(std::move(spec), std::move(threads));
}

// Memory for the means, for reading and saving them, and for the computations of the threads. Nothing is as
// large as types × generations × bins.
Footprint expected_footprint(const ProliferationSpec& spec) {
  constexpr u64 copies = 6, grid_bytes = u64{16} << 20;  // for 65536 cells, with a margin
  const u64 means = spec.steps() * (last_generation(spec) + 1) * sizeof(double);
  const u64 bins = spec.population.size() * sizeof(unsigned);
  return {copies * means + bins + hardware_threads() * grid_bytes + most_histogram_bytes(spec) + slab_bytes,
          0, 0};
}

}  // namespace morula
