// The whole program `morula` as a function: main.cpp calls it, and a program that adds families of models may
// call it too.
#pragma once

namespace morula {

// Runs the command in `argv`, and returns the exit code: 0 done, 1 the run failed, 2 the input is wrong.
int run_program(int argc, char** argv);

}  // namespace morula
