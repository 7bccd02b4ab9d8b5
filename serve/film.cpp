#include "serve/film.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/error.h"
#include "runner/movie.h"

namespace morula::serve {
namespace {

// Width and height, as they stand in the header of every PNG file.
std::string size_in(const std::string& png) { return png.substr(16, 8); }

}  // namespace

void Film::add(std::uint64_t step, const std::string& png) {
  const std::scoped_lock lock(mutex_);
  if (!why_it_ended_.empty()) return;
  if (!pictures_.empty() && size_in(pictures_.front()) != size_in(png))
    why_it_ended_ =
        fmt::format("the film ends before step {}: the picture has another size from there on", step);
  else if (pictures_.size() == most_film_pictures || bytes_ + png.size() > most_film_bytes)
    why_it_ended_ =
        fmt::format("the film ends before step {}: it has {} pictures, and a longer film is not possible",
                    step, pictures_.size());
  if (!why_it_ended_.empty()) return;
  last_at_ = Clock::now();
  if (pictures_.empty()) first_at_ = last_at_;
  pictures_.push_back(png);
  bytes_ += png.size();
}

// The film is played at the speed at which its pictures were shown, but at least at `usual_fps`: pictures
// that were shown once a second are played faster. The lock is not held while the film is encoded.
std::string Film::made(const std::string& kind) {
  constexpr double slowest = usual_fps, fastest = 50;  // pictures a second
  std::vector<std::string> pictures;
  double seconds = 0;
  {
    const std::scoped_lock lock(mutex_);
    pictures = std::exchange(pictures_, {});
    seconds = std::chrono::duration<double>(last_at_ - first_at_).count();
  }
  if (pictures.empty()) throw Error("the film has no picture yet");
  const double rate = seconds > 0 ? static_cast<double>(pictures.size() - 1) / seconds : slowest;
  const auto fps = static_cast<unsigned>(std::round(std::clamp(rate, slowest, fastest)));
  return film_of(pictures, "." + kind, fps);
}

std::string Film::why_it_ended() const {
  const std::scoped_lock lock(mutex_);
  return why_it_ended_;
}

}  // namespace morula::serve
