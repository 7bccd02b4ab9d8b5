// What every path is given: a population, its integers as our engines have them, and all fluorescences that a
// cell of it can come to.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "models/proliferation/proliferation_engine.h"

namespace morula {

class NisoliTask {
 public:
  // Throws an Error that says why where the paper's model is not the one of this population.
  explicit NisoliTask(const ProliferationSpec& spec, std::uint64_t seed = 1);

  const ProliferationSpec& spec() const { return spec_; }
  const BranchingProcess& process() const { return process_; }
  const Variant& variant() const { return variant_; }

  // Fluorescences as the bits of doubles.
  const std::vector<u64>& initial() const { return initial_; }  // of each bin
  u64 minimum() const { return minimum_; }
  const std::vector<u64>& omega() const { return omega_; }  // the paper's Ω: it rises
  std::size_t place_of(u64 fluorescence) const;             // in Ω

  // The number of cells at each fluorescence of Ω, from the counters of our engines.
  std::vector<u64> histogram_of(std::span<const u64> counts) const;

 private:
  ProliferationSpec spec_;
  BranchingProcess process_;
  Variant variant_;
  std::vector<u64> initial_, omega_;
  u64 minimum_;
  std::vector<std::size_t> places_;  // in Ω, [generation][bin]
};

// The depth that the paper infers: divisions of the most frequent type that divides, each after its mean
// time, until the end is passed.
unsigned inferred_depth(const ProliferationSpec& spec);

}  // namespace morula
