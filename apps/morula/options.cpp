// Options that several commands share.
#include <fmt/format.h>

#include <memory>

#include "apps/morula/commands.h"
#include "core/stream.h"
#include "io/section.h"
#include "models/spec.h"

namespace morula {
void add_backend_options(const Command& command, BackendRequest& request) {
  command.add_option("--backend", request.name, "Processor to run on")
      .one_of({"auto", "cpu", "cuda", "opencl"})
      .shows_default();
  const auto word = std::make_shared<std::string>();
  command
      .add_option("--device", *word,
                  "Number of the device, as 'morula devices' lists it, or auto: the first device, or, for "
                  "the processes "
                  "of mpirun or srun, the devices of their machine in turn")
      .taken_by([word, &request](const std::string& text) {
        constexpr std::uint64_t most = 4095;
        const auto number = io::parse_whole(text);
        request.device = number ? std::optional(static_cast<unsigned>(*number)) : std::nullopt;
        if (text == "auto" || (number && *number <= most)) return std::string();
        return fmt::format("is '{}'; must be auto or a whole number between 0 and {}", text, most);
      });
  add_threads_option(command, request.threads);
}

void add_mpi_option(const Command& command, std::optional<std::string>& mpi) {
  command
      .add_option("--mpi", mpi,
                  "Work together with the other processes of mpirun or srun [yes if there are others]")
      .one_of({"yes", "no"});
}

void add_threads_option(const Command& command, std::optional<unsigned>& threads) {
  command.add_option("--threads", threads, "Number of CPU threads").whole(1, 4096);
}

void add_seed_option(const Command& command, std::optional<std::uint64_t>& seed) {
  command.add_option("--seed", seed, "Seed, instead of the model file's")
      .whole(0, std::numeric_limits<std::uint64_t>::max());
}

void add_replica_option(const Command& command, std::optional<std::uint64_t>& replica) {
  command.add_option("--replica", replica, "Run only this replica (counted from 0)")
      .whole(0, most_replicas - 1);
}

void add_steps_option(const Command& command, std::optional<std::uint64_t>& steps, const std::string& help) {
  command.add_option("--steps", steps, help).whole(0, largest_when);
}

}  // namespace morula
