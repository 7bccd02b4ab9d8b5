// Configurations in the run directory: trace.txt and trace.jsonl, and pictures of the tree.
#pragma once

#include <memory>

#include "models/membrane/membrane_spec.h"
#include "models/observer.h"

namespace morula::membrane {

std::unique_ptr<Observer> observe_trace(const std::filesystem::path& run, Schedule schedule,
                                        std::shared_ptr<const MembraneSpec> spec);

// tree/NNNNNNNNN.svg, as long as there are no more membranes than a picture can show.
std::unique_ptr<Observer> observe_tree(const std::filesystem::path& run, Schedule schedule,
                                       std::shared_ptr<const MembraneSpec> spec);

}  // namespace morula::membrane
