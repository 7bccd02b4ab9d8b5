// `chemotaxis: [{type: tumour, field: oxygen, strength: 50, response: {saturating: 0.1}, at: [medium]}]`.
#pragma once

#include "io/section.h"
#include "models/potts/terms/chemotaxis_rule.h"
#include "models/potts/terms/level_rule.h"
#include "models/potts/terms/term.h"

namespace morula::potts {

constexpr std::size_t most_fields_sensed = 16;  // maximum number of list entries

// Cells of one type sense one field.
struct Chemotaxis {
  std::size_t type = 0;
  u32 field = 0;        // number of the field
  double strength = 0;  // negative: cells move down the field
  u32 response = RESPONSE_LINEAR;
  double half = 1;             // see response_to()
  u32 contacts = 0xFFFFFFFFu;  // set of types at whose contacts cells sense the field
};

class ChemotaxisTerm final : public Term {
 public:
  std::vector<Chemotaxis> entries;

  std::string key() const override { return "chemotaxis"; }
  gpu::Text text() const override;
  HostFunctions host() const override { return {.energy = chemotaxis_energy}; }
  std::vector<Amount> amounts(const PottsSpec& spec) const override;
  std::vector<i32> words(const PottsSpec& spec, double scale) const override;
  std::vector<SiteLevel> levels(const PottsSpec& spec, double scale) const override;
  bool reads_direction() const override { return true; }
  bool is_rounded() const override { return true; }

  static void read(io::Section& section, PottsSpec& spec);
};

}  // namespace morula::potts
