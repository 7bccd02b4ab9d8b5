// Options that several commands share.
#include <fmt/format.h>

#include "apps/morula/commands.h"
#include "core/stream.h"
#include "io/section.h"
#include "models/spec.h"

namespace morula {
CLI::Validator whole_number(std::uint64_t least, std::uint64_t most) {
  const auto check = [=](std::string& text) {
    const auto whole = io::parse_whole(text);
    if (!whole || *whole < least || *whole > most)
      return fmt::format("is '{}'; must be a whole number between {} and {}", text, least, most);
    text = std::to_string(*whole);
    return std::string();
  };
  return {check, ""};
}

CLI::Validator real_number(double least, double most) {
  const auto check = [=](std::string& text) {
    const auto real = io::parse_real(text);
    if (!real || *real < least || *real > most)
      return fmt::format("is '{}'; must be between {} and {}", text, least, most);
    return std::string();
  };
  return {check, ""};
}

void add_backend_options(CLI::App& command, BackendRequest& request) {
  command.add_option("--backend", request.name, "Where to run")
      ->check(CLI::IsMember({"auto", "cpu", "cuda", "opencl"}))
      ->capture_default_str();
  command
      .add_option("--device", request.device, "Which device of that backend, as 'morula devices' counts them")
      ->transform(whole_number(0, 4095));
  add_threads_option(command, request.threads);
}

void add_threads_option(CLI::App& command, std::optional<unsigned>& threads) {
  command.add_option("--threads", threads, "CPU threads")->transform(whole_number(1, 4096));
}

void add_seed_option(CLI::App& command, std::optional<std::uint64_t>& seed) {
  command.add_option("--seed", seed, "Seed, instead of the model file's")
      ->transform(whole_number(0, std::numeric_limits<std::uint64_t>::max()));
}

void add_replica_option(CLI::App& command, std::optional<std::uint64_t>& replica) {
  command.add_option("--replica", replica, "This replica alone, of those of the model file")
      ->transform(whole_number(0, most_replicas - 1));
}

void add_steps_option(CLI::App& command, std::optional<std::uint64_t>& steps, const std::string& help) {
  command.add_option("--steps", steps, help)->transform(whole_number(0, largest_when));
}

}  // namespace morula
