// main() of a portable program for x86-64, which contains itself three times: it chooses the copy for the
// best instruction set that the processor has. See docs/decisions/0014-instruction-sets.md.
#include <array>
#include <cstdlib>
#include <string>
#include <string_view>

#include "apps/morula/program.h"
#include "apps/morula/speech.h"
#include "core/error.h"
#include "core/instruction_set.h"

using Initialiser = void (*)();

// cmake/instruction_sets.cmake makes these functions; the linker makes the symbols for the start and the end
// of the sections that hold the initialisers.
extern "C" {
int morula_main_avx2(int argc, char** argv);
int morula_main_avx512(int argc, char** argv);
extern const Initialiser __start_morula_init_avx2[], __stop_morula_init_avx2[];
extern const Initialiser __start_morula_init_avx512[], __stop_morula_init_avx512[];
}

namespace {

int run(int argc, char** argv) {
  constexpr std::array<std::string_view, 3> built{"sse2", "avx2", "avx512"};
  const std::string_view chosen = morula::choose_instruction_set(built, std::getenv("MORULA_CPU"));
  // The static variables of a copy are initialised only when it is chosen, since their initialisers, too, are
  // compiled for its instruction set.
  const auto start = [&](const Initialiser* next, const Initialiser* end, int (*main)(int, char**)) {
    for (; next != end; ++next) (*next)();
    return main(argc, argv);
  };
  if (chosen == "avx512")
    return start(__start_morula_init_avx512, __stop_morula_init_avx512, morula_main_avx512);
  if (chosen == "avx2") return start(__start_morula_init_avx2, __stop_morula_init_avx2, morula_main_avx2);
  return morula::run_program(argc, argv);
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (const morula::SpecError& error) {  // of MORULA_CPU; run_program reports its own
    morula::complain(std::string(error.what()) + "\n");
    return 2;
  }
}
