// A model for tests, with a field of given values and a last step.
#pragma once

#include <algorithm>
#include <cstring>
#include <limits>
#include <new>

#include "core/mix.h"
#include "models/model.h"

namespace morula::test {

class FakeModel final : public Model {
 public:
  FakeModel(Field field, std::vector<std::uint64_t> values)
      : field_(std::move(field)), values_(std::move(values)) {
    values_.resize(field_.extent.sites());
  }

  std::uint64_t halts_at = std::numeric_limits<std::uint64_t>::max();
  std::uint64_t fails_at = std::numeric_limits<std::uint64_t>::max();  // as if there were too little memory
  View view = {.name = "state", .field = {}, .classes = 2};            // shows its field
  ClassOf class_of = {};
  std::vector<std::uint64_t> asked = {};  // the number of steps in each call of step()
  std::uint64_t replicas = 1;

  std::uint64_t step(std::uint64_t at_most) override {
    asked.push_back(at_most);
    if (time_ + at_most >= fails_at) throw std::bad_alloc();
    const std::uint64_t done = std::min(at_most, halts_at - std::min(time_, halts_at));
    time_ += done;
    return done;
  }
  std::uint64_t time() const override { return time_; }
  void set_time(std::uint64_t time) { time_ = time; }
  std::uint64_t updates() const override { return time_ * values_.size(); }
  std::string unit() const override { return "cells"; }

  std::vector<std::string> columns() const override {
    return replicas == 1 ? std::vector<std::string>{"count", "mean"}
                         : std::vector<std::string>{"replica", "count"};
  }
  Sums sums(const Sums& so_far) override { return so_far.empty() ? Sums{time_ * 10} : Sums{}; }
  std::vector<Row> rows(const Sums& totals) const override {
    if (replicas == 1) return {{totals[0], static_cast<double>(totals[0]) / 80}};
    std::vector<Row> replica_rows;
    for (std::uint64_t replica = 0; replica < replicas; ++replica)
      replica_rows.push_back({replica, totals[0] + replica});
    return replica_rows;
  }
  std::vector<Hash> replica_hashes() override {
    std::vector<Hash> hashes;
    for (std::uint64_t replica = 0; replicas > 1 && replica < replicas; ++replica)
      hashes.push_back(Hash{mix64(replica)});
    return hashes;
  }
  std::vector<View> views() const override {
    View shown = view;
    shown.field = field_;
    return {shown};
  }
  ClassOf classes(const View&) override { return class_of; }
  std::vector<StateField> fields() const override { return {{field_}}; }

  void read(const Field&, Slab slab, std::span<std::byte> bytes) override {
    const std::size_t size = size_of(field_.type);
    for (Index i = 0; i < slab.count; ++i) std::memcpy(&bytes[i * size], &values_[slab.first + i], size);
  }
  void restore(const Field&, Slab slab, std::span<const std::byte> bytes) override {
    const std::size_t size = size_of(field_.type);
    for (Index i = 0; i < slab.count; ++i) {
      values_[slab.first + i] = 0;
      std::memcpy(&values_[slab.first + i], &bytes[i * size], size);
    }
  }
  Hash hash() override {
    Hash sum;
    for (Index i = 0; i < values_.size(); ++i) sum += Hash{mix64(mix64(i + 1) ^ values_[i])};
    return sum;
  }
  void end_restore(std::uint64_t time, std::uint64_t) override { time_ = time; }

  const std::vector<std::uint64_t>& values() const { return values_; }

 private:
  Field field_;
  std::vector<std::uint64_t> values_;
  std::uint64_t time_ = 0;
};

inline FakeModel model_2d(Index width, Index height, std::vector<std::uint64_t> values = {}) {
  return {Field{"state", ValueType::U8, {width, height, 1}, 2}, std::move(values)};
}
inline FakeModel model_3d(Extent extent, std::vector<std::uint64_t> values) {
  return {Field{"state", ValueType::U8, extent, 3}, std::move(values)};
}

}  // namespace morula::test
