// Ranks that a launcher starts: transport, versions, and that a program started plainly has nothing to do
// with MPI.
#include <gtest/gtest.h>

#include <cstdlib>

#include "tests/program/launcher.h"

namespace morula::test {
namespace {

class Mpi : public testing::Test {
 protected:
  void SetUp() override {
    if (!can_launch()) GTEST_SKIP() << "there is no mpirun, or the program was built without MPI";
  }
  Finished checks(const Words& words) const { return Process(mpirun(place, words)).wait(); }

  const std::string program = std::filesystem::path(MORULA_PROGRAM).parent_path() / "mpi_checks";
  Workplace place;
};

TEST_F(Mpi, RanksExchangeWhatTheyPromise) {
  for (const int ranks : {2, 5}) {
    const Finished end = checks({"-n", std::to_string(ranks), program});
    EXPECT_EQ(end.code, 0) << end.err;
    EXPECT_EQ(end.out, std::to_string(ranks) + " ranks agree\n");
  }
}

TEST_F(Mpi, LongMessagesAreCut) {
  const Finished end = checks({"-x", "MORULA_MPI_LARGEST_MESSAGE=1000", "-n", "3", program, "10001"});
  EXPECT_EQ(end.code, 0) << end.err;
  EXPECT_EQ(end.out, "3 ranks agree\n");
}

TEST_F(Mpi, RanksOfDifferentVersionsAreRefused) {
  const Finished end = checks({"-n", "2", program, "10", "1.1", ":", "-n", "1", program, "10", "1.2"});
  EXPECT_EQ(end.code, 2);
  const std::size_t told = end.err.find("morula: rank 2 on ");
  ASSERT_NE(told, std::string::npos) << end.err;
  EXPECT_NE(end.err.find("is version 1.2, rank 0 on "), std::string::npos) << end.err;
  EXPECT_EQ(end.err.find("morula: rank", told + 1), std::string::npos) << "and once: " << end.err;
}

TEST(Plainly, TheProgramDoesNotLoadMpi) {
  const Workplace place;
  place.write("life.yaml",
              "model: automaton\nsteps: 2\nlattice: {size: [32, 32]}\nautomaton: {rule: B3/S23}\n"
              "initial: {random: {density: 0.3}}\n");
  Command command = place.command({"run", "life.yaml", "--backend", "cpu"});
  command.before_exec = [] { setenv("LD_DEBUG", "files", 1); };
  const Finished end = Process(command).wait();
  EXPECT_EQ(end.code, 0);
  EXPECT_NE(end.err.find("libhdf5"), std::string::npos) << "libraries are told";
  for (const char* library : {"libmorula_mpi", "libmpi."})
    EXPECT_EQ(end.err.find(library), std::string::npos) << library;
}

}  // namespace
}  // namespace morula::test
