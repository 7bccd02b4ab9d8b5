// The command line: the only place that speaks to the terminal.
#include <fmt/format.h>

#include <new>

#include "apps/morula/commands.h"
#include "core/error.h"
#include "runner/manifest.h"

namespace {

constexpr int run_failed = 1, input_wrong = 2;

int fail(int code, const std::string& what) {
  fmt::print(stderr, "{}\n", what);
  return code;
}

int run_command_line(int argc, char** argv) {
  CLI::App app("Morula simulates living matter that is discrete, stochastic and massively parallel.",
               "morula");
  app.require_subcommand(1);
  app.set_version_flag("--version", morula::program_version());
  morula::add_run(app);
  morula::add_resume(app);
  morula::add_check(app);
  morula::add_devices(app);
  morula::add_examples(app);
  morula::add_bench(app);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : input_wrong;
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run_command_line(argc, argv);
  } catch (const morula::SpecError& error) {
    return fail(input_wrong, error.what());
  } catch (const std::bad_alloc&) {
    return fail(run_failed, "out of memory; the last checkpoint, if there is one, stands");
  } catch (const std::exception& error) {
    return fail(run_failed, fmt::format("morula: {}", error.what()));
  }
}
