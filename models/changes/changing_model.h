// A model that changes while it runs (docs/changes.md). It makes the changes of its Spec as it steps, each
// before the step that leads on from the change's step, so that whoever observes the model at that step sees
// it as it was before. What steers a run (Python, a view) makes further changes with change().
//
// A change reads the model file again with the new keys, takes the state out of the engine, and hands it to
// an engine that is made for the new model, exactly as a checkpoint would: whatever a checkpoint holds
// survives a change, and nothing else is kept.
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

// Throws SpecError where the model, at its beginning, has no such field as a change assigns, or one of
// another type or extent than the file has. Fields whose extents change while the model runs are not judged.
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

  // Makes a change now, at the step at which the model is, after those that the Spec has for this step. What
  // is wrong with it is thrown as SpecError, or as Error where the state does not allow it, and the model is
  // as it was. `log` is called when the change has been found right, before anybody sees its effect: a run
  // directory writes the changes of spec() down there (runner/changes_file.h). If that fails, so does the
  // change.
  using Log = std::function<void()>;
  void change(
      const ChangeText& text, const Log& log = [] {});
  // The same for a field of the state: its values in canonical order, as fields() and read() have them.
  void assign(
      const std::string& field, std::span<const std::byte> values, const Log& log = [] {});

  // The model file as it was read, with all changes, those that were made with change() too.
  const Spec& spec() const { return spec_; }
  // The same with the keys that changes have set until now.
  const Spec& spec_now() const { return now_; }

 private:
  void add(Change change, const Log& log);
  // Makes the changes with numbers from held_ to `count` − 1, as one.
  void act(std::size_t count, const Log& log);
  std::uint64_t steps_until_change() const;

  Spec spec_, now_;
  Backend backend_;
  Make make_;
  std::size_t held_ = 0;  // changes that have acted
};

// For whoever steers a model. make_model() makes one by itself where the model file has changes.
std::unique_ptr<ChangingModel> make_changing_model(const Spec& spec, const Backend& backend,
                                                   Start start = Start::Initial);

}  // namespace morula
