// A second model beside the one that is watched: the same state, the same random numbers, one setting
// changed.
#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "models/changes/changing_model.h"
#include "serve/window.h"

namespace morula::serve {

class Beside {
 public:
  // From the model's present state. `change` is as docs/changes.md has it; throws Error where it is wrong.
  // The state is copied by a file in `folder`, which is gone afterwards.
  Beside(ChangingModel& model, const std::string& change, const std::filesystem::path& folder,
         const Backend& backend);

  void follow(std::uint64_t time);  // steps up to there
  Model& model() { return *model_; }
  DeviceEyes& eyes() { return eyes_; }
  const std::string& change() const { return change_; }

 private:
  std::string change_;
  std::unique_ptr<ChangingModel> model_;
  DeviceEyes eyes_;
};

// The model that is watched, the one beside it, and where their pictures differ; each pane is as wide as the
// look. Surroundings of the lattice keep their colour in the third pane.
std::unique_ptr<Glimpse> three_panes(std::unique_ptr<Glimpse> watched, std::unique_ptr<Glimpse> compared,
                                     io::Colour surroundings);

}  // namespace morula::serve
