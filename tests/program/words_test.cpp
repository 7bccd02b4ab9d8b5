// Completions and the man page contain every command, since they are made from the command line.
#include <cstdlib>

#include "tests/program/workplace.h"

namespace morula::test {
namespace {

TEST(Completions, OfBashOfferCommandsOptionsAndValues) {
  const Workplace place;
  place.write("completions", place.must({"completions", "bash"}).out);
  const auto offered = [&](const std::string& words) {
    const std::string script =
        "source completions; COMP_WORDS=(" + words +
        "); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _morula; echo \"${COMPREPLY[@]}\" > out";
    EXPECT_EQ(std::system(("cd '" + (place / "").string() + "' && bash -c '" + script + "'").c_str()), 0);
    return contents(place / "out");
  };
  EXPECT_EQ(offered("morula re"), "resume report\n");
  EXPECT_EQ(offered("morula run model.yaml --ba"), "--backend\n");
  EXPECT_EQ(offered("morula run --backend o"), "opencl\n");
  EXPECT_EQ(offered("morula analyze ch"), "chaos\n");
  EXPECT_EQ(offered("morula analyze chaos --fr"), "--from\n");
}

TEST(Completions, OfOtherShellsNameEveryCommand) {
  const Workplace place;
  for (const char* shell : {"zsh", "fish"}) {
    const std::string text = place.must({"completions", shell}).out;
    for (const char* command :
         {"run", "resume", "check", "fit", "sweep", "analyze", "chaos", "report", "movie"})
      EXPECT_NE(text.find(command), std::string::npos) << shell << ' ' << command;
  }
}

TEST(ManPage, DescribesEveryCommandAndOption) {
  const std::string page = Workplace().must({"man"}).out;
  EXPECT_TRUE(page.starts_with(".TH MORULA 1 "));
  for (const char* part : {".SS morula run\n", ".SS morula analyze chaos\n", ".B \\-\\-backend\n",
                           "One of auto, cpu, cuda, opencl.", "morula run life.yaml"})
    EXPECT_NE(page.find(part), std::string::npos) << part;
}

}  // namespace
}  // namespace morula::test
