#include "tests/program/launcher.h"

#include <signal.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <thread>

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
    // Containers forbid the system call that it needs.
    setenv("OMPI_MCA_btl_vader_single_copy_mechanism", "none", 1);
    setenv("OMPI_MCA_odls_base_sigkill_timeout", "0", 1);  // the peers of a killed rank need no time to end
    sigset_t none;  // the parent may have blocked signals, which mpirun would then not receive
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, nullptr);
  };
  return command;
#else
  return place.command(words);
#endif
}

Command launched(const Workplace& place, int ranks, const Words& arguments) {
  return mpirun(place, Words{"-n", std::to_string(ranks), MORULA_PROGRAM} + arguments);
}

std::vector<pid_t> ranks_of(Process& job, int ranks) {
  const std::filesystem::path threads = "/proc/" + std::to_string(job.id()) + "/task";
  while (job.running()) {
    std::vector<pid_t> found;
    for (const auto& thread : std::filesystem::directory_iterator(threads)) {
      std::ifstream children(thread.path() / "children");
      for (pid_t child = 0; children >> child;)
        if (handles_signal(child, SIGUSR1)) found.push_back(child);
    }
    std::ranges::sort(found);
    if (found.size() == static_cast<std::size_t>(ranks)) return found;
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  return {};
}

}  // namespace morula::test
