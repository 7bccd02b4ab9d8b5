#include "serve/stage.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/error.h"
#include "io/durable_file.h"
#include "io/json.h"
#include "models/observer.h"
#include "runner/run_source.h"
#include "serve/kept_states.h"

namespace morula::serve {
namespace {

using io::Json;
namespace fs = std::filesystem;

constexpr double batch_seconds = 1.0 / 200;  // short, since a picture waits for the end of a batch
constexpr std::uint64_t most_posted = 1000;

}  // namespace

Stage::Stage(StageOptions options, Outbox& outbox) : options_(std::move(options)), outbox_(outbox) {
  spec_ = options_.replays ? read_run(folder()) : read_model(source_of(options_.request));
  if (!options_.replays && !spec_.output.series_every) {
    const std::uint64_t every = std::max<std::uint64_t>(1, spec_.steps.value_or(1000) / 1000);
    options_.request.overrides.push_back(fmt::format("output.series.every={}", every));
    spec_ = read_model(source_of(options_.request));
  }
  if (!options_.replays) check_free(folder(), options_.request.if_exists);
  name_ = options_.replays ? fs::absolute(folder()).lexically_normal().filename().string()
                           : options_.request.model.path.stem().string();
  backend_ = open_backend(backend_for(options_.backend, spec_));
  usual_frames_ = spec_.output.frames.value_or(FramesSpec{});
  if (options_.plays) tempo_.play();
  painter_ = std::make_unique<Painter>(std::max(1u, hardware_threads() / 2));
  thread_ = std::thread([this] { options_.replays ? replay() : work(); });
}

Stage::~Stage() {
  {
    const std::scoped_lock lock(mutex_);
    is_over_ = true;
  }
  changed_.notify_all();
  thread_.join();
  painter_.reset();
}

void Stage::join(ClientId client) {
  {
    const std::scoped_lock lock(mutex_);
    windows_[client];
    joined_.push_back(client);
  }
  changed_.notify_all();
}

void Stage::leave(ClientId client) {
  const std::scoped_lock lock(mutex_);
  windows_.erase(client);
  films_.erase(client);
  std::erase(joined_, client);
}

// Messages about a window are handled at once; the thread of the model handles all other messages.
void Stage::post(ClientId client, Message message) {
  {
    const std::scoped_lock lock(mutex_);
    const auto window = windows_.find(client);
    if (window == windows_.end()) return;
    if (message.ask == Ask::Look) {
      window->second.look = *message.look;
      window->second.is_open = true;
      ++window->second.asked;
    } else if (message.ask == Ask::Seen) {
      window->second.is_ready = true;
    } else if (posted_.size() < most_posted) {
      // A slider that is dragged asks for many moments; only the last one is used.
      if (options_.replays && message.ask == Ask::Back)
        std::erase_if(posted_, [&](const Posted& earlier) {
          return earlier.client == client && earlier.message.ask == Ask::Back;
        });
      posted_.push_back({client, std::move(message)});
    }
  }
  changed_.notify_all();
}

std::string Stage::failure() const {
  const std::scoped_lock lock(mutex_);
  return failure_;
}

Hooks Stage::hooks() {
  Hooks hooks;
  hooks.stop_wanted = [this] {
    const std::scoped_lock lock(mutex_);
    return is_over_ || next_.has_value();
  };
  hooks.watch = [this](Model& model, bool has_halted) { return watch(model, has_halted); };
  hooks.rows = [this](std::uint64_t time, const std::vector<Row>& rows) {
    if (beside_) beside_->follow(time);
    rows_.add(time, spec_.steps_per_time, rows,
              beside_ ? morula::observe(beside_->model()) : std::vector<Row>());
  };
  hooks.batch_seconds = batch_seconds;
  return hooks;
}

// Runs the model. If the run is left because the user wants to return to a kept state, to start again or to
// run further, begins the next run accordingly.
void Stage::work() {
  bool has_folder = false;
  while (true) {
    try {
      model_ = nullptr;
      if (!has_folder) {
        has_folder = true;
        start_run(options_.request, backend_, hooks(), steerable_in_one_process());
      } else {
        const std::optional<std::uint64_t> end =
            std::exchange(next_, std::nullopt) == Next::Longer ? std::optional(next_step_) : std::nullopt;
        resume_run(folder(), end, backend_, hooks(), steerable_in_one_process());
      }
      close_eyes();
      model_ = nullptr;
      {
        const std::scoped_lock lock(mutex_);
        if (is_over_) break;
      }
      prepare_next();
    } catch (const std::exception& error) {
      return fail(error.what());
    }
  }
  try {
    finish_folder(folder());
  } catch (const std::exception& error) {
    const std::scoped_lock lock(mutex_);
    failure_ = error.what();
  }
}

void Stage::fail(const std::string& why) {
  close_eyes();
  model_ = nullptr;
  outbox_.tell_all(Json({{"is", "failed"}, {"why", why}}).dump());
  const std::scoped_lock lock(mutex_);
  failure_ = why;
}

void Stage::close_eyes() {
  painter_->wait();
  eyes_.reset();
  beside_.reset();
  seen_ = {};
}

void Stage::prepare_next() {
  if (!next_) return;
  if (*next_ == Next::Restart) go_back_to_start(folder());
  if (*next_ == Next::Back) go_back_to(folder(), next_step_, kept_[next_step_]);
  if (*next_ == Next::Report) hand_report();
  if (*next_ == Next::Restart || *next_ == Next::Back)
    kept_.erase(*next_ == Next::Restart ? kept_.begin() : kept_.upper_bound(next_step_), kept_.end());
}

void Stage::leave_for(Next next, std::uint64_t step) {
  const std::scoped_lock lock(mutex_);
  next_ = next;
  next_step_ = step;
}

void Stage::begin_watching(Model& model) {
  model_ = &dynamic_cast<ChangingModel&>(model);
  spec_ = model_->spec();
  eyes_ = std::make_unique<DeviceEyes>();
  const fs::path csv = folder() / "series.csv";
  if (options_.replays) {
    read_rows(model);
  } else {
    rows_.begin(columns_of_rows(model, spec_), model.time() > 0 && fs::exists(csv) ? io::read_file(csv) : "",
                model.time());
    rows_.add(model.time(), spec_.steps_per_time, morula::observe(model));
  }
  last_time_ = rate_from_ = time_of(model);
  rate_since_ = Clock::now();
  ++state_version_;
  hash_.reset();
  wanted_settings_.clear();
  set_at_.reset();
  const std::scoped_lock lock(mutex_);
  joined_.clear();
  for (const auto& [client, window] : windows_) joined_.push_back(client);
}

std::uint64_t Stage::time_of(const Model& model) const {
  return options_.replays ? moments_[moment_].step : model.time();
}

// Called between batches of steps. Returns when the model may step, or when the run is to be left.
std::uint64_t Stage::watch(Model& model, bool has_halted) {
  if (!model_) begin_watching(model);
  const Clock::time_point came = Clock::now();
  if (time_of(model) != last_time_) {
    tempo_.stepped(options_.replays ? 1 : model.time() - last_time_, came);
    last_time_ = time_of(model);
    if (beside_) beside_->follow(last_time_);
    ++state_version_;
    hash_.reset();
    differing_.clear();
  }
  has_halted_ = has_halted;
  if (has_halted) tempo_.pause();
  while (true) {
    do_posted(model);
    {
      const std::scoped_lock lock(mutex_);
      if (is_over_ || next_) break;
    }
    if (options_.replays) look_for_moments(model);
    if (!options_.replays && tempo_.is_playing() && spec_.steps && model.time() >= *spec_.steps)
      tempo_.pause();
    last_time_ = time_of(model);
    const Clock::time_point now = Clock::now();
    const std::uint64_t allowed = tempo_.allowed(now);
    draw(model);
    tell_status(allowed == 0);
    if (allowed > 0) {
      make_wanted_settings();
      return wanted_settings_.empty() ? allowed : 1;
    }
    wait_for_work(tempo_.next(now));
  }
  set_at_.reset();
  make_wanted_settings();
  return 1;
}

void Stage::wait_for_work(Clock::time_point until) {
  std::unique_lock lock(mutex_);
  const auto has_work = [&] {
    if (is_over_ || !posted_.empty() || !joined_.empty()) return true;
    if (painter_->is_busy()) return false;
    return std::ranges::any_of(windows_, [&](const auto& pair) { return is_due(pair.second); });
  };
  changed_.wait_until(lock, std::min(until, Clock::now() + std::chrono::seconds(1)), has_work);
}

// Whether the window needs a new picture. A model without views has no pictures.
bool Stage::is_due(const Window& window) const {
  return !spec_.views.empty() && window.is_open && window.is_ready &&
         (window.asked != window.drawn || window.drawn_state != state_version_);
}

// What the window of a client shows; nothing if the client has left, or if the model has no pictures.
std::optional<Look> Stage::look_of(ClientId client) const {
  const std::scoped_lock lock(mutex_);
  const auto window = windows_.find(client);
  if (window == windows_.end() || spec_.views.empty()) return std::nullopt;
  return with_known_view(window->second.look, spec_.views);
}

void Stage::tell_problem(ClientId client, const std::string& what) const {
  outbox_.tell(client, Json({{"is", "problem"}, {"what", what}}).dump());
}

// Sends the refused change too, so that the page can mark the input field that it came from.
void Stage::tell_refusal(ClientId client, const Message& message, const std::string& why) const {
  Json problem = {{"is", "problem"}, {"what", why}};
  if ((message.ask == Ask::Change || message.ask == Ask::Beside) && !message.text.empty()) {
    problem["asked"] = message.ask == Ask::Change ? "change" : "beside";
    problem["refused"] = Json::parse(message.text);
  }
  outbox_.tell(client, problem.dump());
}

}  // namespace morula::serve
