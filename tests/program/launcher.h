// mpirun, as tests call it: as root in a container, with more ranks than cores.
#pragma once

#include "tests/program/workplace.h"

namespace morula::test {

bool can_launch();  // mpirun is here, and the program was built with its module

// `ranks` processes of the program with these arguments.
Command launched(const Workplace& place, int ranks, const Words& arguments);
// The same for any words of mpirun: "-n 2 PROGRAM : -n 1 OTHER".
Command mpirun(const Workplace& place, const Words& words);

// The processes of the program that this mpirun has started, once there are so many and each notes signals.
std::vector<pid_t> ranks_of(Process& job, int ranks);

}  // namespace morula::test
