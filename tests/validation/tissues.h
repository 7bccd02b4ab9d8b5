// The tissues in which the two orders of the cellular Potts model are compared.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace morula::validation {

struct TissueTrial {
  std::uint64_t transient = 100, steps = 200;  // Monte Carlo steps; `steps` are observed, after the transient
  std::uint64_t between = 20;                  // steps between two observations of cells
  // The requested number of replicas is multiplied by this. When cells sort, their contacts vary more between
  // replicas than between steps.
  std::uint64_t replicas_times = 1;
};

struct ComparedTissue {
  std::string name;
  std::string model;             // the text of a model file
  std::filesystem::path folder;  // paths in the model are relative to this folder
  TissueTrial trial;
};

// Sizes and steps are chosen so that 80 replicas give 95 % intervals of at most ± 1 %.
std::vector<ComparedTissue> tissues();
ComparedTissue tissue_called(const std::string& name);  // throws Error, which lists all names
ComparedTissue tissue_of_file(const std::filesystem::path& model, const TissueTrial& trial);

}  // namespace morula::validation
