// A model that changes while it runs (docs/changes.md). As it steps, it applies the changes of its Spec, each
// just before the model leaves the step of the change; so observers see the model at that step as it was
// before the change. A program that controls a run (Python, a view) makes further changes with change().
//
// To apply a change, the model file is read again with the new keys, the state is taken out of the engine and
// given to an engine that is made for the new model, exactly as with a checkpoint: whatever a checkpoint
// holds survives a change, and nothing else is kept.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "models/changes/change_reader.h"
#include "models/family.h"
#include "models/series/wrapped_model.h"

namespace morula {

// Throws SpecError if a change assigns a field that the initial model does not have, or that differs from the
// file in type or extent. Fields whose extents change while the model runs are not checked.
void check_assignments(const Model& model, const Spec& spec);

class ChangingModel final : public WrappedModel {
 public:
  // Makes the model of a Spec to which the first `held` changes were already made, and ignores the others.
  using Make = std::function<std::unique_ptr<Model>(const Spec&, std::size_t held, const Backend&, Start)>;
  ChangingModel(Spec spec, Backend backend, Make make, Start start);
  ~ChangingModel() override { replace(nullptr); }  // before make_, which it may use
  ChangingModel(const ChangingModel&) = delete;
  ChangingModel& operator=(const ChangingModel&) = delete;

  std::uint64_t step(std::uint64_t at_most) override;
  std::uint64_t step_summing(std::uint64_t at_most, std::uint64_t every, const TotalsSink& sink) override;

  std::uint64_t changes_held() const override { return held_; }
  void hold_changes(std::uint64_t count, std::uint64_t step) override;
  bool holds_changes_of_this_step() const override;
  void make_due_changes() override;

  // Makes a change now, at the model's current step, after the changes of the Spec for this step. If the
  // change is wrong, throws SpecError, or Error if the state does not allow it; the model is then as it was
  // before. `log` is called when the change has been found valid and before anybody sees its effect, so that
  // a run directory can save the changes of spec() (runner/changes_file.h). If `log` fails, the change fails
  // too.
  using Log = std::function<void()>;
  void change(
      const ChangeText& text, const Log& log = [] {});
  // The same for a field of the state; `values` are in canonical order, as in fields() and read().
  void assign(
      const std::string& field, std::span<const std::byte> values, const Log& log = [] {});

  // The model file as it was read, with all changes, including those made with change().
  const Spec& spec() const { return spec_; }
  // The same with the keys that changes have set so far.
  const Spec& spec_now() const { return now_; }

 private:
  void add(Change change, const Log& log);
  // Applies the changes with numbers from held_ to `count` − 1 together.
  void act(std::size_t count, const Log& log);
  std::uint64_t steps_until_change() const;

  Spec spec_, now_;
  Backend backend_;
  Make make_;
  std::size_t held_ = 0;  // changes that have been applied
};

// For programs that control a model. make_model() makes such a model by itself if the model file has changes.
std::unique_ptr<ChangingModel> make_changing_model(const Spec& spec, const Backend& backend,
                                                   Start start = Start::Initial);

}  // namespace morula
