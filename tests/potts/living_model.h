// Living tissues for the tests of life: model files, and functions that read values of models.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "models/catalogue.h"
#include "runner/run.h"
#include "tests/potts/state_values.h"

namespace morula::test {

inline const Backend one_thread{BackendKind::Cpu, std::make_shared<ThreadPool>(1), nullptr};

inline std::string living(
    const std::string& life, const std::string& more = "",
    const std::string& lattice = "{size: [41, 35], boundary: {x: periodic, y: fixed}}") {
  const bool is_3d = std::ranges::count(lattice, ',') > 1 && lattice.find("boundary") == std::string::npos;
  return fmt::format(R"(
model: potts
seed: 5
steps: 200
lattice: {2}
potts:
  temperature: 8
  types: [medium, stem, dead]
  adhesion: {{medium-stem: 12, stem-stem: 6, medium-dead: 12, stem-dead: 10, dead-dead: 6}}
  volume: {{stem: {{target: 20, strength: 2}}, dead: {{target: 20, strength: 2}}}}
  life: {3}
{4}initial: {{cells: {{box: {{from: [14, 12{0}], to: [25, 23{1}]}}, width: 4, type: stem}}}}
)",
                     is_3d ? ", 8" : "", is_3d ? ", 15" : "", lattice, life, more);
}

inline const std::string growing_life =
    "{stem: {target: {volume: {next: \"target_volume + 1.5\", most: 44}}, "
    "divide: {when: \"volume >= 26\"}, become: {dead: \"chance(0.01)\"}}, "
    "dead: {die: {when: \"chance(0.1)\", shrink: 2, after: 3}}}";

inline std::unique_ptr<Model> living_model(const std::string& text, const Backend& backend) {
  return make_model(read_model({{"life.yaml", text}, {}, {}}), backend, Start::Initial);
}

inline std::map<u32, u64> volumes_in(Model& model) {
  std::map<u32, u64> volumes;
  for (const u32 cell : values_in<u32>(model, "cell")) ++volumes[cell];
  volumes.erase(0);
  return volumes;
}

// The rows of a table whose values are whole numbers.
inline std::vector<std::vector<u64>> whole_rows(Model& model, const std::string& name) {
  std::vector<std::vector<u64>> rows;
  for (const Table& table : model.tables())
    if (table.name == name)
      model.read_table(table, [&](std::span<const Number> values) {
        rows.emplace_back();
        for (const Number& value : values)
          rows.back().push_back(std::holds_alternative<u64>(value) ? std::get<u64>(value) : 0);
      });
  return rows;
}

}  // namespace morula::test
