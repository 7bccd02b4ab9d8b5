// mpi_checks LONG_MESSAGE [VERSION]   Run by mpirun: the ranks check that they can exchange messages.
#include <cstdio>
#include <cstdlib>
#include <string>

#include "apps/morula/ranks.h"
#include "core/rank_zero.h"
#include "tests/support/communicator_checks.h"

int main(int argc, char** argv) try {
  const std::size_t long_message = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 100000;
  if (!morula::started_by_launcher()) throw morula::Error("no launcher started this program");
  const auto ranks = morula::open_cluster(argc > 2 ? argv[2] : "1");
  try {
    morula::check_communicator(*ranks, long_message);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "rank %d: %s\n", ranks->rank(), error.what());
    ranks->abort(1);
  }
  if (ranks->rank() == 0) std::printf("%d ranks agree\n", ranks->size());
  return 0;
} catch (const morula::ToldElsewhere& told) {
  return told.code();
} catch (const std::exception& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 1;
}
