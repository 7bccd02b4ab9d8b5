#include "models/proliferation/input_hashes.h"

#include <algorithm>
#include <bit>

#include "core/error.h"
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

void check_saved_histograms(const ProliferationSpec& spec, std::span<const std::byte> saved) {
  const std::vector<std::uint64_t> now = input_hashes(spec);
  if (!std::ranges::equal(saved, std::as_bytes(std::span(now))))
    throw StateError("it was saved with another population or another target");
}

}  // namespace morula
