#include "apps/morula/sweep_signs.h"

#include <fmt/format.h>

#include <utility>

#include "apps/morula/speech.h"
#include "core/counted.h"

namespace morula {

std::string stopped_words(const std::filesystem::path& folder, bool is_slice, std::uint64_t done,
                          std::uint64_t runs) {
  return fmt::format("stopped: {} of {} are done; {}\n", done, counted(runs, "run"),
                     is_slice ? "repeat the same command to go on"
                              : fmt::format("go on with: morula resume {}", folder.string()));
}

// A sweep that is continued repeats the runs that were stopped, so that only their next step is waited for.
SweepSigns::SweepSigns(const StopOnSignal& signals, Options options)
    : signals_(signals), options_(std::move(options)) {
  watch_.emplace(signals, SignalWatch::Duties{.grace = options_.grace,
                                              .say_end = [this] { say_stopped(); },
                                              .show = [this] { show_start(); },
                                              .end_ranks = options_.end_ranks});
}

sweep::SweepHooks SweepSigns::hooks() {
  sweep::SweepHooks hooks;
  hooks.stop_wanted = [this] { return signals_.wanted(); };
  hooks.begun = [this](std::uint64_t runs, std::uint64_t done_before) {
    const std::scoped_lock lock(mutex_);
    runs_ = runs;
    done_before_ = done_before;
  };
  hooks.progress = [this](const sweep::SweepProgress& progress) {
    const std::scoped_lock lock(mutex_);
    progress_ = progress;
    if (options_.shows)
      bar_.show({progress.fraction, fmt::format("run {} of {}", progress.runs_done, progress.runs),
                 progress.seconds, progress.updates, progress.unit});
  };
  return hooks;
}

sweep::SweepProgress SweepSigns::progress() {
  const std::scoped_lock lock(mutex_);
  return progress_;
}

void SweepSigns::say_stopped() {
  const std::scoped_lock lock(mutex_);
  if (options_.shows) complain("\r\033[K");
  if (!options_.speaks) return;
  say(runs_ > 0 ? stopped_words(options_.folder, options_.is_slice, done_before_ + progress_.runs_done, runs_)
                : "stopped before the first run\n");
}

void SweepSigns::show_start() {
  const std::scoped_lock lock(mutex_);
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begun_).count();
  if (options_.shows && progress_.runs == 0 && seconds > 0.5)
    complain(fmt::format("\r\033[Kstarting the first runs, {}", human_seconds(seconds)));
}

}  // namespace morula
