// state/NNNNNNNNN.h5: the canonical state, a file of its own each time, with the XDMF that ParaView opens.
#include "io/durable_file.h"
#include "io/hdf5_file.h"
#include "io/xdmf_file.h"
#include "runner/checkpoint.h"
#include "runner/observer.h"

namespace morula {
namespace {

class StateObserver final : public Observer {
 public:
  StateObserver(std::filesystem::path folder, Schedule schedule, ThreadPool* threads)
      : Observer(schedule), folder_(std::move(folder)), threads_(threads) {}

  void begin(Model& model, std::uint64_t step) override {
    std::filesystem::create_directories(folder_);
    remove_uncovered(folder_, schedule(), step);
    saved_.clear();
    for (std::uint64_t at = 0; at < step; at = schedule().next(at))
      if (std::filesystem::exists(folder_ / numbered(at, ".h5"))) saved_.push_back({numbered(at, ".h5"), at});
    if (!saved_.empty()) io::write_xdmf(folder_ / "all.xdmf", model.fields(), saved_);
  }

  void observe(Model& model) override {
    const io::SavedState state{numbered(model.time(), ".h5"), model.time()};
    save_state(model, folder_ / state.hdf5, threads_);
    io::write_xdmf(folder_ / numbered(model.time(), ".xdmf"), model.fields(), {state});
    if (saved_.empty() || saved_.back().step < state.step) saved_.push_back(state);
    io::write_xdmf(folder_ / "all.xdmf", model.fields(), saved_);
  }

 private:
  std::filesystem::path folder_;
  ThreadPool* threads_;
  std::vector<io::SavedState> saved_;
};

}  // namespace

std::unique_ptr<Observer> observe_states(const std::filesystem::path& folder, Schedule schedule,
                                         ThreadPool* threads) {
  return std::make_unique<StateObserver>(folder / "state", schedule, threads);
}

}  // namespace morula
