// mpirun as the tests call it: also as root in a container, and with more ranks than cores.
#pragma once

#include "tests/program/workplace.h"

namespace morula::test {

bool can_launch();  // mpirun is installed, and the program was built with its module

// Starts `ranks` processes of the program with these arguments.
Command launched(const Workplace& place, int ranks, const Words& arguments);
// The same for any arguments of mpirun: "-n 2 PROGRAM : -n 1 OTHER".
Command mpirun(const Workplace& place, const Words& words);

// Waits until this mpirun has started `ranks` processes of the program and each of them handles signals;
// returns their ids.
std::vector<pid_t> ranks_of(Process& job, int ranks);

}  // namespace morula::test
