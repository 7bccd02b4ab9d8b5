#include "io/csv_file.h"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <csignal>
#include <cstdlib>
#include <fstream>

#include "core/error.h"
#include "io/durable_file.h"
#include "tests/io/temporary_folder.h"

namespace morula::io {
namespace {

const std::vector<std::string> columns = {"step", "alive", "dead"};

bool every_step(std::uint64_t) { return true; }

auto up_to(std::uint64_t last) {
  return [last](std::uint64_t step) { return step <= last; };
}

void put(const std::filesystem::path& path, const std::string& text) {
  std::ofstream(path, std::ios::binary | std::ios::trunc) << text;
}

// The contents of a file after it was opened with `keep` and the row 99 was appended.
std::string reopened(const std::string& before, const std::function<bool(std::uint64_t)>& keep) {
  const TemporaryFolder folder;
  put(folder / "series.csv", before);
  {
    CsvFile file(folder / "series.csv", columns, keep);
    file.append("99,0,0");
  }
  EXPECT_FALSE(std::filesystem::exists(folder / "series.csv.part"));
  return read_file(folder / "series.csv");
}

TEST(CsvFile, ANewOneHasAHeaderAndRows) {
  const TemporaryFolder folder;
  CsvFile file(folder / "series.csv", columns, every_step);
  EXPECT_EQ(read_file(folder / "series.csv"), "step,alive,dead\n");
  file.append("0,1,2");
  file.append("10,3,4");
  file.sync();
  EXPECT_EQ(read_file(folder / "series.csv"), "step,alive,dead\n0,1,2\n10,3,4\n");
}

TEST(CsvFile, RowsThatAreKeptStay) {
  EXPECT_EQ(reopened("step,alive,dead\n0,1,2\n10,3,4\n", every_step),
            "step,alive,dead\n0,1,2\n10,3,4\n99,0,0\n");
  EXPECT_EQ(reopened("step,alive,dead\n", every_step), "step,alive,dead\n99,0,0\n");
}

TEST(CsvFile, RowsAfterTheCheckpointGo) {
  EXPECT_EQ(reopened("step,alive,dead\n0,1,2\n10,3,4\n20,5,6\n30,7,8\n", up_to(15)),
            "step,alive,dead\n0,1,2\n10,3,4\n99,0,0\n");
  EXPECT_EQ(reopened("step,alive,dead\n20,5,6\n30,7,8\n", up_to(15)), "step,alive,dead\n99,0,0\n");
}

TEST(CsvFile, RowsMayGoFromAnywhere) {
  const auto even = [](std::uint64_t step) { return step % 2 == 0; };
  EXPECT_EQ(reopened("step,alive,dead\n1,0,0\n2,1,1\n3,2,2\n4,3,3\n5,4,4\n6,5", even),
            "step,alive,dead\n2,1,1\n4,3,3\n99,0,0\n");
}

TEST(CsvFile, ARowCutShortGoes) {
  EXPECT_EQ(reopened("step,alive,dead\n0,1,2\n10,3", every_step), "step,alive,dead\n0,1,2\n99,0,0\n");
  EXPECT_EQ(reopened("step,alive,dead\n0,1,2\n10,3,4", every_step), "step,alive,dead\n0,1,2\n99,0,0\n");
}

TEST(CsvFile, StepsOf64BitsAreUnderstood) {
  EXPECT_EQ(reopened("step,alive,dead\n18446744073709551615,1,2\n", up_to(~std::uint64_t{0} - 1)),
            "step,alive,dead\n99,0,0\n");
}

TEST(CsvFile, GarbageAtTheEndGoesAndGarbageInTheMiddleIsAnError) {
  const std::string zeros(100, '\0');
  EXPECT_EQ(reopened("step,alive,dead\n0,1,2\n" + zeros + "\n20,5,6\n", up_to(10)),
            "step,alive,dead\n0,1,2\n99,0,0\n");
  const std::string message =
      message_of<FileError>([] { reopened("step,alive,dead\n0,1,2\nx,3,4\n20,5,6\n", every_step); });
  EXPECT_TRUE(contains(message, "series.csv:3: does not begin with a step")) << message;
}

TEST(CsvFile, AnotherHeaderIsAnErrorAndTheFileIsLeftAlone) {
  for (const std::string text : {"step,alive\n0,1\n", "", "step,alive,dead", "\n"}) {
    const TemporaryFolder folder;
    put(folder / "series.csv", text);
    const std::string message =
        message_of<FileError>([&] { CsvFile(folder / "series.csv", columns, every_step); });
    EXPECT_TRUE(contains(message, "expected 'step,alive,dead'")) << message;
    EXPECT_EQ(read_file(folder / "series.csv"), text);
  }
}

TEST(CsvFile, PathsThatCannotBeWrittenSayWhy) {
  const TemporaryFolder folder;
  EXPECT_TRUE(contains(message_of<FileError>([&] { CsvFile(folder / "no/series.csv", columns, every_step); }),
                       "No such file or directory"));
  EXPECT_NE(message_of<FileError>([&] { CsvFile(folder.path(), columns, every_step); }), "");
}

TEST(CsvFile, LongSeriesAreCutBack) {
  const TemporaryFolder folder;
  constexpr std::uint64_t rows = 200'000;
  {
    CsvFile file(folder / "series.csv", columns, every_step);
    for (std::uint64_t step = 0; step < rows; ++step) file.append(std::to_string(step) + ",1,2");
  }
  const std::string whole = read_file(folder / "series.csv");
  { CsvFile file(folder / "series.csv", columns, up_to(rows / 2)); }
  {
    CsvFile file(folder / "series.csv", columns, every_step);
    for (std::uint64_t step = rows / 2 + 1; step < rows; ++step) file.append(std::to_string(step) + ",1,2");
  }
  EXPECT_EQ(read_file(folder / "series.csv"), whole);
}

void append_within(rlim_t limit, const TemporaryFolder& folder) {
  std::signal(SIGXFSZ, SIG_IGN);
  const rlimit narrow{limit, RLIM_INFINITY};
  setrlimit(RLIMIT_FSIZE, &narrow);
  const std::string message = message_of<FileError>([&] {
    CsvFile file(folder / "series.csv", columns, every_step);
    for (int step = 0; step < 2000; ++step) file.append(std::to_string(step) + ",1,2");
    file.sync();
  });
  std::exit(contains(message, "series.csv: File too large") ? 0 : 1);
}

// Runs in a process of its own, which must end by itself and without a message.
TEST(CsvFileDeathTest, ADiskThatFillsUpIsAFileErrorAndWholeRowsRemain) {
  for (const rlim_t limit : {20u, 1000u, 10000u}) {
    const TemporaryFolder folder;
    EXPECT_EXIT(append_within(limit, folder), testing::ExitedWithCode(0), testing::Eq("")) << limit;
    { CsvFile file(folder / "series.csv", columns, every_step); }
    const std::string left = read_file(folder / "series.csv");
    EXPECT_LE(left.size(), limit);
    EXPECT_GT(left.size() + 10, limit);  // everything except an incomplete last row
    EXPECT_EQ(left.back(), '\n');
  }
}

}  // namespace
}  // namespace morula::io
