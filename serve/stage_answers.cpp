// How a watched run answers the messages of pages.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/stream.h"
#include "io/durable_file.h"
#include "io/json.h"
#include "io/palette.h"
#include "models/changes/changed_spec.h"
#include "models/changes/state_copy.h"
#include "plot/svg.h"
#include "report/curves.h"
#include "report/report.h"
#include "runner/changes_file.h"
#include "runner/movie.h"
#include "runner/run_source.h"
#include "runner/series_plot.h"
#include "serve/kept_states.h"
#include "serve/settings.h"
#include "serve/shown_curves.h"
#include "serve/stage.h"

namespace morula::serve {
namespace {

using io::Json;

constexpr std::size_t most_kept = 8;
constexpr std::uint64_t most_bytes_kept = std::uint64_t{64} << 20;  // for a state that is kept automatically

}  // namespace

void Stage::tell_model(ClientId client) {
  const Spec& now = changing().spec_now();
  outbox_.tell(client, Json({{"is", "model"},
                             {"name", name_},
                             {"replays", options_.replays},
                             {"family", spec_.family},
                             {"folder", folder().string()},
                             {"backend", to_string(backend_.kind)},
                             {"device", backend_.device_name()},
                             {"unit", changing().unit()},
                             {"seed", spec_.seed},
                             {"lattice", described_lattice(spec_)},
                             {"views", described_views(changing().views())},
                             {"palettes", io::palette_names()},
                             {"settings", options_.replays ? Json::array() : changeable_settings(now)},
                             {"states", options_.replays ? Json::array() : brush_states(now)},
                             {"tables", spec_.tables},
                             {"films", has_ffmpeg() ? Json({"gif", "mp4"}) : Json({"gif"})},
                             {"notes", spec_.notes}})
                           .dump());
}

void Stage::do_posted(Model& model) {
  std::deque<Posted> posted;
  std::vector<ClientId> joined;
  {
    const std::scoped_lock lock(mutex_);
    posted.swap(posted_);
    joined.swap(joined_);
  }
  for (const ClientId client : joined) tell_model(client);
  if (!joined.empty()) {
    told_at_ = {};
    told_.clear();
  }
  while (!posted.empty()) {
    const Posted next = std::move(posted.front());
    posted.pop_front();
    try {
      answer(model, next.client, next.message);
    } catch (const std::exception& error) {
      tell_refusal(next.client, next.message, error.what());
    }
    if (!next_) continue;
    const std::scoped_lock lock(mutex_);  // later messages are for the next run
    posted_.insert(posted_.begin(), posted.begin(), posted.end());
    return;
  }
}

void Stage::answer(Model& model, ClientId client, const Message& message) {
  if (options_.replays &&
      (message.ask == Ask::Change || message.ask == Ask::Keep || message.ask == Ask::Beside))
    return tell_problem(
        client, fmt::format("this run is only shown; to change its settings, view its model: morula view {}",
                            (folder() / "model.yaml").string()));
  switch (message.ask) {
    case Ask::Play:
    case Ask::Pause:
    case Ask::Step:
    case Ask::Speed:
      return go(client, message);
    case Ask::Restart:
      tempo_.pause();
      return leave_for(Next::Restart, 0);
    case Ask::Back:
      if (!options_.replays && !kept_.contains(message.steps))
        return tell_problem(client, fmt::format("step {} was not kept", message.steps));
      tempo_.pause();
      return leave_for(Next::Back, message.steps);
    case Ask::Keep:
      return keep();
    case Ask::Change:
      return change(message.text);
    case Ask::Value:
      return answer_value(model, client, message);
    case Ask::Curves:
      return answer_curves(client, message);
    case Ask::Legend:
      return answer_legend(model, client);
    case Ask::Take:
      return answer_take(client, message);
    case Ask::Film:
      return answer_film(client, message.text);
    case Ask::Beside:
      return set_beside(message.text);
    case Ask::Follow:
      return answer_follow(model, client, message);
    default:
      return;
  }
}

// Lets the model step. After the last step of the model file, the run is extended: to twice its length, or to
// the step that is asked for.
void Stage::go(ClientId client, const Message& message) {
  if (message.ask == Ask::Pause) return tempo_.pause();
  if (message.ask == Ask::Speed) return tempo_.set_speed(message.speed);
  if (!options_.replays && message.ask == Ask::Step && message.steps > largest_when - last_time_)
    throw Error(fmt::format("a run has at most {} steps; enter a smaller number of steps", largest_when));
  if (has_halted_)  // it is tried nevertheless, since a change may let the model move again
    tell_problem(client,
                 fmt::format("the model has halted at step {}: further steps do not change it", last_time_));
  message.ask == Ask::Play ? tempo_.play() : tempo_.step(message.steps);
  if (options_.replays) {
    const bool is_at_end = message.ask == Ask::Play && moment_ + 1 == moments_.size();
    return is_at_end ? leave_for(Next::Restart, 0) : void();
  }
  if (!spec_.steps) return;
  const std::uint64_t end = *spec_.steps, target = message.ask == Ask::Step ? last_time_ + message.steps : 0;
  if (last_time_ < end && target <= end) return;
  if (spec_.ends_at_a_time) {
    if (last_time_ < end) return;
    tempo_.pause();
    return tell_problem(client, fmt::format("the run ends at step {}, at the time that the model file gives; "
                                            "start again, or give a later time there",
                                            end));
  }
  const std::uint64_t twice = std::min(2 * end, largest_when);
  run_until(std::max({target, last_time_ < end ? 0 : twice, std::uint64_t{1}}));
}

// Makes the run longer. Reads its model with the new number of steps first: if the model cannot have as many,
// throws SpecError, and the present run goes on.
void Stage::run_until(std::uint64_t end) {
  try {
    Manifest manifest = load_manifest(folder());
    replace_steps(manifest, end);
    read_run_model(folder(), manifest, steerable_in_one_process().deferred);
  } catch (const std::exception&) {
    tempo_.pause();
    throw;
  }
  leave_for(Next::Longer, end);
}

void Stage::keep() {
  if (kept_.contains(last_time_) && kept_[last_time_] == changing().changes_held()) return;
  keep_state(changing(), folder(), backend_.threads.get());
  kept_[last_time_] = changing().changes_held();
  if (kept_.size() > most_kept) {
    std::filesystem::remove(kept_state(folder(), kept_.begin()->first));
    kept_.erase(kept_.begin());
  }
}

// Keys are set together, just before the next step, so that a slider that is dragged while the model waits
// sets its key once. Sites are set at once.
//
// The state before the first change of a step is kept. A stroke of the brush consists of many changes; going
// back undoes all of them.
void Stage::change(const std::string& text) {
  if (!kept_.contains(last_time_) && state_bytes(changing()) <= most_bytes_kept) keep();
  const Json json = Json::parse(text);
  if (!json.contains("set")) {
    changing().change({text, "change", folder()}, log_of_run(changing(), folder()));
    ++state_version_;
    hash_.reset();
    return;
  }
  const Change parsed = parse_change({text, "change", folder()}, last_time_, changing().spec());
  with_changes(changing().spec(), changing().spec_now(), std::span(&parsed, 1));  // throws if it is wrong
  for (const auto& [key, value] : json.at("set").members()) wanted_settings_[key] = value.dump();
}

void Stage::make_wanted_settings() {
  if (wanted_settings_.empty() || set_at_ == last_time_) return;
  Json keys = Json::object();
  for (const auto& [key, value] : wanted_settings_) keys[key] = Json::parse(value);
  wanted_settings_.clear();
  set_at_ = last_time_;
  try {
    changing().change({Json({{"set", keys}}).dump(), "change", folder()}, log_of_run(changing(), folder()));
    const Spec& now = changing().spec_now();
    outbox_.tell_all(Json({{"is", "settings"}, {"settings", changeable_settings(now)}}).dump());
  } catch (const std::exception& error) {
    outbox_.tell_all(Json({{"is", "problem"},
                           {"what", error.what()},
                           {"asked", "change"},
                           {"refused", Json({{"set", keys}})}})
                         .dump());
  }
}

// The curves of the series; during a comparison, with those of the second model.
std::optional<plot::Figure> Stage::curves() const {
  const SeriesPlotSpec how = series_plot_of(spec_);
  auto figure = series_figure(io::CsvTable(rows_.text(), "series"), how);
  if (!figure || !beside_) return figure;
  const auto second = series_figure(io::CsvTable(rows_.text_beside(), "series of the second run"), how);
  if (second) add_lines_beside(*figure, *second, beside_->change());
  return figure;
}

void Stage::answer_curves(ClientId client, const Message& message) {
  auto figure = curves();
  if (!figure) return outbox_.tell(client, Json({{"is", "curves"}, {"svg", ""}}).dump());
  const std::vector<std::string> names = names_of_lines(*figure);
  show_as_asked(*figure, message);
  outbox_.tell(client, Json({{"is", "curves"},
                             {"svg", figure->panels.empty() ? "" : plot::svg(*figure)},
                             {"names", names},
                             {"data", Json::parse(curves_json(*figure))}})
                           .dump());
}

// Makes the report while the run is interrupted, when its files are complete.
void Stage::hand_report() {
  try {
    outbox_.hand_over(report_for_,
                      Json({{"is", "file"}, {"name", name_ + ".html"}, {"type", "text/html"}}).dump(),
                      report_of(folder()));
  } catch (const std::exception& error) {
    tell_problem(report_for_, error.what());
  }
}

void Stage::answer_take(ClientId client, const Message& message) {
  const auto hand = [&](const std::string& name, const std::string& type, std::string bytes) {
    outbox_.hand_over(client, Json({{"is", "file"}, {"name", name}, {"type", type}}).dump(),
                      std::move(bytes));
  };
  if (message.text == "curves") {
    auto figure = curves();
    if (figure) show_as_asked(*figure, message);
    if (!figure || figure->panels.empty())
      return tell_problem(client, "no curve is shown: choose some columns");
    return hand(name_ + ".svg", "image/svg+xml", plot::svg(*figure));
  }
  if (message.text == "series") return hand(name_ + ".csv", "text/csv", rows_.text());
  if (message.text == "model")
    return hand(name_ + ".yaml", "text/yaml", model_with_changes(folder(), last_time_));
  if (message.text == "report") {
    report_for_ = client;
    return leave_for(Next::Report, 0);
  }
  tell_problem(client, fmt::format("there is no '{}' to save", message.text));
}

}  // namespace morula::serve
