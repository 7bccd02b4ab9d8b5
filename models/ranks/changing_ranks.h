// Changes of a model over ranks. A change on rank 0 ends the model that the ranks share and makes another one
// from the changed model file. Each time, rank 0 first tells the others how many changes the model holds. All
// ranks have read the same changes, and make their parts from the same file.
#pragma once

#include <functional>
#include <memory>

#include "core/communicator.h"
#include "models/family.h"

namespace morula {

using MakeOverRanks = std::function<std::unique_ptr<Model>(const Spec& whole, const Spec& part,
                                                           const Backend& backend, Start start)>;
// For rank 0. `make` makes a model without changes, while the other ranks are in `serve` below.
std::unique_ptr<Model> make_changing_over_ranks(const Spec& whole, const Spec& part, const Backend& backend,
                                                Communicator& ranks, Start start, const MakeOverRanks& make);

// For the other ranks; returns when the model of rank 0 has been destroyed. `serve` returns when a model has
// ended or could not be made.
using ServeOverRanks = std::function<void(const Spec& whole, const Spec& part)>;
void serve_changing_over_ranks(const Spec& whole, const Spec& part, Communicator& ranks,
                               const ServeOverRanks& serve);

}  // namespace morula
