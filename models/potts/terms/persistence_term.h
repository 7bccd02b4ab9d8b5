// `persistence: {tumour: {strength: 5, memory: 0.9}}`: each cell has a preferred direction.
#pragma once

#include "io/section.h"
#include "models/potts/terms/persistence_rule.h"
#include "models/potts/terms/term.h"

namespace morula::potts {

// Parameters of one type; without a strength, its cells have no preferred direction.
struct Persistence {
  double strength = 0, memory = -1;
};

class PersistenceTerm final : public Term {
 public:
  std::vector<Persistence> of_types;  // by type; types past the end have no persistence

  std::string key() const override { return "persistence"; }
  gpu::Text text() const override;
  HostFunctions host() const override { return {}; }
  std::vector<Amount> amounts(const PottsSpec& spec) const override;
  std::vector<i32> words(const PottsSpec& spec, double scale) const override;  // directions of copies
  bool reads_direction() const override { return true; }
  bool is_rounded() const override { return true; }

  Persistence of_type(std::size_t type) const {
    return type < of_types.size() ? of_types[type] : Persistence{};
  }
  static void read(io::Section& section, PottsSpec& spec);
};

// Sets the term, and the process that turns the directions.
void set_persistence(PottsSpec& spec, const std::vector<Persistence>& of_types);

}  // namespace morula::potts
