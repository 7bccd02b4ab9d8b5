// Prints the tables on networks of vessels and on drift for docs/validation/fields.md, and draws their
// figure.
#include <fmt/format.h>

#include <cmath>
#include <cstdio>
#include <stdexcept>

#include "apps/morula/command_line.h"
#include "core/error.h"
#include "io/durable_file.h"
#include "plot/svg.h"
#include "tests/validation/networks.h"

namespace morula::validation {
namespace {

struct Options {
  std::string figure, only;
  NetworkRequest networks;
  std::uint64_t drift_replicas = 64, drift_steps = 300;
  BackendRequest backend;
};

struct Kind {
  const char* name;
  std::vector<std::string> overrides;
  io::Colour colour;
};
const std::vector<Kind> kinds = {{"elongated", {}, {0x1f, 0x77, 0xb4}},
                                 {"round", {"potts.length.cell.strength=0"}, {0xd6, 0x27, 0x28}}};

// Adds a curve with the mean of many runs and its interval.
void add_curve(const Kind& kind, const std::vector<NetworkAtStep>& networks,
               MeanOfRuns NetworkAtStep::*quantity, plot::Panel& panel) {
  plot::Band band{"", kind.colour, {}, {}, {}};
  plot::Line line{kind.name, kind.colour, {}, {}};
  for (const NetworkAtStep& network : networks) {
    const auto step = static_cast<double>(network.step);
    const MeanOfRuns& value = network.*quantity;
    if (quantity == &NetworkAtStep::area && network.lacunae.mean < 1) continue;  // lacunae are too rare
    band.x.push_back(step), band.low.push_back(value.mean - value.within_95);
    band.high.push_back(value.mean + value.within_95);
    line.x.push_back(step), line.y.push_back(value.mean);
  }
  if (line.x.empty()) return;
  panel.layers.insert(panel.layers.begin(), band);
  panel.layers.emplace_back(line);
}

void compare_networks(const Options& options, const Backend& backend) {
  plot::Figure figure{
      .title = "Vessels after Merks (2006): elongated and round cells",
      .caption = fmt::format("mean of {} runs, with its 95 % interval; lacunae of at least {} sites",
                             options.networks.replicas, least_lacuna),
      .x = {.title = "Monte Carlo steps"}};
  figure.panels = {{{.title = "lacunae"}, {}}, {{.title = "area of one (sites)"}, {}}};
  fmt::print(
      "| cells | step | lacunae | ± 95 % | area of one, sites | ± 95 % |\n|---|---|---|---|---|---|\n");
  for (const Kind& kind : kinds) {
    NetworkRequest request = options.networks;
    request.overrides = kind.overrides;
    const std::vector<NetworkAtStep> networks = measure_networks(request, backend);
    for (const NetworkAtStep& network : networks)
      if (network.step % 500 == 0)
        fmt::print("| {} | {} | {:.1f} | {:.1f} | {:.0f} | {:.0f} |\n", kind.name, network.step,
                   network.lacunae.mean, network.lacunae.within_95, network.area.mean,
                   network.area.within_95);
    std::fflush(stdout);
    add_curve(kind, networks, &NetworkAtStep::lacunae, figure.panels[0]);
    add_curve(kind, networks, &NetworkAtStep::area, figure.panels[1]);
  }
  if (!options.figure.empty()) io::write_file(options.figure, plot::svg(figure));
}

void measure_drifts(const Options& options, const Backend& backend) {
  fmt::print("\n| strength | drift, sites a step | ± 95 % | drift / strength |\n|---|---|---|---|\n");
  for (const double strength : {-4.0, -2.0, -1.0, -0.5, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 32.0}) {
    const MeanOfRuns drift =
        measure_drift(strength, options.networks.seed, options.drift_replicas, options.drift_steps, backend);
    fmt::print("| {} | {:.5f} | {:.5f} | {:.5f} ± {:.5f} |\n", strength, drift.mean, drift.within_95,
               drift.mean / strength, drift.within_95 / std::abs(strength));
    std::fflush(stdout);
  }
}

void add_options(const Command& app, Options& options) {
  app.add_option("--only", options.only, "networks or drift; both by default");
  app.add_option("--figure", options.figure, "An SVG file for the figure of lacunae; none by default");
  app.add_option("--replicas", options.networks.replicas, "Networks of each kind").whole(2, 100'000);
  app.add_option("--steps", options.networks.steps, "Steps of the networks").whole(1, 1'000'000);
  app.add_option("--drift-replicas", options.drift_replicas, "Cells for each strength").whole(2, 100'000);
  app.add_option("--drift-steps", options.drift_steps, "Steps of these cells").whole(1, 1'000'000);
  app.add_option("--seed", options.networks.seed, "Seed of all ensembles");
  app.add_option("--backend", options.backend.name, "auto, cpu, cuda, opencl");
  app.add_option("--threads", options.backend.threads, "CPU threads");
}

}  // namespace
}  // namespace morula::validation

int main(int count, char** words) {
  morula::CommandLine line(
      "fields_validation",
      "Measures networks of vessels, of elongated and of round cells, and the drift of a "
      "cell against the strength of its chemotaxis");
  morula::validation::Options options;
  morula::validation::add_options(line.root(), options);
  line.root().on_call([&] {
    const morula::Backend backend = morula::open_backend(options.backend);
    if (options.only != "drift") morula::validation::compare_networks(options, backend);
    if (options.only != "networks") morula::validation::measure_drifts(options, backend);
  });
  try {
    const auto outcome = line.call(count, words);
    fmt::print("{}", outcome.answer);
    fmt::print(stderr, "{}", outcome.problem);
    return outcome.right ? 0 : 2;
  } catch (const std::runtime_error& error) {
    fmt::print(stderr, "{}\n", error.what());
    return 2;
  }
}
