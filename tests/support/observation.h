// The observations of a model, each value with its name.
#pragma once

#include <string>
#include <vector>

#include "models/model.h"

namespace morula::test {

struct Observed {
  std::string name;
  Number value;
};
using Observation = std::vector<Observed>;

inline Observation named(const std::vector<std::string>& names, const Row& row) {
  Observation observation;
  for (std::size_t i = 0; i < row.size(); ++i) observation.push_back({names.at(i), row[i]});
  return observation;
}

inline std::vector<Observation> observe_each(Model& model) {
  std::vector<Observation> observations;
  for (const Row& row : observe(model)) observations.push_back(named(model.columns(), row));
  return observations;
}
inline Observation observe_first(Model& model) { return observe_each(model).front(); }

}  // namespace morula::test
