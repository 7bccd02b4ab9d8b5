// `connected: [light, dark]`: cells of these types stay in one piece.
#pragma once

#include "io/section.h"
#include "models/potts/terms/connected_rule.h"
#include "models/potts/terms/term.h"

namespace morula::potts {

class ConnectedTerm final : public Term {
 public:
  std::vector<bool> of_types;  // by type; cells of types past the end may be cut

  std::string key() const override { return "connected"; }
  gpu::Text text() const override;
  HostFunctions host() const override { return {.allows = connected_allows}; }
  std::vector<i32> words(const PottsSpec& spec, double scale) const override;
  u32 reach(const PottsSpec&) const override { return 1; }

  bool of_type(std::size_t type) const { return type < of_types.size() && of_types[type]; }
  static void read(io::Section& section, PottsSpec& spec);
};

}  // namespace morula::potts
