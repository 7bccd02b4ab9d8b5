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
  const std::string& change() const { return change_; }

  // The model that is watched, this one, and where the view shows something else of them; each pane is as
  // wide as the look. Graded views have one scale in both.
  std::unique_ptr<Glimpse> three_panes(Model& watched, DeviceEyes& eyes, const Look& look,
                                       const FramesSpec& frames, ThreadPool& threads);
  // The scale of a graded view in both panes; nothing for other views, or while it has no numbers.
  std::optional<LevelLimits> common_limits(Model& watched, const View& view);
  std::uint64_t count_differing(Model& watched, const FramesSpec& frames);

 private:
  std::string change_;
  std::unique_ptr<ChangingModel> model_;
  DeviceEyes eyes_, differing_eyes_;
};

// The frames of a graded view whose levels go from `view_limits.lowest` to `view_limits.highest`, in the
// colours of `scale`.
FramesSpec on_scale(const FramesSpec& frames, const View& view, const LevelLimits& view_limits,
                    const LevelLimits& scale);

}  // namespace morula::serve
