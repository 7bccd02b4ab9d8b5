// The tissues in which the two orders of the cellular Potts model are compared.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace morula::validation {

struct TissueTrial {
  std::uint64_t transient = 100, steps = 200;  // Monte Carlo steps; observed are those after the transient
  std::uint64_t between = 20;                  // from one observation of cells to the next
  // The number of replicas that is asked for is multiplied by this: when cells sort, their contacts vary more
  // from replica to replica than from step to step.
  std::uint64_t replicas_times = 1;
};

struct ComparedTissue {
  std::string name;
  std::string model;             // the text of a model file
  std::filesystem::path folder;  // that its paths are relative to
  TissueTrial trial;
};

// Sizes and steps are such that 80 replicas have 95 % intervals of at most ± 1 %.
std::vector<ComparedTissue> tissues();
ComparedTissue tissue_called(const std::string& name);  // throws Error, which lists all names
ComparedTissue tissue_of_file(const std::filesystem::path& model, const TissueTrial& trial);

}  // namespace morula::validation
