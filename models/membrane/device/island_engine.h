// The engine of islands on a device: see ../islands.h.
#pragma once

#include <memory>
#include <vector>

#include "gpu/device.h"
#include "gpu/source.h"
#include "models/membrane/islands.h"
#include "models/membrane/membrane_engine.h"

namespace morula::membrane {

gpu::Source island_source(const IslandShape& shape, const Modes& modes, u32 bytes);

std::unique_ptr<MembraneEngine> make_membrane_islands(std::shared_ptr<const Plan> plan,
                                                      std::vector<IslandGroup> groups, const Modes& modes,
                                                      std::shared_ptr<gpu::Device> device,
                                                      std::shared_ptr<ThreadPool> threads);

}  // namespace morula::membrane
