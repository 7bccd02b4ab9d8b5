// Gives every rank the sweep, although only rank 0 can read its files.
#pragma once

#include <functional>
#include <optional>

#include "core/communicator.h"
#include "runner/input_copies.h"
#include "sweep/plan.h"

namespace morula::sweep {

class SweepOfAll {
 public:
  // Every rank calls this. `read` reads the sweep by means of a function that returns the text of a file:
  // rank 0 reads the files, and the other ranks get the texts from it. Files that models name are sent to all
  // ranks, which keep copies while this object lives. Errors are thrown as in rank_zero_does().
  SweepOfAll(Communicator& ranks, const std::function<SweepSpec(const TextOfFile&)>& read);

  const PointModels& models() const { return *models_; }
  const Plan& plan() const { return *plan_; }

 private:
  std::optional<InputCopies> copies_;
  std::optional<PointModels> models_;
  std::optional<Plan> plan_;
};

}  // namespace morula::sweep
