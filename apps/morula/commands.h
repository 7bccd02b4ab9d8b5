// One function per subcommand: it adds itself to the command line. What goes wrong is thrown; main.cpp turns
// it into an exit code.
#pragma once

#include <CLI/CLI.hpp>

#include "models/backend.h"

namespace morula {

void add_run(CLI::App& app);
void add_resume(CLI::App& app);
void add_check(CLI::App& app);
void add_devices(CLI::App& app);
void add_examples(CLI::App& app);
void add_bench(CLI::App& app);
void add_analyze(CLI::App& app);
void add_hamming(CLI::App& analyze);
void add_fit(CLI::App& app);

// Options that several commands share.
void add_backend_options(CLI::App& command, BackendRequest& request);
void add_threads_option(CLI::App& command, std::optional<unsigned>& threads);
void add_seed_option(CLI::App& command, std::optional<std::uint64_t>& seed);
void add_replica_option(CLI::App& command, std::optional<std::uint64_t>& replica);
void add_steps_option(CLI::App& command, std::optional<std::uint64_t>& steps, const std::string& help);

// CLI11 itself takes -1 for 2^64 - 1, and does not read 1e6 as model files do.
CLI::Validator whole_number(std::uint64_t least, std::uint64_t most);
CLI::Validator real_number(double least, double most);

}  // namespace morula
