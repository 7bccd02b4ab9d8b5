#include "models/membrane/configuration.h"

#include <fmt/format.h>

namespace morula::membrane {

Configuration initial_configuration(const System& system) {
  Configuration configuration;
  for (const InitialMembrane& membrane : system.membranes)
    configuration.membranes.push_back({membrane.label, membrane.charge, membrane.parent, membrane.contents});
  return configuration;
}

PackedConfiguration packed(const Configuration& configuration, u64 objects) {
  PackedConfiguration result;
  for (const Membrane& membrane : configuration.membranes) {
    result.labels.push_back(membrane.label);
    result.charges.push_back(membrane.charge);
    result.parents.push_back(membrane.parent);
    result.sizes.push_back(static_cast<u32>(membrane.contents.size()));
    for (const Term& term : membrane.contents) {
      result.objects.push_back(term.object);
      result.counts.push_back(term.count);
    }
  }
  result.environment.assign(objects, 0);
  for (const Term& term : configuration.environment) result.environment[term.object] = term.count;
  return result;
}

Configuration unpacked(const PackedConfiguration& packed) {
  Configuration configuration;
  u64 at = 0;
  for (u64 i = 0; i < packed.labels.size(); ++i) {
    configuration.membranes.push_back({packed.labels[i], packed.charges[i], packed.parents[i], {}});
    for (const u64 end = at + packed.sizes[i]; at < end; ++at)
      configuration.membranes.back().contents.push_back({packed.objects[at], packed.counts[at]});
  }
  for (u32 object = 0; object < packed.environment.size(); ++object)
    if (packed.environment[object] > 0)
      configuration.environment.push_back({object, packed.environment[object]});
  return configuration;
}

void check_configuration(const PackedConfiguration& packed, const System& system) {
  const u64 membranes = packed.labels.size(), entries = packed.objects.size();
  if (membranes == 0 || membranes >= no_membrane)
    throw StateError(fmt::format("it has {} membranes", membranes));
  if (packed.charges.size() != membranes || packed.parents.size() != membranes ||
      packed.sizes.size() != membranes || packed.counts.size() != entries)
    throw StateError("its fields are of different lengths");
  u64 at = 0;
  for (u64 i = 0; i < membranes; ++i) {
    if (packed.labels[i] >= system.labels.size())
      throw StateError(
          fmt::format("membrane {} has label {} of {}", i, packed.labels[i], system.labels.size()));
    if (packed.charges[i] >= charges)
      throw StateError(fmt::format("membrane {} has the charge {}", i, packed.charges[i]));
    if (i == 0 ? packed.parents[i] != no_membrane : packed.parents[i] >= i)
      throw StateError(fmt::format("membrane {} is in membrane {}", i, packed.parents[i]));
    if (packed.sizes[i] > entries - at) throw StateError("its membranes hold more objects than it lists");
    for (const u64 begin = at, end = at + packed.sizes[i]; at < end; ++at)
      if (packed.objects[at] >= system.objects.size() || packed.counts[at] == 0 ||
          (at > begin && packed.objects[at] <= packed.objects[at - 1]))
        throw StateError(fmt::format("membrane {} holds object {} out of order", i, packed.objects[at]));
  }
  if (at != entries) throw StateError("its membranes hold fewer objects than it lists");
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
