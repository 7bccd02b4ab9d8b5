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

// Options that several commands share.
void add_backend_options(CLI::App& command, BackendRequest& request);
void add_threads_option(CLI::App& command, std::optional<unsigned>& threads);
void add_seed_option(CLI::App& command, std::optional<std::uint64_t>& seed);
void add_steps_option(CLI::App& command, std::optional<std::uint64_t>& steps, const std::string& help);

}  // namespace morula
