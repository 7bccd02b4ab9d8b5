#include "tests/program/launcher.h"

#include <cstdlib>

namespace morula::test {

bool can_launch() {
#ifdef MORULA_MPIRUN
  return true;
#else
  return false;
#endif
}

Command mpirun(const Workplace& place, const Words& words) {
#ifdef MORULA_MPIRUN
  Command command = place.command({});
  command.words = Words{MORULA_MPIRUN, "--oversubscribe", "--bind-to", "none"} + words;
  command.before_exec = [] {
    for (const char* variable :
         {"OMPI_ALLOW_RUN_AS_ROOT", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "OMPI_MCA_mpi_yield_when_idle"})
      setenv(variable, "1", 1);
    setenv("OMPI_MCA_btl_vader_single_copy_mechanism", "none", 1);  // containers forbid what it needs
  };
  return command;
#else
  return place.command(words);
#endif
}

Command launched(const Workplace& place, int ranks, const Words& arguments) {
  return mpirun(place, Words{"-n", std::to_string(ranks), MORULA_PROGRAM} + arguments);
}

}  // namespace morula::test
