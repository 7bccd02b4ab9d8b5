#include "models/proliferation/inputs.h"

#include <bit>
#include <cstring>

#include "core/hash.h"

namespace morula {
namespace {

std::uint64_t hash_of_bins(const Histogram& histogram) {
  Hash hash;
  for (std::size_t i = 0; i < histogram.size(); ++i) {
    hash.value += hash_term(0, i, std::bit_cast<u64>(histogram[i].fluorescence));
    hash.value += hash_term(1, i, histogram[i].count);
  }
  return hash.value;
}

}  // namespace

Field inputs_field() { return {"inputs", ValueType::U64, {2, 1, 1}, 1}; }

std::vector<std::uint64_t> input_hashes(const ProliferationSpec& spec) {
  return {hash_of_bins(spec.population), spec.target ? hash_of_bins(spec.target->histogram) : 0};
}

void check_inputs(const ProliferationSpec& spec, std::span<const std::byte> saved) {
  const std::vector<std::uint64_t> now = input_hashes(spec);
  const auto has_changed = [&](std::size_t which) {
    return std::memcmp(saved.data() + which * sizeof now[0], &now[which], sizeof now[0]) != 0;
  };
  std::vector<Problem> changed;
  const std::string what = "has changed since the run began; put it back, or start a new run with it";
  if (has_changed(0)) changed.push_back({spec.population_place, "proliferation.population", what});
  if (has_changed(1)) changed.push_back({spec.target_place, "proliferation.target", what});
  if (!changed.empty()) throw SpecError(changed);
}

}  // namespace morula
