// A run that is watched. One thread steps the model, reads the sites that the windows show, and handles the
// messages of pages between two batches of steps. The run directory is like that of any other run
// (runner/run.h).
#pragma once

#include <atomic>
#include <condition_variable>
#include <deque>
#include <future>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "models/changes/changing_model.h"
#include "plot/figure.h"
#include "runner/run.h"
#include "serve/beside.h"
#include "serve/curve_rows.h"
#include "serve/film.h"
#include "serve/message.h"
#include "serve/moments.h"
#include "serve/outbox.h"
#include "serve/painter.h"
#include "serve/tempo.h"

namespace morula::serve {

struct StageOptions {
  RunRequest request;  // the model and the run directory
  BackendRequest backend;
  bool plays = false;    // starts running at once, not paused
  bool replays = false;  // an existing run is only shown: only the folder of the request is used
};

class Stage {
 public:
  // Throws SpecError if the model file is wrong or the folder is taken.
  Stage(StageOptions options, Outbox& outbox);
  ~Stage();  // stops the run with a checkpoint
  Stage(const Stage&) = delete;
  Stage& operator=(const Stage&) = delete;

  void join(ClientId client);
  void leave(ClientId client);
  void post(ClientId client, Message message);

  const std::filesystem::path& folder() const { return options_.request.folder; }
  bool replays() const { return options_.replays; }
  std::string failure() const;

 private:
  using Clock = Tempo::Clock;
  struct Window {
    Look look;
    bool is_open = false, is_ready = true;  // a look was received; no picture is under way
    std::uint64_t asked = 0, drawn = 0;     // versions of the look
    std::uint64_t drawn_state = 0;
    Clock::time_point drawn_at{};
  };
  struct Posted {
    ClientId client;
    Message message;
  };
  enum class Next { Restart, Back, Longer, Report };

  // The functions below run on the thread of the model.
  void work();
  void replay();
  void show_moment(Model& model, std::size_t number);
  void go_to_next_moment(Model& model);
  void look_for_moments(Model& model);
  void read_rows(const Model& model);
  std::uint64_t time_of(const Model& model) const;
  void fail(const std::string& why);
  bool has_state() const;  // false if the shown moment of an existing run has only a picture
  void load_nearest_state(Model& model, std::size_t number);
  void hand_picture_of_moment(ClientId client, const Window& window);
  void close_eyes();
  void prepare_next();
  std::uint64_t watch(Model& model, bool has_halted);
  void begin_watching(Model& model);
  void do_posted(Model& model);
  void answer(Model& model, ClientId client, const Message& message);
  void change(const std::string& text);
  void make_wanted_settings();
  void keep();
  void leave_for(Next next, std::uint64_t step);
  void go(ClientId client, const Message& message);
  void run_until(std::uint64_t end);
  bool is_due(const Window& window) const;
  std::optional<Look> look_of(ClientId client) const;
  void draw(Model& model);
  void draw_for(Model& model, ClientId client, Window& window);
  void wait_for_work(Clock::time_point until);
  void tell_status(bool at_once);
  void tell_model(ClientId client);
  void count_differing_sites();
  void answer_value(Model& model, ClientId client, const Message& message);
  void answer_follow(Model& model, ClientId client, const Message& message);
  std::optional<plot::Figure> curves() const;
  void answer_curves(ClientId client, const Message& message);
  void answer_legend(Model& model, ClientId client);
  void answer_take(ClientId client, const Message& message);
  void hand_report();
  void add_to_film(ClientId client, std::uint64_t step, const std::string& png);
  void answer_film(ClientId client, const std::string& what);
  void set_beside(const std::string& change);
  std::optional<Site> site_below(Model& shown, const Look& look, double x, double y);
  void tell_problem(ClientId client, const std::string& what) const;
  void tell_refusal(ClientId client, const Message& message, const std::string& why) const;

  ChangingModel& changing() const { return *model_; }
  Hooks hooks();

  StageOptions options_;
  Outbox& outbox_;
  Backend backend_;
  Spec spec_;
  FramesSpec usual_frames_;
  std::string name_;

  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Posted> posted_;
  std::map<ClientId, Window> windows_;
  std::map<ClientId, std::shared_ptr<Film>> films_;  // films that have begun
  std::vector<ClientId> joined_;                     // clients that have not been told about the model yet
  bool is_over_ = false;
  std::string failure_;

  // Only the thread of the model uses the members below.
  ChangingModel* model_ = nullptr;
  Tempo tempo_;
  CurveRows rows_;
  std::unique_ptr<DeviceEyes> eyes_;
  std::optional<Next> next_;
  std::uint64_t next_step_ = 0;
  ClientId report_for_ = 0;
  std::uint64_t state_version_ = 1, last_time_ = 0;
  std::map<std::string, std::string> wanted_settings_;  // keys and values to be set before the next step
  std::optional<std::uint64_t> set_at_;                 // the step at which keys were last set
  std::map<std::uint64_t, std::uint64_t> kept_;         // kept steps, and the number of changes made by then
  bool has_halted_ = false;
  std::string told_;  // the last status, which is not sent twice
  Clock::time_point told_at_{}, rate_since_{};
  std::uint64_t rate_from_ = 0;
  double rate_ = 0;
  Clock::time_point next_drawing_{};
  Clock::duration last_took_{};         // duration of the last drawing
  std::optional<std::string> hash_;     // hash of the state, while the model does not step
  std::atomic<int> films_waiting_ = 0;  // films to be encoded, including the one that is being encoded
  std::future<void> film_making_;       // the encoding of the last of them
  std::unique_ptr<Beside> beside_;
  std::map<std::string, std::uint64_t> differing_;  // number by view, while both models do not step
  // The sites that rays meet, for the value under the pointer, while the model does not step.
  struct Seen {
    std::uint64_t state = 0;
    const Model* model = nullptr;
    std::string view;
    ClassPaints paints;
    std::unique_ptr<SolidSites> solid;
  };
  Seen seen_;
  // Used if an existing run is only shown.
  std::vector<Moment> moments_;
  std::size_t moment_ = 0;  // the moment that is shown
  Clock::time_point looked_at_{};
  std::uintmax_t rows_read_ = 0;  // bytes of series.csv that were read

  std::unique_ptr<Painter> painter_;
  std::thread thread_;
};

}  // namespace morula::serve
