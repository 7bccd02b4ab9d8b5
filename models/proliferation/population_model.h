// A population of dividing cells as a model, either simulated or computed as means. Its fields are 64-bit
// words, few enough to be held in memory. There is no lattice.
#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "core/hash.h"
#include "models/model.h"
#include "models/proliferation/input_hashes.h"
#include "models/proliferation/observe/cell_tables.h"

namespace morula {

class PopulationModel : public Model {
 public:
  explicit PopulationModel(std::shared_ptr<const ProliferationSpec> spec) : spec_(std::move(spec)) {}

  // The numbers for tables and scores; nothing before the last step.
  virtual std::optional<CellNumbers> numbers() = 0;

  std::uint64_t time() const override { return time_; }
  std::vector<std::string> remarks() override;

  std::vector<StateField> fields() const override { return {{inputs_field()}, {own_field()}}; }
  void read(const Field& field, Slab slab, std::span<std::byte> values) override {
    const std::vector<u64> field_values = values_of(field);
    std::ranges::copy(std::as_bytes(std::span(field_values).subspan(slab.first, slab.count)), values.begin());
  }
  void restore(const Field& field, Slab slab, std::span<const std::byte> values) override {
    if (field.name == inputs_field().name) return check_saved_histograms(*spec_, values);
    restore_own(slab, values);
  }
  void end_restore(std::uint64_t time, std::uint64_t) override { time_ = time; }

  Hash hash() override {
    Hash hash{0};
    u32 number = 0;
    for (const StateField& field : fields()) {
      const std::vector<u64> field_values = values_of(field);
      hash += hash_values(number++, 0, ValueType::U64, std::as_bytes(std::span(field_values)));
    }
    return hash;
  }

 protected:
  std::vector<u64> values_of(const Field& field) {
    return field.name == inputs_field().name ? input_hashes(*spec_) : own_values();
  }
  // The field in addition to the inputs, and its values as words.
  virtual Field own_field() const = 0;
  virtual std::vector<u64> own_values() = 0;
  virtual void restore_own(Slab slab, std::span<const std::byte> values) = 0;

  std::shared_ptr<const ProliferationSpec> spec_;
  std::uint64_t time_ = 0;

 private:
  std::string unfinished() const;  // remark on a run that has not taken all steps
};

}  // namespace morula
