#include "tests/program/interruptions.h"

#include <fmt/format.h>
#include <signal.h>

#include <algorithm>
#include <cstdio>
#include <thread>

namespace morula::test {
namespace {

using Seconds = std::chrono::duration<double>;

double seconds_of(const std::function<void()>& work) {
  const auto begin = std::chrono::steady_clock::now();
  work();
  return Seconds(std::chrono::steady_clock::now() - begin).count();
}

// The time that a processor takes from one checkpoint to the next, which is the unit of random moments.
double seconds_between_checkpoints(const Workplace& place, const std::string& model, const Words& processor,
                                   std::uint64_t every) {
  constexpr std::uint64_t checkpoints = 4;
  const auto run = [&](std::uint64_t steps) {
    place.must(Words{"run", model, "--steps", std::to_string(steps), "--out", "trial", "--force", "--quiet"} +
               processor);
  };
  run(checkpoints * every);  // the first run compiles each kernel when it is needed
  const double start = seconds_of([&] { run(0); });
  const double seconds = seconds_of([&] { run(checkpoints * every); });
  return std::max(0.001, (seconds - start) / checkpoints);
}

std::string busy_schedule(const std::string& size, const std::string& extra, const Interruptions& plan) {
  return "seed: 5\nsteps: " + std::to_string(plan.steps) + "\nlattice: {size: " + size +
         ", boundary: periodic}\noutput: {series: {every: 7}, frames: {every: 50}, state: {every: 100}" +
         extra + "}\ncheckpoint: {every: " + std::to_string(plan.every) + "}\n";
}

class Interrupter {
 public:
  Interrupter(const Workplace& place, std::string model, std::string out, const Interruptions& plan)
      : place_(place), model_(std::move(model)), out_(std::move(out)), plan_(plan) {
    for (const Words& processor : plan.processors)
      intervals_.push_back(seconds_between_checkpoints(place, model_, processor, plan.every));
    std::printf("random moments from seed %u; after each, the last checkpoint is at step", seed);
  }

  void sitting(int number) {
    if (is_done()) return;
    const std::uint64_t before = step_of(place_ / out_);
    Process process(place_.command(next_words(number)));
    const std::uint64_t target_step = wanted_step(number, before);
    const auto is_ready = [&] { return plan_.signal == SIGKILL || process.handles(plan_.signal); };
    while (process.running() && (step_of(place_ / out_) < target_step || !is_ready()))
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    const auto due = std::chrono::steady_clock::now() + moment(number, before);
    // Other programs may have slowed down the trial run.
    const std::uint64_t soon_done = target_step + 3 * plan_.every;
    while (std::chrono::steady_clock::now() < due && step_of(place_ / out_) < soon_done)
      std::this_thread::sleep_for(std::chrono::microseconds(200));
    process.send(plan_.signal);
    check(process.wait(), number, before);
    std::printf(" %d", static_cast<int>(step_of(place_ / out_)));
  }

  bool was_quick() const { return 2 * interrupted_ < plan_.count; }

  void finish() {
    std::printf("\n");
    place_.must(next_words(plan_.count));
  }

 private:
  static constexpr unsigned seed = 20240607;

  Words next_words(int number) const {
    const Words& processor = plan_.processors[static_cast<std::size_t>(number) % plan_.processors.size()];
    const bool begun = std::filesystem::exists(place_ / out_ / "manifest.json");
    const Words words = begun ? Words{"resume", out_} : Words{"run", model_, "--out", out_};
    return words + Words{"--quiet"} + processor;
  }

  // Interruptions are spread over three quarters of the run. Every third session, and each session that is to
  // stop in good order, must make progress; the others may be killed while they start.
  std::uint64_t wanted_step(int number, std::uint64_t before) const {
    const std::uint64_t spread =
        plan_.steps * 3 / 4 * static_cast<std::uint64_t>(number) / static_cast<std::uint64_t>(plan_.count);
    const bool somewhere = plan_.signal != SIGKILL || number % 3 == 2;
    return std::max(spread, somewhere && !near_end(before) ? before + 1 : 0);
  }

  Seconds moment(int number, std::uint64_t before) {
    const double interval = intervals_[static_cast<std::size_t>(number) % intervals_.size()];
    return Seconds(std::uniform_real_distribution<double>(0, near_end(before) ? 0.1 : 1.5)(random_) *
                   interval);
  }

  bool near_end(std::uint64_t step) const { return step * 5 > plan_.steps * 4; }

  bool is_done() const {
    const std::filesystem::path manifest = place_ / out_ / "manifest.json";
    return std::filesystem::exists(manifest) && manifest_of(place_ / out_).at("status") == "done";
  }

  // A fast processor may finish before the signal. Near the end of the run, the signal may arrive before the
  // program handles it; in that case no work had begun that could be lost.
  void check(const Finished& finished, int number, std::uint64_t before) {
    if (is_done()) return;
    if (near_end(before) && finished.signal == plan_.signal && step_of(place_ / out_) == before) return;
    ++interrupted_;
    if (plan_.signal == SIGKILL) {
      EXPECT_EQ(finished.signal, SIGKILL) << "ended before kill " << number << '\n' << finished.err;
    } else {
      EXPECT_EQ(finished.code, 0) << finished.err;
      EXPECT_EQ(manifest_of(place_ / out_).at("status"), "stopped") << "at interruption " << number;
    }
  }

