// A second model beside the one that is watched: it has the same state and the same random numbers, but one
// setting is changed.
#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "models/changes/changing_model.h"
#include "serve/window.h"

namespace morula::serve {

class Beside {
 public:
  // Makes the second model from the present state of the first. `change` has the form of docs/changes.md;
  // throws Error if it is wrong. The state is copied through a temporary file in `folder`.
  Beside(ChangingModel& model, const std::string& change, const std::filesystem::path& folder,
         const Backend& backend);

  void follow(std::uint64_t time);  // steps this model up to that time
  Model& model() { return *model_; }
  const std::string& change() const { return change_; }

  // Three panes: the model that is watched, this model, and the sites in which the view differs. Each pane is
  // as wide as the look. Both models of a graded view are drawn on the same scale.
  std::unique_ptr<Glimpse> three_panes(Model& watched, DeviceEyes& eyes, const Look& look,
                                       const FramesSpec& frames, ThreadPool& threads);
  // The common scale of a graded view in both panes; nothing for other views, or while a model has no
  // numbers.
  std::optional<LevelLimits> common_limits(Model& watched, const View& view);
  std::uint64_t count_differing(Model& watched, const FramesSpec& frames);

 private:
  std::string change_;
  std::unique_ptr<ChangingModel> model_;
  DeviceEyes eyes_, differing_eyes_;
};

// The frames of a graded view whose levels range from `view_limits.lowest` to `view_limits.highest`, with the
// colours that these numbers have on `scale`.
FramesSpec on_scale(const FramesSpec& frames, const View& view, const LevelLimits& view_limits,
                    const LevelLimits& scale);

}  // namespace morula::serve
