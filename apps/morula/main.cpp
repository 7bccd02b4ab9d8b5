#include "apps/morula/program.h"

int main(int argc, char** argv) { return morula::run_program(argc, argv); }
