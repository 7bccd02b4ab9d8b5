// The settings of a model of competing species, as plain data.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/lattice.h"
#include "io/section.h"
#include "models/input_folder.h"
#include "models/interaction/initial/initial_species.h"
#include "models/interaction/interaction_rule.h"
#include "models/interaction/order/neighbours.h"
#include "models/spec.h"

namespace morula {

struct Species {
  std::string name;
  std::optional<io::Colour> colour;  // if absent, the next colour of the palette
  double mobility = 0, reproduction = 0;
};

enum class UpdateOrder { Sequential, Parallel };
enum class Rate { Mobility, Reproduction, Predation };

// A rate of every species as a function of the entropy of the densities, renewed after a given number of
// generations: linear between its value at entropy 0 and its value at the greatest entropy, ln(species + 1).
struct Feedback {
  Rate rate = Rate::Mobility;
  std::uint64_t every = 1;
  double at_zero = 0, at_greatest = 0;
};

struct Observables {
  bool densities = false, entropy = false, interface = false, correlation = false, extinction = false;
};

struct InteractionSpec : FamilySpec {
  Lattice lattice;
  std::vector<Species> species;   // species[i] is state i + 1
  std::vector<double> predation;  // [predator · species + prey]; 0 if it is not a prey
  RuleVariant variant;
  Neighbourhood neighbourhood = neighbourhood_of_reach(2, 2);
  UpdateOrder order = UpdateOrder::Parallel;
  std::uint64_t refine = 1;  // k: k times as many phases, in each of which one block in k acts
  std::optional<Feedback> feedback;
  InitialSpecies initial;
  std::uint64_t replicas = 1;
  std::uint64_t first_replica = 0;  // r if --replica r runs this replica alone (replicas is then 1)
  bool until_extinction = false;
  Observables observe;
  bool plain = false;  // use the plain engine even if bit planes could be used

  unsigned states() const { return static_cast<unsigned>(species.size()) + 1; }
};

std::vector<View> interaction_views(const InteractionSpec& interaction);
void read_interaction(io::Section& root, const InputFolder& folder, Spec& spec);

}  // namespace morula
