// One function per subcommand: it adds itself to the command line. Errors are thrown; program.cpp turns them
// into exit codes.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "apps/morula/command_line.h"
#include "core/communicator.h"
#include "models/backend.h"

namespace morula {

void add_run(const Command& app);
void add_resume(const Command& app);
void add_check(const Command& app);
void add_devices(const Command& app);
void add_examples(const Command& app);
void add_bench(const Command& app);
void add_sweep(const Command& app);
void add_analyze(const Command& app);
void add_hamming(const Command& analyze);
void add_tracks(const Command& analyze);
void add_lineage(const Command& analyze);
void add_fit(const Command& app);
void add_membrane(const Command& app);
void add_report(const Command& app);
void add_movie(const Command& app);
void add_picture(const Command& app);
void add_view(const Command& app);

// The options of `morula resume` for the folder of a sweep.
struct SweepResume {
  std::filesystem::path folder;
  BackendRequest backend;
  bool quiet = false, json = false;
};
void resume_sweep(const SweepResume& resume, Communicator& ranks);

// Adds the commands `completions` and `man`, which print the words of all commands, and `version`.
void add_words(const Command& app, const std::function<CommandWords()>& words);

// Options that several commands share.
void add_backend_options(const Command& command, BackendRequest& request);
void add_mpi_option(const Command& command, std::optional<std::string>& mpi);
void add_threads_option(const Command& command, std::optional<unsigned>& threads);
void add_seed_option(const Command& command, std::optional<std::uint64_t>& seed);
void add_replica_option(const Command& command, std::optional<std::uint64_t>& replica);
void add_steps_option(const Command& command, std::optional<std::uint64_t>& steps, const std::string& help);

}  // namespace morula
