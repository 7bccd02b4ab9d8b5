// commands::fit.
#include <chrono>

#include "analysis/fit/fit_report.h"
#include "libmorula/translate.h"
#include "morula/commands.h"

namespace morula::commands {
namespace {

FitChoice choice_of(const FitRequest& request, const FitInput& input) {
  FitChoice choice;
  if (request.method != "expectation" && request.method != "simulate")
    throw SpecError({}, "method", "is '" + request.method + "'; must be expectation or simulate");
  choice.method = request.method == "simulate" ? Method::Simulate : Method::Expectation;
  const auto set = [](auto& value, const std::optional<std::uint64_t>& option) {
    if (option) value = static_cast<std::remove_reference_t<decltype(value)>>(*option);
  };
  set(choice.swarm.particles, request.particles);
  set(choice.swarm.iterations, request.iterations);
  set(choice.repeats, request.repeats);
  set(choice.bootstrap, request.bootstrap);
  choice.seed = input.spec.seed;
  return choice;
}

}  // namespace

std::string fit(const FitRequest& request, const Processor& processor, const Watcher& watcher) {
  return with_public_errors([&] {
    const FitInput input = read_fit_input(request.file, {request.target, request.channel, request.settings});
    const FitChoice choice = choice_of(request, input);
    check_fit(*input.cells, choice, input.file.string());
    if (request.out) check_fit_files(*request.out, request.replace);
    const Backend backend = open_backend(request_of(processor));
    const auto begun = std::chrono::steady_clock::now();
    const auto progress = [&](std::uint64_t iteration, std::uint64_t of_all) {
      watcher.progress(iteration, of_all);
      if (watcher.stop_wanted()) throw FitStopped();
    };
    FittedModel fitted{input,
                       choice,
                       fit_model(*input.cells, choice, {}, backend, progress),
                       "",
                       to_string(backend.kind),
                       backend.device_name()};
    fitted.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
    if (request.out) {
      std::filesystem::create_directories(*request.out);
      write_fit_files(fitted, *request.out);
    }
    return as_json(fitted);
  });
}

}  // namespace morula::commands
