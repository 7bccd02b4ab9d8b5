// Assembles texts, makes compilers' messages readable, and compares the names of the two dialects.
#include "gpu/source.h"

#include <gtest/gtest.h>

#include <set>
#include <sstream>
#include <string>

#include "texts/morula_gpu.h"

namespace morula::gpu {

namespace {

constexpr Text first{"first.h", "line one\n  line two  \n"};
constexpr Text second{"my_first.h", "other one\nother two\n"};
const Source example{"example", {first, second}, {{"RATE", "12u"}}};

const std::string whole = assemble({"dialect.h", "dialect"}, example);

std::string word_before(const std::string& line, char mark) {
  const auto end = line.find(mark);
  const auto start = line.find_last_of(' ', end) + 1;
  return line.substr(start, end - start);
}

// The names that a dialect defines: macros, types and functions.
std::set<std::string> names_in(const Text& dialect) {
  std::set<std::string> names;
  std::istringstream lines{std::string(dialect.body)};
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("#define ")) names.insert(line.substr(8, line.find_first_of(" (", 8) - 8));
    if (line.starts_with("typedef ")) names.insert(word_before(line, ';'));
    if (line.starts_with("RULE ")) names.insert(word_before(line, '('));
  }
  return names;
}

}  // namespace

TEST(Sources, AreAssembledInOrder) {
  EXPECT_EQ(
      whole,
      "#line 1 \"dialect.h\"\ndialect\n#line 1 \"defines\"\n#define RATE 12u\n"
      "#line 1 \"first.h\"\nline one\n  line two  \n\n#line 1 \"my_first.h\"\nother one\nother two\n\n");
}

TEST(Sources, DefineNumbersWideEnough) {
  Source source;
  source.define("SMALL", 7).define("LARGE", ~std::uint64_t{0}).define("TYPE", "u8");
  EXPECT_EQ(source.defines[0].value, "7u");
  EXPECT_EQ(source.defines[1].value, "18446744073709551615u");
  EXPECT_EQ(source.defines[2].value, "u8");
}

TEST(Logs, ShowTheLineThatClangNames) {
  EXPECT_EQ(annotate("first.h:2:5: error: no\n", example, whole), "first.h:2:5: error: no\n    line two\n");
  EXPECT_EQ(annotate("error: /tmp/first.h:1:5: no", example, whole),
            "error: /tmp/first.h:1:5: no\n    line one\n");
}

TEST(Logs, ShowTheLineThatNvrtcNames) {
  EXPECT_EQ(annotate("my_first.h(2): error: no\n", example, whole),
            "my_first.h(2): error: no\n    other two\n");
}

TEST(Logs, NameTheFileWhereACompilerCountsTheWholeText) {
  EXPECT_EQ(annotate("<kernel>:7:3: error: no\n", example, whole), "first.h:2:3: error: no\n    line two\n");
  EXPECT_EQ(annotate("<kernel>:10:1: error\n<kernel>:x\n", example, whole),
            "my_first.h:1:1: error\n    other one\n<kernel>:x\n");
}

TEST(Logs, ShowNoLineTwice) {
  const std::string log = "first.h(2): error: no\n  line two\n  ^\n";
  EXPECT_EQ(annotate(log, example, whole), log);
}

TEST(Logs, StayAsTheyAreWhenTheyNameNoLine) {
  for (const std::string log : {"", "all is well\n", "first.h: no\n", "first.h:99:1: no\n", "first.h(2 no\n",
                                "first.h:0: no\n", "unknown.h:1: no\n", "first.h:\n", "first.h"})
    EXPECT_EQ(annotate(log, example, whole), log.empty() || log.back() == '\n' ? log : log + "\n");
}

TEST(Dialects, GiveTheSameNames) {
  const auto cuda = names_in(text::gpu::dialect::cuda), opencl = names_in(text::gpu::dialect::opencl);
  EXPECT_GT(cuda.size(), 20u);
  EXPECT_EQ(cuda, opencl);
  for (const char* name : {"KERNEL", "LOCAL_ATOMIC_ADD", "u64", "global_id"})
    EXPECT_TRUE(cuda.count(name)) << name;
}

TEST(Texts, AreEmbeddedWithTheirLines) {
  EXPECT_EQ(text::core::philox.name, "core/philox.h");
  EXPECT_EQ(text::core::philox.body.find("#include"), std::string_view::npos);
  EXPECT_NE(text::core::draw.body.find("RULE u32x4 draw("), std::string_view::npos);
}

}  // namespace morula::gpu
