// ./test announces how long it will take.
#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>

namespace morula::test {
namespace {

std::string said_by(const std::string& arguments) {
  const std::string command =
      "bash -c '. " MORULA_SOURCE_DIR "/scripts/test_time.sh; expected_time " + arguments + "'";
  FILE* const output = popen(command.c_str(), "r");
  std::array<char, 256> line{};
  const bool has_line = output && fgets(line.data(), line.size(), output);
  if (output) pclose(output);
  return has_line ? line.data() : "";
}

TEST(TestTime, IsGuessedTheFirstTimeByTheNumberOfCores) {
  EXPECT_EQ(said_by("/nowhere release 2"),
            "takes about 25 minutes on 2 cores, of which a later call saves the build\n");
  EXPECT_EQ(said_by("/nowhere release 48"),
            "takes about 2 minutes on 48 cores, of which a later call saves the build\n");
  EXPECT_EQ(said_by("/nowhere sanitize 2"), "takes several times as long as ./test\n");
}

TEST(TestTime, IsAfterwardsThatOfTheLastTime) {
  const std::filesystem::path file =
      std::filesystem::temp_directory_path() / ("seconds-" + std::to_string(getpid()));
  std::ofstream(file) << 725 << '\n';
  EXPECT_EQ(said_by(file.string() + " release 2"), "took 13 minutes the last time\n");
  std::filesystem::remove(file);
}

TEST(TestTime, IsSaidAndKept) {
  std::ifstream script(MORULA_SOURCE_DIR "/test");
  const std::string text{std::istreambuf_iterator<char>(script), {}};
  EXPECT_NE(text.find("$(expected_time \"build/seconds-$kind\""), std::string::npos);
  EXPECT_NE(text.find(">\"build/seconds-$kind\""), std::string::npos);
}

}  // namespace
}  // namespace morula::test
