// A sweep of a small model, and the files that two equal sweeps must have in common.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <string>

#include "io/json.h"
#include "tests/program/workplace.h"

namespace morula::test {

inline constexpr const char* swept_species = R"(model: interaction
steps: 300
lattice: {size: [40, 40]}
interaction:
  species: [red, blue, yellow]
  preys: cyclic
  rates: {mobility: 0.5, reproduction: 0.25, predation: 0.25}
  observe: [extinction]
  until: extinction
initial: {fractions: equal}
output: {series: {every: 7}}
)";

// A sweep of 6 × 2 points.
inline constexpr const char* mobility_sweep = R"(sweep:
  model: species.yaml
  seed: 3
  over:
    interaction.rates.mobility: [0.05, 0.1, 0.2, 0.3, 0.4, 0.5]
    lattice.size: [[16, 16], [40, 40]]
  replicas: 20
  measure: {from: 50}
  keep: [series]
)";

// All files, without what may differ between machines.
inline std::map<std::string, std::string> results_of(const std::filesystem::path& sweep) {
  auto files = files_of(sweep);
  files.erase("journal");
  if (!files.contains("sweep.json")) return files;
  io::Json json = io::Json::parse(files["sweep.json"]);
  json.erase("seconds");
  json.erase("backends");
  files["sweep.json"] = json.dump();
  return files;
}

// The number of finished runs of the sweep.
inline std::ptrdiff_t journal_lines(const std::filesystem::path& sweep) {
  return lines_in(sweep / "journal");
}

inline testing::AssertionResult same_results(const std::filesystem::path& a, const std::filesystem::path& b) {
  const auto in_a = results_of(a), in_b = results_of(b);
  std::string different;
  for (const auto& [name, text] : in_a)
    if (!in_b.contains(name) || in_b.at(name) != text) different += ' ' + name;
  for (const auto& [name, text] : in_b)
    if (!in_a.contains(name)) different += ' ' + name;
  if (different.empty() && in_a.contains("sweep.json") && in_a.contains("runs.csv"))
    return testing::AssertionSuccess();
  return testing::AssertionFailure() << a << " and " << b << " differ in" << different;
}

class Sweep : public testing::Test {
 protected:
  Sweep() {
    place_.write("species.yaml", swept_species);
    place_.write("mobility.yaml", mobility_sweep);
  }
  static Words words(const std::string& out, const Words& extra = {}) {
    return Words{"sweep", "mobility.yaml", "--quiet", "--backend", "cpu", "--out", out} + extra;
  }
  // A small sweep: two points, four runs.
  Words few(const std::string& out, const Words& extra = {}) const {
    return Words{"sweep",      "species.yaml",
                 "--over",     "lattice.size=[16,16],[18,18]",
                 "--replicas", "2",
                 "--steps",    "40",
                 "--quiet",    "--out",
                 out} +
           extra;
  }
  Workplace place_;
};

}  // namespace morula::test
