#include "models/proliferation/expected_model.h"

#include <bit>
#include <optional>

#include "models/proliferation/cell_tables.h"
#include "models/proliferation/cells_model.h"
#include "models/proliferation/expectation.h"
#include "models/proliferation/population_means.h"

namespace morula {
namespace {

constexpr std::size_t points = ExpectedOptions{}.points;

std::vector<unsigned> deepest_of_bins(const ProliferationSpec& spec) {
  std::vector<unsigned> deepest;
  for (const Bin& bin : spec.population) deepest.push_back(deepest_of(spec, bin.fluorescence));
  return deepest;
}

// Initial cells whose dye lasts until generation 0, 1, 2, …
std::vector<double> lasting_until(const ProliferationSpec& spec, const std::vector<unsigned>& deepest,
                                  std::size_t generations) {
  std::vector<double> lasting(generations, 0);
  for (std::size_t bin = 0; bin < deepest.size(); ++bin)
    for (unsigned k = 0; k <= deepest[bin]; ++k)
      lasting[k] += static_cast<double>(spec.population[bin].count);
  return lasting;
}

std::vector<double> expected_ends(const ProliferationSpec& spec, const std::vector<unsigned>& deepest,
                                  const TypeMeans& means) {
  std::vector<double> ends;
  for (const std::vector<double>& of_type : means)
    for (std::size_t k = 0; k < of_type.size(); ++k)
      for (std::size_t bin = 0; bin < deepest.size(); ++bin) {
        const auto count = static_cast<double>(spec.population[bin].count);
        ends.push_back(k <= deepest[bin] ? count * of_type[k] : 0);
      }
  return ends;
}

// At time 0 nobody has divided; later the grid of times says.
std::vector<double> expected_living(const ProliferationSpec& spec, const std::vector<double>& lasting) {
  std::vector<double> living;
  for (const double time : times_observed(spec)) {
    const TypeMeans means = time > 0 ? mean_generations(spec, time, points) : TypeMeans();
    for (std::size_t type = 0; type < spec.types.size(); ++type)
      for (std::size_t k = 0; k < lasting.size(); ++k) {
        const double each = time > 0 ? means[type][k] : k == 0 ? spec.types[type].proportion : 0;
        living.push_back(lasting[k] * each);
      }
  }
  return living;
}

// Means at the end by bin, and over time by generation: what the simulation counts.
CellNumbers expected_numbers(const ProliferationSpec& spec) {
  const TypeMeans means = mean_generations(spec, spec.until, points);
  const std::size_t generations = means.front().size();
  const std::vector<unsigned> deepest = deepest_of_bins(spec);
  return {expected_ends(spec, deepest, means),
          expected_living(spec, lasting_until(spec, deepest, generations)),
          static_cast<unsigned>(generations)};
}

class ExpectedModel final : public CellsModel {
 public:
  using CellsModel::CellsModel;

  std::uint64_t step(std::uint64_t at_most) override {
    if (at_most == 0 || time_ == 1) return 0;
    time_ = 1;
    return 1;
  }

  Observation observe() override {
    Observation seen = {{"cells", 0.0}};
    const std::size_t each = spec_->population.size();
    const std::vector<u64> means = own_values();
    double all = 0;
    for (std::size_t type = 0; type < spec_->types.size(); ++type) {
      double living = 0;
      for (std::size_t i = 0; i < each; ++i) living += std::bit_cast<double>(means[type * each + i]);
      seen.push_back({spec_->types[type].name, living});
      all += living;
    }
    seen[0].value = all;
    return seen;
  }

  std::vector<Result> results() override {
    return time_ == 1 ? cell_results(*spec_, numbers()) : std::vector<Result>();
  }
  std::vector<Field> fields() const override {
    const std::size_t values = spec_->types.size() * spec_->population.size();
    return {inputs_field(), {"expected", ValueType::U64, {values, 1, 1}, 1}};
  }
  // The rest follows from the model file.
  void restore(const Field& field, Slab, std::span<const std::byte> values) override {
    if (field.name == "inputs") check_inputs(*spec_, values);
  }
  std::uint64_t updates_per_step() const override { return spec_->cells(); }

 private:
  const CellNumbers& numbers() {
    if (!numbers_) numbers_ = expected_numbers(*spec_);
    return *numbers_;
  }

  // The bits of the mean number of cells from each bin, by type; before the step, of none.
  std::vector<u64> own_values() override {
    const std::size_t bins = spec_->population.size();
    std::vector<u64> all(spec_->types.size() * bins);
    if (time_ == 0) return all;
    const CellNumbers& cells = numbers();
    for (std::size_t i = 0; i < all.size(); ++i) {
      double sum = 0;
      for (unsigned k = 0; k < cells.generations; ++k) sum += cells.end(bins, i / bins, k, i % bins);
      all[i] = std::bit_cast<u64>(sum);
    }
    return all;
  }

  std::optional<CellNumbers> numbers_;
};

}  // namespace

std::unique_ptr<Model> make_expected_model(std::shared_ptr<const ProliferationSpec> spec) {
  return std::make_unique<ExpectedModel>(std::move(spec));
}

}  // namespace morula
