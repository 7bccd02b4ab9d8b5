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

// Sites of a view's field whose values differ.
std::uint64_t differing_sites(Model& a, Model& b, const Field& field);

// Both models, and at the right where they differ; each as wide as the look.
std::unique_ptr<Glimpse> three_panes(std::unique_ptr<Glimpse> left, std::unique_ptr<Glimpse> middle);

}  // namespace morula::serve
