// Changes of a model over ranks. A change on rank 0 ends the model that the ranks share, and makes another
// one from the changed model file; before each making, rank 0 tells the others how many changes it holds.
// They have read the same changes, and make their parts from the same file.
#pragma once

#include <functional>
#include <memory>

#include "core/communicator.h"
#include "models/family.h"

namespace morula {

using MakeOverRanks = std::function<std::unique_ptr<Model>(const Spec& whole, const Spec& part,
                                                           const Backend& backend, Start start)>;
// On rank 0. `make` makes a model without changes, while the others are in `serve` below.
std::unique_ptr<Model> make_changing_over_ranks(const Spec& whole, const Spec& part, const Backend& backend,
                                                Communicator& ranks, Start start, const MakeOverRanks& make);

// On the other ranks, until the model of rank 0 is gone. `serve` returns when a model has ended or could not
// be made.
using ServeOverRanks = std::function<void(const Spec& whole, const Spec& part)>;
void serve_changing_over_ranks(const Spec& whole, const Spec& part, Communicator& ranks,
                               const ServeOverRanks& serve);

}  // namespace morula
