// The input of every path: a population, its integers as in our engines, and all fluorescences that a cell
// can have.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "models/proliferation/proliferation_engine.h"

namespace morula {

class NisoliTask {
 public:
  // Throws an Error with the reason if the paper's model cannot describe this population.
  explicit NisoliTask(const ProliferationSpec& spec, std::uint64_t seed = 1);

  const ProliferationSpec& spec() const { return spec_; }
  const BranchingProcess& process() const { return process_; }
  const Variant& variant() const { return variant_; }

  // Fluorescences as the bits of doubles.
  const std::vector<u64>& initial() const { return initial_; }  // fluorescence of each bin
  u64 minimum() const { return minimum_; }
  const std::vector<u64>& omega() const { return omega_; }  // the paper's Ω, in ascending order
  std::size_t place_of(u64 fluorescence) const;             // in Ω

  // The number of cells at each fluorescence of Ω, from the counters of our engines.
  std::vector<u64> histogram_of(std::span<const u64> counts) const;

 private:
  ProliferationSpec spec_;
  BranchingProcess process_;
  Variant variant_;
  std::vector<u64> initial_, omega_;
  u64 minimum_;
  std::vector<std::size_t> places_;  // place in Ω, [generation][bin]
};

// The depth that the paper infers: the number of divisions after which the most frequent dividing type passes
// the end, each division taking its mean time.
unsigned inferred_depth(const ProliferationSpec& spec);

}  // namespace morula
