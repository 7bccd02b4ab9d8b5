#include "apps/morula/program.h"

#include <fcntl.h>
#include <fmt/format.h>

#include <csignal>
#include <filesystem>
#include <new>
#include <sstream>

#include "apps/morula/commands.h"
#include "apps/morula/speech.h"
#include "core/error.h"
#include "core/nearest.h"
#include "runner/manifest.h"

namespace morula {
namespace {

constexpr int run_failed = 1, input_wrong = 2;

int fail(int code, const std::string& what) {
  complain(what + "\n");
  return code;
}

// One line, as every other error: what is wrong, and where to look.
std::string usage_error(const CLI::App* app, const CLI::Error& error) {
  std::string said = "morula";  // down to the command that was meant, as in 'morula analyze chaos'
  for (; !app->get_subcommands().empty(); said += ' ' + app->get_name()) app = app->get_subcommands().front();
  const std::vector<std::string> words = app->remaining();
  if (words.empty() || app->get_subcommands({}).empty())
    return fmt::format("{0}: {1}; see '{0} --help'\n", said, error.what());
  std::vector<std::string> commands;
  for (const CLI::App* command : app->get_subcommands({})) commands.push_back(command->get_name());
  return fmt::format("{}: '{}' is no command; {}\n", said, words.front(),
                     must_be_one_of(words.front(), commands));
}

int run_command_line(int argc, char** argv) {
  CLI::App app("Morula simulates living matter that is discrete, stochastic and massively parallel.",
               "morula");
  app.require_subcommand(1);
  app.failure_message(usage_error);
  app.set_version_flag("--version", program_version());
  add_run(app);
  add_resume(app);
  add_check(app);
  add_devices(app);
  add_examples(app);
  add_bench(app);
  add_analyze(app);
  add_fit(app);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    std::ostringstream to_user, to_blame;
    const bool asked = app.exit(error, to_user, to_blame) == 0;
    say(to_user.str());
    complain(to_blame.str());
    if (!asked) return input_wrong;
  }
  return everything_was_said() ? 0 : fail(run_failed, "morula: standard output could not be written");
}

// Files must not open where the terminal is expected: a library that prints would write into them.
void open_standard_streams() {
  for (int descriptor = 0; descriptor <= 2; ++descriptor)
    if (fcntl(descriptor, F_GETFD) < 0 && open("/dev/null", O_RDWR) < 0) return;
}

}  // namespace

int run_program(int argc, char** argv) {
  open_standard_streams();
  std::signal(SIGXFSZ, SIG_IGN);  // a limit on file sizes is an error to report, like a full disk
  try {
    return run_command_line(argc, argv);
  } catch (const SpecError& error) {
    return fail(input_wrong, error.what());
  } catch (const DeviceMissing& error) {
    return fail(run_failed, fmt::format("morula: {}; 'morula devices' lists what there is", error.what()));
  } catch (const std::filesystem::filesystem_error& error) {
    return fail(run_failed, fmt::format("morula: {}: {}", error.path1().string(), error.code().message()));
  } catch (const std::bad_alloc&) {
    return fail(run_failed, "morula: out of memory; the last checkpoint, if there is one, stands");
  } catch (const std::exception& error) {
    return fail(run_failed, fmt::format("morula: {}", error.what()));
  }
}

}  // namespace morula
