#include "models/potts/life/life_spec.h"

#include <algorithm>

namespace morula::potts {

const GrowingTarget* TypeLife::target(const std::string& term) const {
  const auto found = std::ranges::find(targets, term, &GrowingTarget::term);
  return found == targets.end() ? nullptr : &*found;
}

bool LifeSpec::divides() const {
  return std::ranges::any_of(of_types, [](const TypeLife& life) { return life.division.has_value(); });
}

bool LifeSpec::has_target(const std::string& term) const {
  return std::ranges::any_of(of_types, [&](const TypeLife& life) {
    const bool shrinks = life.death && !life.death->at_once && term == "volume";
    return life.target(term) || shrinks;
  });
}

double LifeSpec::most(const std::string& term) const {
  double largest = 0;
  for (const TypeLife& life : of_types)
    if (const GrowingTarget* target = life.target(term)) largest = std::max(largest, target->most);
  return largest;
}

std::vector<CellInput> LifeSpec::inputs() const {
  std::vector<CellInput> inputs;
  for (const TypeLife& life : of_types)
    for (const CellProgram* program : {&life.rules, &life.shares})
      inputs.insert(inputs.end(), program->inputs.begin(), program->inputs.end());
  return inputs;
}

}  // namespace morula::potts
