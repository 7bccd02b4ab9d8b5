// What the models of dividing cells, simulated and expected, have in common: their fields are words of 64
// bits, few enough to be held whole, and there is no lattice.
#pragma once

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "core/error.h"
#include "core/hash.h"
#include "models/model.h"
#include "models/proliferation/inputs.h"

namespace morula {

class CellsModel : public Model {
 public:
  explicit CellsModel(std::shared_ptr<const ProliferationSpec> spec) : spec_(std::move(spec)) {}

  std::uint64_t time() const override { return time_; }
  void set_time(std::uint64_t time) override { time_ = time; }
  Shown shown() const override { throw Error("cells that divide have no lattice to show"); }

  void read(const Field& field, Slab slab, std::span<std::byte> values) override {
    const std::vector<u64> all = values_of(field);
    std::ranges::copy(std::as_bytes(std::span(all).subspan(slab.first, slab.count)), values.begin());
  }

  Hash hash() override {
    Hash hash{0};
    u32 number = 0;
    for (const Field& field : fields()) {
      const std::vector<u64> all = values_of(field);
      for (std::size_t i = 0; i < all.size(); ++i) hash.value += hash_term(number, i, all[i]);
      ++number;
    }
    return hash;
  }

  std::string unit() const override { return "initial cells"; }

 protected:
  std::vector<u64> values_of(const Field& field) {
    return field.name == inputs_field().name ? input_hashes(*spec_) : own_values();
  }
  // Of the field that is not the inputs.
  virtual std::vector<u64> own_values() = 0;

  std::shared_ptr<const ProliferationSpec> spec_;
  std::uint64_t time_ = 0;
};

}  // namespace morula
