// The pictures of a watched run, and the status that is sent to pages.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/error.h"
#include "io/durable_file.h"
#include "io/json.h"
#include "serve/stage.h"

namespace morula::serve {

using io::Json;

// Draws at most 30 pictures a second. If the model steps as fast as it can, reading it for pictures takes at
// most a tenth of the time on a device, and a quarter on CPU threads, where reading takes longer. A single
// slow picture, such as the first one on a device, does not count.
void Stage::draw(Model& model) {
  constexpr std::chrono::microseconds between_pictures{33'333};
  const Clock::time_point now = Clock::now();
  if (spec_.views.empty() || painter_->is_busy() || (tempo_.is_playing() && now < next_drawing_)) return;
  ClientId chosen = 0;
  Window window;
  {
    const std::scoped_lock lock(mutex_);
    Window* waiting = nullptr;
    for (auto& [client, candidate] : windows_) {
      if (!is_due(candidate) || (waiting && waiting->drawn_at <= candidate.drawn_at)) continue;
      waiting = &candidate;
      chosen = client;
    }
    if (!waiting) return;
    waiting->is_ready = false;
    waiting->drawn = waiting->asked;
    waiting->drawn_state = state_version_;
    waiting->drawn_at = now;
    window = *waiting;
  }
  draw_for(model, chosen, window);
  const int share = backend_.device ? 10 : 4;
  const Clock::duration took = Clock::now() - now, usual = std::min(took, std::exchange(last_took_, took));
  next_drawing_ = std::max(std::max(next_drawing_, now - between_pictures) + between_pictures,
                           now + (tempo_.speed() ? usual : usual * share));
}

void Stage::draw_for(Model& model, ClientId client, Window& window) {
  const auto failed = [this, client](const std::string& why) {
    tell_problem(client, why);
    changed_.notify_all();
  };
  try {
    if (!has_state()) return hand_picture_of_moment(client, window);
    window.look = with_known_view(window.look, spec_.views);
    const FramesSpec frames = frames_for(window.look, usual_frames_, spec_.views);
    const bool has_panes = window.look.has_panes && beside_;
    const std::string header =
        Json({{"is", "picture"},
              {"step", last_time_},
              {"look", window.drawn},
              {"panes", has_panes ? 3 : 1},
              {"placement", placement_json(window.look, view_named(spec_.views, frames.of))}})
            .dump();
    auto shown = has_panes ? beside_->three_panes(model, *eyes_, window.look, frames, *backend_.threads)
                           : glimpse(model, window.look, frames, *eyes_, *backend_.threads);
    painter_->paint(std::move(shown), {[this, client, header, step = last_time_](std::string png) {
                                         add_to_film(client, step, png);
                                         outbox_.hand_over(client, header, std::move(png));
                                         changed_.notify_all();
                                       },
                                       failed});
  } catch (const std::exception& error) {
    failed(error.what());
  }
}

// Sends the picture as the run has written it: without a saved state, it cannot be drawn from another
// direction.
void Stage::hand_picture_of_moment(ClientId client, const Window& window) {
  const Json header = {{"is", "picture"},
                       {"step", last_time_},
                       {"look", window.drawn},
                       {"placement", nullptr},
                       {"kept", true}};
  std::string png = io::read_file(moments_[moment_].picture);
  add_to_film(client, last_time_, png);
  outbox_.hand_over(client, header.dump(), std::move(png));
}

void Stage::add_to_film(ClientId client, std::uint64_t step, const std::string& png) {
  std::shared_ptr<Film> film;
  {
    const std::scoped_lock lock(mutex_);
    const auto begun = films_.find(client);
    if (begun == films_.end()) return;
    film = begun->second;
  }
  film->add(step, png);
}

// A film that has ended is encoded on a separate thread, which may take a while. The next film waits there
// for it.
void Stage::answer_film(ClientId client, const std::string& what) {
  constexpr int most_films_waiting = 8;
  if (what != "begin" && what != "gif" && what != "mp4")
    throw Error(fmt::format("'{}' is no kind of film; must be gif or mp4", what));
  std::shared_ptr<Film> film;
  {
    const std::scoped_lock lock(mutex_);
    if (what == "begin") {
      films_[client] = std::make_shared<Film>();
      ++windows_[client].asked;  // so that this step is drawn as the first picture
      return;
    }
    const auto begun = films_.find(client);
    if (begun == films_.end()) throw Error("no film has begun");
    if (films_waiting_ == most_films_waiting)
      throw Error(
          fmt::format("{} films are being made; end this one when they are saved", films_waiting_.load()));
    film = begun->second;
    films_.erase(begun);
  }
  ++films_waiting_;
  film_making_ = std::async(std::launch::async, [this, client, film, what, before = std::move(film_making_)] {
    if (before.valid()) before.wait();
    try {
      std::string bytes = film->made(what);
      const Json header = {
          {"is", "file"}, {"name", name_ + "." + what}, {"type", what == "gif" ? "image/gif" : "video/mp4"}};
      outbox_.hand_over(client, header.dump(), std::move(bytes));
      if (const std::string why = film->why_it_ended(); !why.empty()) tell_problem(client, why);
    } catch (const std::exception& error) {
      tell_problem(client, error.what());
    }
    --films_waiting_;
  });
}

// Counts the differing sites in each view that a window shows.
void Stage::count_differing_sites() {
  std::vector<FramesSpec> shown;
  {
    const std::scoped_lock lock(mutex_);
    for (const auto& [client, window] : windows_)
      if (window.is_open && !spec_.views.empty())
        shown.push_back(frames_for(with_known_view(window.look, spec_.views), usual_frames_, spec_.views));
  }
  for (const FramesSpec& frames : shown)
    if (!differing_.contains(frames.of)) differing_[frames.of] = beside_->count_differing(*model_, frames);
}

void Stage::tell_status(bool at_once) {
  const Clock::time_point now = Clock::now();
  const double seconds = std::chrono::duration<double>(now - rate_since_).count();
  if (seconds > 0.5) {
    rate_ = static_cast<double>(last_time_ - rate_from_) / seconds;
    rate_from_ = last_time_;
    rate_since_ = now;
  }
  if (!at_once && now - told_at_ < std::chrono::milliseconds(100)) return;
  told_at_ = now;
  const bool stands_still = at_once && !tempo_.is_playing();
  if (stands_still && !hash_ && has_state()) hash_ = to_string(model_->hash());
  if (stands_still && beside_) count_differing_sites();
  Json kept = Json::array(), differing = Json::object();
  for (const auto& [view, sites] : differing_) differing[view] = sites;
  for (const auto& [step, held] : kept_) kept.push_back(step);
  for (const Moment& moment : moments_) kept.push_back(moment.step);
  std::string status = Json({{"is", "status"},
                             {"step", last_time_},
                             {"end", spec_.steps},
                             {"extends", spec_.steps && !spec_.ends_at_a_time && !options_.replays},
                             {"playing", tempo_.is_playing()},
                             {"halted", has_halted_},
                             {"speed", tempo_.speed()},
                             {"rate", tempo_.is_playing() ? Json(rate_) : Json()},
                             {"kept", kept},
                             {"replays", options_.replays},
                             {"beside", beside_ ? Json(beside_->change()) : Json()},
                             {"differing", differing},
                             {"has_state", has_state()},
                             {"rows", rows_.version()},
                             {"changes", changing().changes_held()},
                             {"waiting", wanted_settings_.size()},
                             {"hash", tempo_.is_playing() ? Json() : Json(hash_)}})
                           .dump();
  if (status == told_) return;
  told_ = status;
  outbox_.tell_all_newest(std::move(status));
}

}  // namespace morula::serve
