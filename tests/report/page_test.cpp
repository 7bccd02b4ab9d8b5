#include <gtest/gtest.h>

#include <filesystem>

#include "io/durable_file.h"
#include "report/base64.h"
#include "report/key_docs.h"
#include "report/model_text.h"
#include "report/page.h"
#include "report/sha256.h"

namespace morula::test {
namespace {

std::string in_hex(const std::string& bytes) {
  std::string text;
  for (const char byte : bytes) {
    constexpr const char* figures = "0123456789abcdef";
    text += figures[static_cast<unsigned char>(byte) >> 4];
    text += figures[static_cast<unsigned char>(byte) & 15];
  }
  return text;
}

// The examples of RFC 4648, section 10.
TEST(Base64, HasThePublishedAnswers) {
  EXPECT_EQ(base64(""), "");
  EXPECT_EQ(base64("f"), "Zg==");
  EXPECT_EQ(base64("fo"), "Zm8=");
  EXPECT_EQ(base64("foo"), "Zm9v");
  EXPECT_EQ(base64("foobar"), "Zm9vYmFy");
  EXPECT_EQ(base64(std::string("\xff\x00\xfe", 3)), "/wD+");
}

// The examples of FIPS 180-4.
TEST(Sha256, HasThePublishedAnswers) {
  EXPECT_EQ(in_hex(sha256("")), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(in_hex(sha256("abc")), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(in_hex(sha256("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq")),
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  EXPECT_EQ(in_hex(sha256(std::string(1'000'000, 'a'))),
            "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST(ModelText, MarksKeysAndCommentsAndEscapes) {
  EXPECT_EQ(marked_model("steps: 10  # few\n"),
            "<span class=\"key\">steps</span>: 10  <span class=\"note\"># few</span>\n");
  EXPECT_EQ(marked_model("a: {b: \"c: <d>\"}"),
            "<span class=\"key\">a</span>: {<span class=\"key\">b</span>: &quot;c: &lt;d&gt;&quot;}\n");
  EXPECT_EQ(marked_model("colour: \"#ffcc00\""), "<span class=\"key\">colour</span>: &quot;#ffcc00&quot;\n");
}

TEST(ModelText, TakesForKeysWhatYamlDoes) {
  EXPECT_EQ(marked_model("rules: |\n  not: a key\n"), "<span class=\"key\">rules</span>: |\n  not: a key\n");
}

TEST(KeyDocs, ComeFromTheTablesOfThePage) {
  const std::string page =
      "## Every family\n| key | values |\n|---|---|\n| `steps` | of [all](x.md), *k* < 3 |\n| `seed` | any "
      "|\n"
      "\n| colour | what |\n|---|---|\n| `red` | not a key |\n"
      "## automaton\n| key of `automaton.tissue` | values |\n|---|---|\n| `a`, `b` | `x \\| y` |\n"
      "## interaction\n| key | values |\n|---|---|\n| `steps` | generations |\n";
  const KeyDocs automaton("automaton", page), interaction("interaction", page);
  EXPECT_EQ(automaton.meaning("steps"), "of all, <em>k</em> &lt; 3");
  EXPECT_EQ(interaction.meaning("steps"), "generations");
  EXPECT_EQ(interaction.meaning("seed"), "any");
  EXPECT_EQ(automaton.meaning("automaton.tissue.b"), "<code>x | y</code>");
  EXPECT_EQ(automaton.known_part("automaton.tissue.a.box.from"), "automaton.tissue.a");
  EXPECT_EQ(automaton.known_part("red"), "");
  EXPECT_EQ(interaction.known_part("automaton.tissue.a"), "");
}

// A report explains every key that an example uses, and every link in it has a target.
TEST(KeyDocs, ExplainEveryKeyOfTheExamples) {
  int files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(MORULA_SOURCE_DIR "/examples")) {
    if (entry.path().extension() != ".yaml") continue;
    ++files;
    Page page("report");
    add_model_text(page, io::read_file(entry.path()));
    const std::string text = page.text();
    EXPECT_EQ(text.find("<span class=\"key\">"), std::string::npos) << entry.path();
    std::size_t links = 0;
    const std::string link = "href=\"#";
    for (std::size_t at = text.find(link); at != std::string::npos; at = text.find(link, at + 1), ++links) {
      const std::size_t begin = at + link.size();
      const std::string id = text.substr(begin, text.find('"', begin) - begin);
      EXPECT_NE(text.find("<dt id=\"" + id + "\">"), std::string::npos) << id;
    }
    EXPECT_GT(links, 5u) << entry.path();
  }
  EXPECT_GT(files, 20);
}

TEST(Page, LoadsAndRunsNothingButItsOwn) {
  Page page("a & b");
  page.section("Facts");
  page.paragraph("<script>alert(1)</script>");
  page.download("small.csv", "a,b\n", "text/csv");
  page.download("large.csv", std::string(400'000, 'x'), "text/csv");
  const std::string text = page.text();
  const auto has = [&](const std::string& part) { return text.find(part) != std::string::npos; };
  EXPECT_TRUE(has("<title>a &amp; b</title>"));
  EXPECT_TRUE(has("content=\"default-src 'none'; img-src data:; style-src 'sha256-"));
  EXPECT_TRUE(has("&lt;script&gt;alert(1)"));
  EXPECT_TRUE(has("<a href=\"data:text/csv;base64,YSxiCg==\" download=\"small.csv\">"));
  EXPECT_TRUE(has("<a href=\"large.csv\">large.csv</a> (beside this page)"));
  EXPECT_TRUE(page.has_room_for(4'000'000));
  EXPECT_FALSE(page.has_room_for(5'000'000));
  EXPECT_FALSE(has("https://"));
  EXPECT_FALSE(has(" style=\"")) << "which its own policy forbids";
}

}  // namespace
}  // namespace morula::test
