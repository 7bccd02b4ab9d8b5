// Two runs of one model that share random numbers, as one model: its view shows the sites that differ.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "models/difference.h"

namespace morula {

class PairModel final : public Model {
 public:
  // Both models must be at the same step. `state` is the field that is compared; it has `states` values.
  PairModel(std::unique_ptr<Model> first, std::unique_ptr<Model> second, Field state, unsigned states);

  std::vector<std::uint64_t> differing();  // number of differing sites in each replica
  // The number of different states that each replica still has, in the first run and in the second.
  std::vector<std::pair<unsigned, unsigned>> states_left();

  std::uint64_t step(std::uint64_t at_most) override;
  std::uint64_t time() const override { return first_->time(); }
  std::uint64_t updates() const override { return first_->updates() + second_->updates(); }
  std::string unit() const override { return first_->unit(); }

  std::vector<std::string> columns() const override { return {"differing"}; }
  Sums sums(const Sums& so_far) override;
  std::vector<Row> rows(const Sums& totals) const override;

  // Returns the fields of the first run, then those of the second.
  std::vector<StateField> fields() const override;
  // Reads a field of one of the two runs, or `difference`, which is 1 at sites where they differ and 0
  // elsewhere.
  void read(const Field& field, Slab slab, std::span<std::byte> values) override;
  void restore(const Field& field, Slab slab, std::span<const std::byte> values) override;
  void end_restore(std::uint64_t time, std::uint64_t updates) override;
  Hash hash() override;

  std::vector<View> views() const override;  // the difference in the first replica

 private:
  Field difference() const;
  // The run that has this field, and the field as that run names it.
  std::pair<Model*, Field> owner_of(const Field& field) const;

  std::unique_ptr<Model> first_, second_;
  Field state_;
  unsigned states_;
  Difference comparison_;
};

}  // namespace morula
