// The entry point of a portable program as compiled for one instruction set: cmake/instruction_sets.cmake
// gives it its name.
#include "apps/morula/program.h"

extern "C" int MORULA_SET_MAIN(int argc, char** argv);

int MORULA_SET_MAIN(int argc, char** argv) { return morula::run_program(argc, argv); }
