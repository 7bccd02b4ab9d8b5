#include "models/membrane/configuration.h"

namespace morula::membrane {

Configuration initial_configuration(const System& system) {
  Configuration made;
  for (const InitialMembrane& membrane : system.membranes)
    made.membranes.push_back({membrane.label, membrane.charge, membrane.parent, membrane.contents});
  return made;
}

Hash hash_of(const Configuration& configuration, u64 objects) {
  u64 sum = 0;
  for (u64 i = 0; i < configuration.membranes.size(); ++i) {
    const Membrane& membrane = configuration.membranes[i];
    sum += hash_term(label_field, i, membrane.label) + hash_term(charge_field, i, membrane.charge) +
           hash_term(parent_field, i, membrane.parent);
    for (const Term& term : membrane.contents)
      sum += hash_term(contents_field, i * objects + term.object, term.count);
  }
  for (const Term& term : configuration.environment)
    sum += hash_term(environment_field, term.object, term.count);
  return {sum};
}

}  // namespace morula::membrane
