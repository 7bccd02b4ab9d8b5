// Systems in which objects only react: no membrane changes, and what happens to some objects of a membrane
// has nothing to do with the others. Such islands of objects are stepped many times without leaving the
// registers.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "gpu/device.h"
#include "gpu/source.h"
#include "models/membrane/membrane_engine.h"

namespace morula::membrane {

// What the rules of an island take and make, of its objects in the order in which rules name them:
// [rule · objects + object].
struct IslandShape {
  u32 objects = 0, rules = 0;
  std::vector<u64> needs, makes;
  friend bool operator==(const IslandShape&, const IslandShape&) = default;
};

// The islands of one shape in membranes of one class.
struct IslandGroup {
  u32 of = 0;  // class
  IslandShape shape;
  std::vector<u32> objects;  // [island · shape.objects + object]
  std::vector<u32> rules;    // [island · shape.rules + rule], in file order

  u32 islands() const { return static_cast<u32>(rules.size() / shape.rules); }
};

// Nothing where there are rules of other kinds than evolution, an island is too large for registers, or
// islands have too many shapes.
std::optional<std::vector<IslandGroup>> islands_of(const Plan& plan);

gpu::Source island_source(const IslandShape& shape, const Modes& modes, u32 bytes);

std::unique_ptr<MembraneEngine> make_membrane_islands(std::shared_ptr<const Plan> plan,
                                                      std::vector<IslandGroup> groups, const Modes& modes,
                                                      std::shared_ptr<gpu::Device> device,
                                                      std::shared_ptr<ThreadPool> threads);

}  // namespace morula::membrane
