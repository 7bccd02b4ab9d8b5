// Shows the run directory of a run that has ended or is still going, and does not change it.
#include <algorithm>
#include <utility>

#include "core/error.h"
#include "io/durable_file.h"
#include "runner/checkpoint.h"
#include "serve/stage.h"

namespace morula::serve {
namespace {

namespace fs = std::filesystem;

constexpr double moments_a_second = 5;

}  // namespace

// Makes the model once; the state of each moment is restored into it.
void Stage::replay() {
  try {
    const ModelMaker maker = steerable_in_one_process();
    maker.check_fits(spec_, backend_);
    moments_ = moments_in(folder());
    if (moments_.empty())
      throw SpecError(
          {folder().string()}, "",
          "has neither a saved state nor a picture yet; wait for its first checkpoint, or run the "
          "model with output.state: {every: …}");
    const bool has_states =
        std::ranges::any_of(moments_, [](const Moment& moment) { return !moment.state.empty(); });
    const auto model = maker.make(spec_, backend_, has_states ? Start::Blank : Start::Initial);
    tempo_.set_speed(moments_a_second);
    const std::size_t first = options_.plays ? 0 : moments_.size() - 1;
    load_nearest_state(*model, first);
    show_moment(*model, first);
    while (true) {
      watch(*model, false);
      {
        const std::scoped_lock lock(mutex_);
        if (is_over_) break;
      }
      go_to_next_moment(*model);
    }
    close_eyes();
    model_ = nullptr;
  } catch (const std::exception& error) {
    fail(error.what());
  }
}

bool Stage::has_state() const { return !options_.replays || !moments_[moment_].state.empty(); }

// Loads the nearest saved state, since the first moment that is shown may have only a picture, and a model
// without a state must not be read.
void Stage::load_nearest_state(Model& model, std::size_t number) {
  const Moment* nearest = nullptr;
  const auto distance = [&](const Moment& moment) {
    const std::uint64_t step = moments_[number].step;
    return moment.step > step ? moment.step - step : step - moment.step;
  };
  for (const Moment& moment : moments_)
    if (!moment.state.empty() && (!nearest || distance(moment) < distance(*nearest))) nearest = &moment;
  if (nearest && nearest != &moments_[number])
    load_state(model, nearest->state, backend_.threads.get(), backend_.device.get());
}

void Stage::show_moment(Model& model, std::size_t number) {
  moment_ = number;
  if (has_state()) load_state(model, moments_[number].state, backend_.threads.get(), backend_.device.get());
  ++state_version_;
  hash_.reset();
}

void Stage::go_to_next_moment(Model& model) {
  std::optional<Next> next;
  {
    const std::scoped_lock lock(mutex_);
    next = std::exchange(next_, std::nullopt);
  }
  if (next == Next::Report) return hand_report();
  if (next == Next::Restart) return show_moment(model, 0);
  if (next == Next::Back) return show_moment(model, moment_at(moments_, next_step_));
  if (moment_ + 1 < moments_.size()) return show_moment(model, moment_ + 1);
  tempo_.pause();
}

// Looks for new moments, since the run may still be going. If the last moment is shown, goes on to the new
// last one.
void Stage::look_for_moments(Model& model) {
  const Clock::time_point now = Clock::now();
  if (now < looked_at_ + std::chrono::seconds(1)) return;
  looked_at_ = now;
  read_rows(model);
  std::vector<Moment> present = moments_in(folder());
  if (present.empty() || present == moments_) return;
  const bool was_last = moment_ + 1 == moments_.size();
  const std::uint64_t step = moments_[moment_].step;
  moments_ = std::move(present);
  was_last ? show_moment(model, moments_.size() - 1) : static_cast<void>(moment_ = moment_at(moments_, step));
}

// Reads the rows of the series that are in the folder now.
void Stage::read_rows(const Model& model) {
  const fs::path csv = folder() / "series.csv";
  const std::uintmax_t size = fs::exists(csv) ? fs::file_size(csv) : 0;
  if (size == rows_read_) return;
  rows_read_ = size;
  rows_.begin(columns_of_rows(model, spec_), io::read_file(csv), ~std::uint64_t{0});
}

}  // namespace morula::serve
