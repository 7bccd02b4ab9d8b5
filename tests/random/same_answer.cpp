#include "tests/random/same_answer.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <exception>
#include <memory>

#include "models/catalogue.h"
#include "runner/checkpoint.h"
#include "tests/io/temporary_folder.h"
#include "tests/random/history.h"
#include "tests/ranks/spread.h"

namespace morula::test {
namespace {

namespace fs = std::filesystem;

// One way of running the model.
struct RunSetup {
  std::string name;
  Spec spec;
  Backend backend;

  std::unique_ptr<Model> start(Start start = Start::Initial) const {
    return make_model(spec, backend, start);
  }
};

class Comparison {
 public:
  Comparison(const RandomModel& model, u64 seed, const std::vector<NamedBackend>& backends)
      : model_(model), backends_(backends), choose_(seed, "how it is run") {
    write_model(model, folder_.path());
  }

  std::vector<std::string> run() try {
    std::vector<RunSetup> setups;
    for (const Settings& settings : model_.engines) add_setups(settings, setups);
    const auto first = setups.front().start();
    const History history(*first, setups.front().spec.end());
    for (const RunSetup& setup : setups) attempt(setup.name, [&] { return follow(setup, history); });
    spread(setups[choose_.whole(0, setups.size() - 1)], history);
    attempt("handed on", [&] { return relay(setups, history); });
    for (const Settings& settings : model_.other_steps) {
      std::vector<RunSetup> other_setups;
      add_setups(settings, other_setups);
      for (const RunSetup& setup : other_setups)
        attempt(setup.name, [&] { return follow_to_end(setup, history); });
    }
    attempt("a replica alone", [&] { return one_replica(history); });
    return wrong_;
  } catch (const SpecError& error) {
    return {fmt::format("the model file is refused:\n{}", error.what())};
  }

 private:
  Spec spec_with(const Settings& settings) const {
    io::Document document = io::parse_document(model_.text, "model.yaml");
    for (const std::string& setting : settings) io::apply_override(document, setting);
    return read_spec(document, folder_.path());
  }

  // Adds a setup for every backend on which the model may run.
  void add_setups(const Settings& settings, std::vector<RunSetup>& setups) const {
    const Spec spec = spec_with(settings);
    for (const auto& [name, backend] : backends_)
      if (!backend.device || !spec.cpu_only)
        setups.push_back({fmt::format("{}; {}", fmt::join(settings, ", "), name), spec, backend});
  }

  // Anything that is thrown is a difference too, since the first run has come to its end.
  template <class Difference>
  void attempt(const std::string& name, const Difference& difference) try {
    if (const std::string what = difference(); !what.empty()) wrong_.push_back(name + ": " + what);
  } catch (const SpecError&) {
    throw;
  } catch (const std::exception& error) {
    wrong_.push_back(name + ": failed: " + error.what());
  }

  // Takes a number of steps at once; sometimes rows of the series are taken in between.
  std::string advance(Model& model, u64 steps, const History& history) {
    if (choose_.percent(50)) {
      model.step(steps);
      return "";
    }
    std::string wrong;
    model.step_summing(steps, choose_.whole(1, 5), [&](u64 time, const Sums& totals) {
      if (wrong.empty()) wrong = history.difference_of_rows(time, model.rows(totals));
    });
    return wrong;
  }

  // Runs batches of random sizes. The last one requests one step more than there are; the model must halt.
  std::string follow(const RunSetup& setup, const History& history) {
    const auto model = setup.start();
    return follow(setup, *model, history);
  }
  std::string follow(const RunSetup& setup, Model& at_start, const History& history) {
    Model* const model = &at_start;
    const u64 last = history.end().time;
    std::string wrong = history.difference(*model);
    while (wrong.empty() && model->time() < last) {
      wrong = advance(*model, choose_.magnitude(1, last - model->time()), history);
      if (wrong.empty()) wrong = history.difference(*model);
    }
    if (wrong.empty() && last < setup.spec.end() && model->step(1) != 0)
      wrong = fmt::format("it goes on after step {}, with which the first run halted", last);
    return wrong;
  }

  // Runs over several ranks if the lattice can be divided among them.
  void spread(const RunSetup& setup, const History& history) {
    const auto ranks = static_cast<int>(choose_.whole(2, 4));
    const Index halo = choose_.percent(50) ? 0 : choose_.whole(1, 6);
    if (!can_spread(setup.spec, ranks) || !setup.spec.changes.empty()) return;
    attempt(fmt::format("{}; {} ranks, MORULA_HALO={}", setup.name, ranks, halo), [&] {
      const HaloDepth depth(halo);
      std::string wrong;
      with_ranks(ranks, setup.spec, [&](Model& model) { wrong = follow(setup, model, history); });
      return wrong;
    });
  }

  std::string follow_to_end(const RunSetup& setup, const History& history) {
    const auto model = setup.start();
    const u64 last = setup.spec.end();
    while (model->time() < last)
      if (model->step(choose_.magnitude(1, last - model->time())) == 0) break;
    return History::difference(history.end(), *model);
  }

  // A single run in which each setup continues from the state that the one before it has saved.
  std::string relay(const std::vector<RunSetup>& setups, const History& history) {
    const std::vector<u64> legs = choose_.parts(setups.size() + 1, history.end().time);
    auto model = setups.back().start();
    std::string from = setups.back().name;
    model->step(legs[0]);
    for (std::size_t i = 0; i < setups.size(); ++i) {
      const fs::path file = folder_ / "state.h5";
      save_state(*model, file, setups[i].backend.threads.get());
      model = setups[i].start(Start::Blank);
      load_state(*model, file);
      std::string wrong = history.difference(*model);
      if (wrong.empty()) wrong = advance(*model, legs[i + 1], history);
      if (wrong.empty()) wrong = history.difference(*model);
      if (!wrong.empty()) return fmt::format("from ({}) to ({}): {}", from, setups[i].name, wrong);
      from = setups[i].name;
    }
    return "";
  }

  // One replica of a batch, run alone, has the same hash as in the batch.
  std::string one_replica(const History& history) {
    const std::vector<Hash>& hashes = history.replicas_at_end();
    if (hashes.empty()) return "";
    const u64 replica = choose_.whole(0, hashes.size() - 1);
    const Spec spec = spec_with({fmt::format("replica={}", replica)});
    const auto model = make_model(spec, backends_.front().backend);
    model->step(history.end().time);
    if (model->hash() == hashes[replica]) return "";
    return fmt::format("replica {} ends in the state hash {}, and in {} in the batch", replica,
                       to_string(model->hash()), to_string(hashes[replica]));
  }

  const RandomModel& model_;
  const std::vector<NamedBackend>& backends_;
  const io::TemporaryFolder folder_;
  Choices choose_;
  std::vector<std::string> wrong_;
};

}  // namespace

std::vector<std::string> differences(const RandomModel& model, u64 seed,
                                     const std::vector<NamedBackend>& backends) {
  return Comparison(model, seed, backends).run();
}

}  // namespace morula::test
