// `act: {tumour: {maximum: 20, strength: 200, mean: geometric}}`: cells of these types crawl.
#pragma once

#include "io/section.h"
#include "models/potts/terms/act_rule.h"
#include "models/potts/terms/term.h"

namespace morula::potts {

constexpr u32 most_activity = 2000;

// Parameters of one type; cells of a type with maximum 0 do not crawl.
struct Act {
  u32 maximum = 0;
  double strength = 0;
  bool is_arithmetic = false;
};

class ActTerm final : public Term {
 public:
  std::vector<Act> of_types;  // by type; types past the end do not crawl

  std::string key() const override { return "act"; }
  gpu::Text text() const override;
  HostFunctions host() const override { return {.energy = act_energy}; }
  std::vector<Amount> amounts(const PottsSpec& spec) const override;
  std::vector<i32> words(const PottsSpec& spec, double scale) const override;
  std::optional<Neighbourhood> neighbours(const PottsSpec& spec) const override;
  u32 reach(const PottsSpec& spec) const override;
  bool reads_direction() const override { return true; }
  bool reads_gains() const override { return true; }
  bool is_rounded() const override { return true; }

  Act of_type(std::size_t type) const { return type < of_types.size() ? of_types[type] : Act{}; }
  u32 largest_maximum() const;
  static void read(io::Section& section, PottsSpec& spec);
};

}  // namespace morula::potts
