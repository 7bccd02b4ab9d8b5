// Tables of a run that is extended from a step at which no table was due.
#include <gtest/gtest.h>

#include "io/durable_file.h"
#include "runner/run.h"
#include "tests/io/temporary_folder.h"
#include "tests/potts/living_model.h"

namespace morula::test {
namespace {

TEST(ExtendedRun, HasTheTablesOfARunInOneGo) {
  const std::string text =
      living(growing_life) + "output: {cells: {every: 40}, tracks: {every: 20}, lineage: {every: 40}}\n";
  const io::TemporaryFolder folder;
  const auto start = [&](const std::string& name, const std::string& steps) {
    start_run({{"life.yaml", text}, {steps}, folder / name, IfExists::Refuse}, one_thread, {});
  };
  start("whole", "steps=90");
  start("half", "steps=50");
  const auto file = [&](const std::string& run, const std::string& name) {
    return io::read_file(folder / run / name);
  };
  EXPECT_NE(file("half", "cells/000000050.csv"), file("half", "cells/000000040.csv"));
  resume_run(folder / "half", 90, one_thread, {});
  for (const char* name :
       {"cells/000000040.csv", "cells/000000080.csv", "cells/000000090.csv", "tracks.csv", "lineage.csv"})
    EXPECT_EQ(file("half", name), file("whole", name)) << name;
}

}  // namespace
}  // namespace morula::test
