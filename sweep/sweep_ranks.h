// A sweep as every rank has it, although only rank 0 sees its files.
#pragma once

#include <functional>
#include <optional>

#include "core/communicator.h"
#include "runner/input_copies.h"
#include "sweep/plan.h"

namespace morula::sweep {

class SweepOfAll {
 public:
  // Every rank calls it. `read` reads the sweep with the function that it is given, which returns the text of
  // a file: rank 0 reads files, and the others get the texts that it has read. Files that models name are
  // sent to all ranks, which keep copies while this object lives. What is wrong is told as in
  // rank_zero_does().
  SweepOfAll(Communicator& ranks, const std::function<SweepSpec(const TextOfFile&)>& read);

  const PointModels& models() const { return *models_; }
  const Plan& plan() const { return *plan_; }

 private:
  std::optional<InputCopies> copies_;
  std::optional<PointModels> models_;
  std::optional<Plan> plan_;
};

}  // namespace morula::sweep