  const Workplace& place_;
  std::string model_, out_;
  const Interruptions& plan_;
  std::vector<double> intervals_;
  int interrupted_ = 0;
  std::mt19937 random_{seed};
};

}  // namespace

std::string busy_life(const std::string& size, const Interruptions& plan) {
  return "model: automaton\nautomaton: {rule: B3/S23}\ninitial: {random: {density: 0.35}}\n" +
         busy_schedule(size, ", patterns: {every: 90}", plan);
}

// Rates that depend on the densities, and times of extinction: data that a checkpoint must hold besides the
// lattice.
std::string busy_species(const std::string& size, const Interruptions& plan) {
  return "model: interaction\ninteraction: {species: [red, blue, yellow], preys: cyclic, rates: {mobility: "
         "0.5, "
         "reproduction: 0.25, predation: 0.25}, observe: [extinction], feedback: {rate: mobility, every: 10, "
         "at_zero_entropy: 0.1, at_greatest_entropy: 0.5}}\nreplicas: 2\ninitial: {fractions: equal}\n" +
         busy_schedule(size, "", plan);
}

// Each step is one batch. The draws for a cell depend only on its number.
std::string busy_cells(std::uint64_t batch, const Interruptions& plan) {
  return "model: proliferation\nseed: 5\nproliferation: {until: 100, minimum_fluorescence: 3, batch: " +
         std::to_string(batch) + ", population: [[500, 77], [900, " +
         std::to_string(plan.steps * batch - 100) +
         "], [1500, 10]], types: [{name: resting, proportion: 0.1}, {name: busy, proportion: 0.9, division: "
         "{mean: 17, sd: 5}, death: {rate: 0.005}}], target: [[4, 100], [10, 200], [300, 50]]}\n"
         "output: {series: {every: 7}, state: {every: 100}, histogram: true, generations: {every: 9}}\n"
         "checkpoint: {every: " +
         std::to_string(plan.every) + "}\n";
}

// Cells that eat, divide, age and die, for the whole run.
std::string busy_membranes(std::uint64_t food, const Interruptions& plan) {
  return fmt::format(R"(model: membrane
seed: 5
steps: {}
membrane:
  rules: |
    def main()
    {{
      @mu = [[]'cell []'cell]'dish;
      @ms(dish) = sun;
      @ms(cell) = age{{1}};
      [sun --> sun, food*{}]'dish;
      food []'cell --> +[meal];
      +[meal]'cell --> [young] [];
      [age{{k}} --> age{{k+1}}]'cell : 1 <= k < 9;
      [young, age{{k}} --> age{{1}}]'cell : 1 <= k <= 9;
      [age{{9}}]'cell --> rest;
      [rest --> #]'dish;
    }}
output: {{series: {{every: 7, objects: [food]}}, trace: {{every: 50}}, tree: {{every: 150}}, state: {{every: 100}}}}
checkpoint: {{every: {}}}
)",
                     plan.steps, food, plan.every);
}

std::string busy_tissue(const Interruptions& plan) {
  return fmt::format(R"yaml(model: potts
seed: 5
steps: {}
lattice: {{size: [60, 50], boundary: {{x: periodic, y: fixed}}}}
potts:
  temperature: 8
  types: [medium, stem, dead]
  adhesion: {{medium-stem: 12, stem-stem: 6, medium-dead: 12, stem-dead: 10, dead-dead: 6}}
  volume: {{stem: {{target: 20, strength: 2}}, dead: {{target: 20, strength: 2}}}}
  connected: [stem]
  properties: {{energy: {{initial: uniform(), next: "energy + uniform()"}}}}
  life:
    stem:
      target: {{volume: {{next: "target_volume + 2", most: 44}}}}
      divide: {{when: "volume >= 24", axis: random, share: {{energy: half}}}}
      become: {{dead: "chance(0.02 + 0.1 * (contact(medium) == 0))"}}
    dead: {{die: {{when: "chance(0.3)", shrink: 8, after: 1}}}}
initial: {{cells: {{box: {{from: [14, 12], to: [41, 35]}}, width: 4, type: stem}}}}
output: {{series: {{every: 7}}, cells: {{every: 110}}, tracks: {{every: 30}}, lineage: {{every: 90}}, state: {{every: 150}}}}
checkpoint: {{every: {}}}
)yaml",
                     plan.steps, plan.every);
}

// A step is one of three types at one time; times are 1 apart.
std::string busy_means(const Interruptions& plan) {
  return fmt::format(R"(model: proliferation
proliferation:
  method: expectation
  until: {}
  minimum_fluorescence: 3
  population: [[500, 77], [900, 1000], [1500, 10]]
  types:
    - {{name: resting, proportion: 0.1}}
    - {{name: slow, proportion: 0.3, division: {{mean: 31, sd: 9}}}}
    - {{name: busy, proportion: 0.6, division: {{mean: 17, sd: 5}}, death: {{rate: 0.005}}}}
  target: [[4, 100], [10, 200], [300, 50]]
output: {{series: {{every: 7}}, state: {{every: 50}}, histogram: true, generations: {{every: 1}}}}
checkpoint: {{every: {}}}
)",
                     plan.steps / 3 - 1, plan.every);
}

void run_interrupted(const Workplace& place, const std::function<std::string(const Interruptions&)>& text,
                     const std::string& model, const std::string& out, Interruptions plan) {
  for (;; plan.steps *= 4) {
    place.write(model, text(plan));
    Interrupter interrupter(place, model, out, plan);
    for (int number = 0; number < plan.count; ++number) interrupter.sitting(number);
    if (!interrupter.was_quick()) return interrupter.finish();
    std::printf(" of %d, which was too quick\n", static_cast<int>(plan.steps));
    std::filesystem::remove_all(place / out);
    if (plan.steps > 1'000'000) return void(ADD_FAILURE() << "ended long before it should");
  }
}

}  // namespace morula::test
