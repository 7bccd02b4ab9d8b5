// A batch of replicas, each of which is a model of its own: for families without engines that compute many
// replicas at once, and for replicas that may end by themselves at a row of the series.
#pragma once

#include <functional>
#include <memory>

#include "models/family.h"

namespace morula {

// Whether the replicas of this model are made and stepped separately.
bool has_separate_replicas(const Spec& spec);

// `make` makes the model of one replica.
std::unique_ptr<Model> make_replica_batch(
    const Spec& spec, const Family& family, const Backend& backend,
    const std::function<std::unique_ptr<Model>(const Spec&, const Backend&)>& make);

}  // namespace morula
