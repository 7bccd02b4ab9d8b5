#include "apps/morula/run_start.h"

#include <fmt/format.h>

#include <utility>

#include "apps/morula/progress.h"
#include "apps/morula/speech.h"
#include "core/error.h"
#include "runner/run.h"

namespace morula {
namespace {

std::string words_for(StartStage stage) {
  switch (stage) {
    case StartStage::MakingState:
      return "making the initial state";
    case StartStage::ReadingOtherRun:
      return "reading the state of another run";
    case StartStage::RestoringCheckpoint:
      return "restoring the checkpoint";
    case StartStage::MakingFolder:
      return "making the run directory";
    case StartStage::FirstOutput:
      return "writing the first output";
  }
  return "";
}

}  // namespace

std::string stopped_at_start(const std::filesystem::path& folder, bool has_folder) {
  if (!has_folder) return "stopped before the first step; nothing was written\n";
  return fmt::format("stopped before a step was taken\ngo on with: morula resume {}\n", folder.string());
}

RunStart::RunStart(const StopOnSignal& signals, Options options)
    : options_(std::move(options)),
      watch_(
          signals,
          {.say_end = [this] { say_end(); }, .show = [this] { show(); }, .end_ranks = options_.end_ranks}) {}

RunStart::~RunStart() {
  watch_.end();
  if (shown_) complain("\r\033[K");
}

// While the run directory is made, a signal waits: half of it would be of no use, and with --force the files
// of the previous run would be gone.
void RunStart::enter(StartStage stage) {
  watch_.hold(stage == StartStage::MakingFolder);
  stage_ = stage;
}

void RunStart::say_end() const {
  const bool has_folder =
      options_.is_resumed || stage_ == StartStage::MakingFolder || stage_ == StartStage::FirstOutput;
  Manifest manifest;
  manifest.status = "stopped";
  try {
    if (has_folder) manifest = mark_stopped(options_.folder);
  } catch (const std::exception& error) {
    complain(fmt::format("morula: {}\n", error.what()));
  }
  if (options_.shows) complain("\r\033[K");
  if (options_.speech == Speech::Json) say(to_json(manifest));
  if (options_.speech == Speech::Words) say(stopped_at_start(options_.folder, has_folder));
}

// A start of less than half a second shows nothing.
void RunStart::show() {
  const auto now = std::chrono::steady_clock::now();
  if (!options_.shows || now - begun_ < std::chrono::milliseconds(500) ||
      (shown_ && now - *shown_ < std::chrono::milliseconds(200)))
    return;
  shown_ = now;
  complain(fmt::format("\r\033[Kstarting: {}, {}", words_for(stage_),
                       human_seconds(std::chrono::duration<double>(now - begun_).count())));
}

}  // namespace morula
