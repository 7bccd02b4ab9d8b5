#include "sweep/sweep_run.h"

#include <algorithm>
#include <mutex>

#include "io/durable_file.h"
#include "models/catalogue.h"
#include "runner/standard_observers.h"
#include "sweep/series_tally.h"
#include "sweep/sweep_file_names.h"

namespace morula::sweep {
namespace {

namespace fs = std::filesystem;

// Only one thread at a time may call HDF5.
std::mutex& hdf5_lock() {
  static std::mutex mutex;
  return mutex;
}

// Wraps an observer that writes HDF5, so that runs on other threads do not write at the same time.
class InTurn final : public Observer {
 public:
  explicit InTurn(std::unique_ptr<Observer> observer)
      : Observer(observer->schedule()), observer_(std::move(observer)) {}
  void begin(Model& model, std::uint64_t step) override { observer_->begin(model, step); }
  void observe(Model& model) override {
    const std::scoped_lock lock(hdf5_lock());
    observer_->observe(model);
  }
  void end(Model& model) override {
    const std::scoped_lock lock(hdf5_lock());
    observer_->end(model);
  }

 private:
  std::unique_ptr<Observer> observer_;
};

// Number of steps between rows: as in the model file, or else a hundredth of all steps.
std::uint64_t rows_every(const Spec& spec) {
  if (spec.output.series_every) return *spec.output.series_every;
  return spec.steps ? std::max<std::uint64_t>(1, *spec.steps / 100) : 1;
}

std::unique_ptr<TallyObserver> tally_for(const Spec& spec, const Plan& plan, const Job& job) {
  SeriesTally::Choice choice{plan.measure, plan.keep.series, spec.steps_per_time};
  if (!choice.measure && spec.output.series_every) choice.measure = Measure{};
  const bool needs_rows = choice.measure || choice.keeps_text;
  const Schedule schedule =
      needs_rows ? Schedule(rows_every(spec), spec.end()) : Schedule::at_end(spec.end());
  return std::make_unique<TallyObserver>(schedule, job.which.count, choice, needs_rows);
}

std::vector<std::unique_ptr<Observer>> kept_by(const Spec& spec, const Plan& plan, const fs::path& folder) {
  std::vector<std::unique_ptr<Observer>> observers;
  if (plan.keep.frames)
    observers.push_back(observe_frames(folder, {spec.output.frames->every, spec.end()}, *spec.output.frames));
  if (plan.keep.state && spec.output.state_every)
    observers.push_back(
        std::make_unique<InTurn>(observe_states(folder, {*spec.output.state_every, spec.end()})));
  return observers;
}

std::unique_ptr<Model> make_job_model(const Spec& spec, const Backend& backend) {
  if (spec.inputs.empty() && !spec.initial_run) return make_model(spec, backend);  // its memory is reserved
  const std::scoped_lock lock(hdf5_lock());
  return make_initial_model(spec, backend);
}

Spec read_job(const PointModels& models, const Plan& plan, const Job& job) {
  std::unique_lock lock(hdf5_lock(), std::defer_lock);
  if (!plan.files.empty()) lock.lock();  // the files may be HDF5
  return models.read(job.point, job.which);
}

// Writes the series without syncing it: the record has its hash, so that a damaged file is noticed.
void keep_series(const Plan& plan, const Job& job, const TallyObserver& tally, const fs::path& folder) {
  if (!plan.keep.series) return;
  for (std::uint64_t i = 0; i < job.which.count; ++i) {
    const fs::path place = run_folder(folder, plan.points[job.point].id, job.which.first + i);
    fs::create_directories(place);
    io::write_unsynced(place / "series.csv", tally.of(i).text());
  }
}

void keep_last_state(const Plan& plan, Model& model, const Spec& spec, const fs::path& run) {
  if (!plan.keep.state || spec.output.state_every) return;
  fs::create_directories(run / "state");
  const std::scoped_lock lock(hdf5_lock());
  save_state(model, run / "state" / numbered(model.time(), ".h5"));
}

// The record of each run of a batch, as if it had run alone.
std::vector<RunRecord> records_of(const Plan& plan, const Job& job, const Spec& spec, Model& model,
                                  const TallyObserver& tally, const StepResult& result) {
  const std::vector<Hash> hashes =
      job.which.count > 1 ? model.replica_hashes() : std::vector<Hash>{model.hash()};
  const auto ends = job.which.count > 1 ? model.replica_ends() : std::vector<std::optional<std::uint64_t>>();
  std::vector<RunRecord> records;
  for (std::uint64_t i = 0; i < job.which.count; ++i) {
    RunRecord record;
    record.point = plan.points[job.point].id;
    record.replica = job.which.first + i;
    record.seed = spec.seed;
    record.step = i < ends.size() && ends[i] ? *ends[i] : model.time();
    record.halted = i < ends.size() && ends[i] ? record.step < spec.end() : result.ending == Ending::Halted;
    record.state = hashes[i];
    if (plan.keep.series) record.series = hash_of(tally.of(i).text());
    record.columns = tally.of(i).columns();
    record.measured = plan.measure || spec.output.series_every;
    const auto share = static_cast<double>(job.which.count);
    record.seconds = result.seconds / share;
    record.updates = model.updates() / job.which.count;
    record.unit = model.unit();
    records.push_back(std::move(record));
  }
  return records;
}

}  // namespace

fs::path run_folder(const fs::path& folder, Hash point, std::uint64_t replica) {
  return folder / "runs" / to_string(point) / std::to_string(replica);
}

std::optional<std::vector<RunRecord>> run_job(const PointModels& models, const Plan& plan, const Job& job,
                                              const Backend& backend, const fs::path& folder,
                                              const Hooks& hooks) {
  const bool keeps = plan.keep.series || plan.keep.frames || plan.keep.state;
  const fs::path place = run_folder(folder, plan.points[job.point].id, job.which.first);
  if (keeps && fs::exists(place)) io::remove_named(place, kept_file_names());  // of an interrupted run
  const Spec spec = read_job(models, plan, job);
  const auto model = make_job_model(spec, backend);
  auto tally = tally_for(spec, plan, job);
  const TallyObserver& tallied = *tally;
  StepSchedule schedule{spec.steps, {}, [](Model&) {}, kept_by(spec, plan, place)};
  schedule.observers.push_back(std::move(tally));
  StepResult result;
  try {
    result = take_steps(*model, schedule, hooks);
  } catch (const std::exception&) {
    if (tallied.has_begun()) keep_series(plan, job, tallied, folder);
    throw;
  }
  if (result.ending == Ending::Stopped) return std::nullopt;
  keep_series(plan, job, tallied, folder);
  keep_last_state(plan, *model, spec, place);
  return records_of(plan, job, spec, *model, tallied, result);
}

}  // namespace morula::sweep
