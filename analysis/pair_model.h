// Two runs of one model with the same draws, as one model: its state is 1 where they differ, 0 elsewhere.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "models/model.h"

namespace morula {

class PairModel final : public Model {
 public:
  // Both stand at the same time; `state` is the field that is compared, of `replicas` lattices one behind the
  // other.
  PairModel(std::unique_ptr<Model> first, std::unique_ptr<Model> second, Field state, std::uint64_t replicas);

  std::uint64_t step(std::uint64_t at_most) override;
  std::uint64_t time() const override { return first_->time(); }
  void set_time(std::uint64_t time) override;

  std::vector<std::uint64_t> differing();  // sites of each replica
  // How many states are left in each replica: of the first run, and of the second.
  std::vector<std::pair<unsigned, unsigned>> states_left();

  Observation observe() override { return observe_each().front(); }
  std::vector<Observation> observe_each() override;
  Shown shown() const override;  // light green where they differ, of the first replica
  std::vector<Field> fields() const override { return {difference()}; }
  void read(const Field& field, Slab slab, std::span<std::byte> values) override;
  void restore(const Field& field, Slab slab, std::span<const std::byte> values) override;
  Hash hash() override;

  std::uint64_t updates_per_step() const override { return 2 * first_->updates_per_step(); }
  std::string unit() const override { return first_->unit(); }

 private:
  Field difference() const;

  std::unique_ptr<Model> first_, second_;
  Field state_;
  std::uint64_t replicas_;
  std::vector<std::byte> of_first_, of_second_;  // a slab of each
};

}  // namespace morula
