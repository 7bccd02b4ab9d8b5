// The entry point of the copy of a portable program for one instruction set. cmake/instruction_sets.cmake
// defines its name.
#include "apps/morula/program.h"

extern "C" int MORULA_SET_MAIN(int argc, char** argv);

int MORULA_SET_MAIN(int argc, char** argv) { return morula::run_program(argc, argv); }
