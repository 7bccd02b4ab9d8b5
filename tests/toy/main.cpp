// The program with one more family.
#include "apps/morula/program.h"
#include "models/catalogue.h"
#include "tests/toy/toy_family.h"

int main(int argc, char** argv) {
  morula::register_family(morula::test::toy_family());
  return morula::run_program(argc, argv);
}
