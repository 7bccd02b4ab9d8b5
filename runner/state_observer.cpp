// state/NNNNNNNNN.h5: the canonical state, one file for each step, with the XDMF file that ParaView opens.
#include <algorithm>

#include "io/durable_file.h"
#include "io/hdf5_file.h"
#include "io/xdmf_file.h"
#include "runner/checkpoint.h"
#include "runner/standard_observers.h"

namespace morula {
namespace {

class StateObserver final : public Observer {
 public:
  StateObserver(std::filesystem::path folder, Schedule schedule, ThreadPool* threads,
                StateAttributes attributes)
      : Observer(schedule),
        folder_(std::move(folder)),
        threads_(threads),
        attributes_(std::move(attributes)) {}

  void begin(Model& model, std::uint64_t step) override {
    std::filesystem::create_directories(folder_);
    remove_uncovered(folder_, schedule(), step);
    saved_.clear();
    for (std::uint64_t at = 0; at < step; at = schedule().next(at))
      if (std::filesystem::exists(folder_ / numbered(at, ".h5"))) saved_.push_back({numbered(at, ".h5"), at});
    if (!saved_.empty()) show(model, "all.xdmf", saved_);
  }

  void observe(Model& model) override {
    const io::SavedState state{numbered(model.time(), ".h5"), model.time()};
    save_state(model, folder_ / state.hdf5, threads_, attributes_, {shown_views(model), io::xdmf_replicas});
    show(model, numbered(model.time(), ".xdmf"), {state});
    if (saved_.empty() || saved_.back().step < state.step) saved_.push_back(state);
    show(model, "all.xdmf", saved_);
  }

 private:
  // Does nothing for models without a lattice, which ParaView cannot show.
  void show(Model& model, const std::string& name, const std::vector<io::SavedState>& states) const {
    std::vector<Field> fields;
    for (const StateField& field : model.fields()) fields.push_back(field);
    for (const View& view : shown_views(model)) fields.push_back(shown_field(view));
    const auto has_sites = [](const Field& field) { return field.dimensions >= 2; };
    if (std::ranges::any_of(fields, has_sites)) io::write_xdmf(folder_ / name, fields, states);
  }

  std::filesystem::path folder_;
  ThreadPool* threads_;
  StateAttributes attributes_;
  std::vector<io::SavedState> saved_;
};

}  // namespace

std::unique_ptr<Observer> observe_states(const std::filesystem::path& folder, Schedule schedule,
                                         ThreadPool* threads, StateAttributes attributes) {
  return std::make_unique<StateObserver>(folder / "state", schedule, threads, std::move(attributes));
}

}  // namespace morula
