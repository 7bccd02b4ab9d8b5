// The private parts of a Simulation.
#pragma once

#include <map>
#include <memory>
#include <vector>

#include "models/backend.h"
#include "models/changes/changing_model.h"
#include "models/model.h"
#include "models/spec.h"
#include "morula/simulation.h"
#include "runner/run.h"

namespace morula {

struct Simulation::Parts {
  ModelSource source;
  Spec spec;
  Backend backend;
  std::unique_ptr<Model> model;                                // a ChangingModel
  double seconds = 0;                                          // time spent on steps
  std::map<std::vector<std::string>, FramesSpec> frames = {};  // by settings

  ChangingModel& changing() const { return dynamic_cast<ChangingModel&>(*model); }
  StateField field(const std::string& name) const;  // throws SpecError if the model has no such field
  const FramesSpec& frames_with(const std::vector<std::string>& settings);
};

}  // namespace morula
