#include "apps/morula/progress.h"

#include <fmt/format.h>

#include <algorithm>

#include "apps/morula/speech.h"
#include "core/throughput.h"

namespace morula {
namespace {

std::string bar(double fraction) {
  constexpr int width = 24;
  const int full = static_cast<int>(fraction * width);
  std::string text;
  for (int i = 0; i < width; ++i) text += i < full ? "━" : "─";
  return text;
}

}  // namespace

ProgressBar::~ProgressBar() {
  if (shown_) complain("\r\033[K");
}

bool ProgressBar::is_time() {
  const auto now = std::chrono::steady_clock::now();
  if (shown_ && now - last_ < std::chrono::milliseconds(100)) return false;
  last_ = now;
  shown_ = true;
  return true;
}

void ProgressBar::show(const WholeProgress& progress) {
  if (!is_time()) return;
  const double seconds = std::max(progress.seconds, 1e-9), done = std::max(progress.fraction, 1e-9);
  complain(fmt::format("\r\033[K{} {:3.0f} %  {}  {}  {} left", bar(progress.fraction),
                       progress.fraction * 100, progress.what,
                       format_throughput(static_cast<double>(progress.updates) / seconds, progress.unit),
                       human_seconds(seconds * (1 - progress.fraction) / done)));
}

void ProgressBar::show(const Progress& progress) {
  if (!is_time()) return;
  const double seconds = std::max(progress.seconds, 1e-9);
  const std::string rate =
      format_throughput(static_cast<double>(progress.updates_done) / seconds, progress.unit);
  if (!progress.end) {  // the number of steps is not known
    complain(fmt::format("\r\033[Kstep {}  {}", progress.step, rate));
    return;
  }
  const double fraction =
      *progress.end > 0 ? static_cast<double>(progress.step) / static_cast<double>(*progress.end) : 1;
  const double steps_per_second = static_cast<double>(progress.steps_done) / seconds;
  const double seconds_left =
      static_cast<double>(*progress.end - progress.step) / std::max(steps_per_second, 1e-9);
  complain(fmt::format("\r\033[K{} {:3.0f} %  step {} of {}  {}  {} left", bar(fraction), fraction * 100,
                       progress.step, *progress.end, rate, human_seconds(seconds_left)));
}

std::string human_seconds(double seconds) {
  if (seconds < 1) return fmt::format("{:.0f} ms", seconds * 1000);
  if (seconds < 60) return fmt::format("{:.1f} s", seconds);
  if (seconds > 360'000) return "days";
  const int minutes = static_cast<int>(seconds / 60);
  if (minutes < 60) return fmt::format("{} min {:02} s", minutes, static_cast<int>(seconds) % 60);
  return fmt::format("{} h {:02} min", minutes / 60, minutes % 60);
}

}  // namespace morula
