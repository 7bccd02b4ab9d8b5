// The whole program `morula` as a function: main.cpp calls it, and so may a program that brings further
// families.
#pragma once

namespace morula {

// Runs the command in `argv`, and returns the exit code: 0 done, 1 the run failed, 2 the input is wrong.
int run_program(int argc, char** argv);

}  // namespace morula
