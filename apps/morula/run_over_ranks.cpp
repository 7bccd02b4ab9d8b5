#include "apps/morula/run_over_ranks.h"

#include <unistd.h>

#include <optional>

#include "apps/morula/progress.h"
#include "apps/morula/ranks.h"
#include "apps/morula/run_start.h"
#include "apps/morula/speech.h"
#include "apps/morula/stop_notice.h"
#include "core/error.h"
#include "core/message.h"
#include "core/rank_zero.h"
#include "models/catalogue.h"
#include "models/ranks/node_memory.h"
#include "models/ranks/ranked_model.h"
#include "runner/run_files.h"
#include "runner/signals.h"
#include "sweep/sweep_folder.h"

namespace morula {
namespace {

namespace fs = std::filesystem;

RunStart::Speech speech_of(const RunOptions& options) {
  if (options.json) return RunStart::Speech::Json;
  return options.quiet ? RunStart::Speech::None : RunStart::Speech::Words;
}

// Runs, with a progress bar on a terminal.
RunEnd run_with_bar(const RunOptions& options, const fs::path& folder, const Backend& backend,
                    Communicator& ranks, const ModelMaker& maker, const RunWork& work) {
  const StopOnSignal signals(sender_of_signals(ranks));
  ProgressBar bar;
  const bool shows = isatty(STDERR_FILENO) == 1 && options.speaks();
  const StopNotice notice(signals, shows);
  std::optional<RunStart> start;
  start.emplace(signals, RunStart::Options{.folder = folder,
                                           .is_resumed = options.is_resumed,
                                           .shows = shows,
                                           .speech = speech_of(options),
                                           .end_ranks = [&ranks] { end_every_rank(ranks); }});
  Hooks hooks;
  hooks.stop_wanted = [&] { return signals.wanted(); };
  hooks.starting = [&](StartStage stage) { start->enter(stage); };
  hooks.progress = [&](const Progress& progress) {
    start->end();
    if (shows) bar.show(progress);
  };
  const RunEnd end = work(backend, hooks, maker);
  start.reset();
  return end;
}

// The work of rank 0, while the other ranks hold their parts of the model. Some errors of the input, such as
// a damaged initial state, are found only when the model is made. The other ranks then no longer hold a
// model, so that this input can be refused like any other; `wrong` receives the error.
RunEnd run_on_rank_zero(const RunOptions& options, const fs::path& folder, const Backend& backend,
                        Communicator& ranks, const Spec& part, const RunWork& work,
                        std::exception_ptr& wrong) {
  ModelMaker maker = over_ranks(part, ranks);
  bool is_making = false;
  maker.make = [&, make = maker.make](const Spec& spec, const Backend& on, Start start) {
    is_making = true;
    return make(spec, on, start);
  };
  try {
    return run_with_bar(options, folder, backend, ranks, maker, work);
  } catch (const SpecError&) {
    if (!is_making) throw;  // the other ranks still wait for a model
    wrong = std::current_exception();
  }
  return {};
}

Backend backend_of_rank(const RunOptions& options, const Spec& spec, Communicator& ranks) {
  const auto request_of_user = on_each_rank(ranks, [&] { return backend_for(options.backend, spec); });
  const BackendRequest request = backend_for_rank(request_of_user, ranks);
  return on_each_rank(ranks, [&] { return open_backend(request); });
}

// Throws what rank_zero_does() throws, on every rank.
void refuse_misfits(const ModelOfAll& model, const Backend& backend, Communicator& ranks) {
  if (ranks.size() == 1) return;
  const auto problem = divides_lattice(model.whole, ranks.size())
                           ? misfit_of_spread(model.whole, backend, ranks)
                           : misfit_on_ranks(model.part, backend, ranks, 0);
  rank_zero_does(ranks, [&] {
    if (problem) throw SpecError({*problem});
  });
}

}  // namespace

void run_over_ranks(const RunOptions& options, Communicator& ranks, const fs::path& folder,
                    const ModelOfAll& model, const RunWork& work) {
  const Backend backend = backend_of_rank(options, model.whole, ranks);
  rank_zero_does(ranks, [&] {
    check_ranks(model.whole, ranks.size());
    if (!options.speaks()) return;
    tell_notes(model.file.string(), slow_paths(model.whole, backend));
    tell_notes("morula", idle_processors(backend, ranks));
  });
  refuse_misfits(model, backend, ranks);
  RunEnd end;
  std::exception_ptr wrong;
  if (ranks.rank() == 0) {
    end = run_on_rank_zero(options, folder, backend, ranks, model.part, work, wrong);
  } else {
    const StopOnSignal noted(Sender::Launcher);  // rank 0 decides what to do at a signal
    serve_ranked_model(model.whole, model.part, backend, ranks);
  }
  rank_zero_does(ranks, [&] {
    if (wrong) std::rethrow_exception(wrong);
    tell_end(options, folder, end);
  });
}

bool is_sweep_for_all(const fs::path& folder, Communicator& ranks) {
  Bytes answer;
  rank_zero_does(ranks, [&] {
    answer = message_of(!is_run_folder(folder) && sweep::is_sweep_folder(folder) ? "sweep" : "run");
  });
  ranks.broadcast(answer);
  return text_in(answer) == "sweep";
}

}  // namespace morula
