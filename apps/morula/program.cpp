#include "apps/morula/program.h"

#include <fcntl.h>

#include <array>
#include <csignal>
#include <cstdlib>
#include <exception>

#include "apps/morula/commands.h"
#include "apps/morula/ranks.h"
#include "apps/morula/speech.h"
#include "apps/morula/verdict.h"
#include "core/instruction_set.h"
#include "runner/manifest.h"

namespace morula {
namespace {

constexpr int run_failed = 1, input_wrong = 2;

int fail(int code, const std::string& what) {
  complain(what + "\n");
  return code;
}

// In a portable program, MORULA_CPU has chosen an instruction set before this copy of the program starts.
// Here, this only checks that MORULA_CPU does not ask for another set.
void check_instruction_set() {
  choose_instruction_set(std::array{used_instruction_set()}, std::getenv("MORULA_CPU"));
}

int run_command_line(int argc, char** argv) {
  CommandLine line("morula",
                   "Morula simulates living matter that is discrete, stochastic and massively parallel.");
  line.set_version(program_version());
  const Command morula = line.root();
  morula.needs_a_command();
  add_run(morula);
  add_view(morula);
  add_resume(morula);
  add_check(morula);
  add_devices(morula);
  add_examples(morula);
  add_bench(morula);
  add_sweep(morula);
  add_analyze(morula);
  add_fit(morula);
  add_membrane(morula);
  add_report(morula);
  add_movie(morula);
  add_picture(morula);
  add_words(morula, [&line] { return line.words(); });
  const CommandLine::Outcome outcome = line.call(argc, argv);
  if (rank_in_launch() == 0) {  // all ranks have read the same words
    say(outcome.answer);
    complain(outcome.problem);
  }
  if (!outcome.right) return input_wrong;
  return everything_was_said() ? 0 : fail(run_failed, "morula: standard output could not be written");
}

// Opens standard streams that are closed. Otherwise a file could get the descriptor of standard output, and a
// library that prints would write into this file.
void open_standard_streams() {
  for (int descriptor = 0; descriptor <= 2; ++descriptor)
    if (fcntl(descriptor, F_GETFD) < 0 && open("/dev/null", O_RDWR) < 0) return;
}

}  // namespace

int run_program(int argc, char** argv) {
  open_standard_streams();
  std::signal(SIGXFSZ, SIG_IGN);  // a limit on file sizes is an error to report, like a full disk
  try {
    check_instruction_set();
    return run_command_line(argc, argv);
  } catch (...) {
    const Verdict verdict = verdict_on(std::current_exception());
    return verdict.message.empty() ? verdict.code : fail(verdict.code, verdict.message);
  }
}

}  // namespace morula
