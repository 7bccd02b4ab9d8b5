// The configuration of a P system at one step: all membranes with their contents, and the environment.
#pragma once

#include <vector>

#include "core/hash.h"
#include "models/membrane/system.h"

namespace morula::membrane {

// Membranes are numbered from 0, the skin. A membrane comes after its parent.
struct Membrane {
  u32 label = 0;
  u8 charge = Neutral;
  u32 parent = no_membrane;
  Multiset contents = {};
  friend bool operator==(const Membrane&, const Membrane&) = default;
};

struct Configuration {
  std::vector<Membrane> membranes;
  Multiset environment;
  friend bool operator==(const Configuration&, const Configuration&) = default;
};

Configuration initial_configuration(const System& system);

// A configuration in the form in which it is saved: one list for each property of the membranes, and lists
// for their contents, membrane after membrane.
struct PackedConfiguration {
  std::vector<u32> labels;
  std::vector<u8> charges;
  std::vector<u32> parents;
  std::vector<u32> sizes;        // how many different objects each membrane holds
  std::vector<u32> objects;      // of all membranes, ascending within each
  std::vector<u64> counts;       // of these objects; none is 0
  std::vector<u64> environment;  // of every object of the system
  friend bool operator==(const PackedConfiguration&, const PackedConfiguration&) = default;
};

PackedConfiguration packed(const Configuration& configuration, u64 objects);
Configuration unpacked(const PackedConfiguration& packed);
void check_configuration(const PackedConfiguration& packed, const System& system);  // throws StateError

// Numbers of the terms of the state hash: label, charge and parent of every membrane, and every count that is
// not 0.
constexpr u32 label_field = 0, charge_field = 1, parent_field = 2, contents_field = 3, environment_field = 4;
Hash hash_of(const Configuration& configuration, u64 objects);

// How a step selects rules.
struct Modes {
  bool once = false;    // parallelism: once
  bool random = false;  // choice: random
  u64 seed = 0;
};

}  // namespace morula::membrane
