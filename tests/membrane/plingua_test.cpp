#include "models/membrane/read/plingua.h"

#include <gtest/gtest.h>

#include "models/membrane/read/check.h"
#include "models/membrane/read/print.h"
#include "tests/membrane/reference.h"
#include "tests/membrane/systems.h"
#include "tests/support/corpus.h"

namespace morula::membrane::test {
namespace {

std::string rules_of(const std::string& body) {
  std::string text;
  for (const System& system = read("def main() { @mu = [[]'h]'s; " + body + "}").system;
       const Rule& rule : system.rules)
    text += to_string(system, rule) + "; ";
  return text;
}
std::string contents_of(const std::string& body) {
  const System system = read("def main() { @mu = []'h; " + body + "}").system;
  return to_string(system, system.membranes[0].contents);
}

TEST(PLingua, EveryKindOfRuleIsReadInEveryNotation) {
  EXPECT_EQ(rules_of("+[a --> b*2, c]'h;"), "+[a --> b*2, c]'h; ");
  EXPECT_EQ(rules_of("[a --> #]'h; [a -> ]'h;"), "[a --> #]'h; [a --> #]'h; ");
  EXPECT_EQ(rules_of("[a, b*2, c*3 --> a*2, b*4, c*6]'h;"), "[a, b*2, c*3 --> a*2, b*4, c*6]'h; ");
  EXPECT_EQ(rules_of("a []'h --> +[b]; a-[]'h->[b]'h;"), "a []'h --> +[b]; a -[]'h --> [b]; ");
  EXPECT_EQ(rules_of("[a]'h --> -[] b; [a]'h --> b -[]'h; [a]'h --> b +[]; [a]'h --> +[]'h;"),
            "[a]'h --> -[] b; [a]'h --> -[] b; [a]'h --> +[] b; [a]'h --> +[]; ");
  EXPECT_EQ(rules_of("[a]'h --> b; [a]'h --> ; [a]'h --> #;"), "[a]'h --> b; [a]'h --> #; [a]'h --> #; ");
  EXPECT_EQ(rules_of("[a]'h --> +[b] -[c]; -[a]'h-->[]'h[c]'h;"), "[a]'h --> +[b] -[c]; -[a]'h --> [] [c]; ");
}

TEST(PLingua, TheLastRangeIsTheOutermostLoop) {
  EXPECT_EQ(rules_of("[a{i,j} --> #]'h : i<j<=3, 1<=i<=3;"),
            "[a{1,2} --> #]'h; [a{1,3} --> #]'h; [a{2,3} --> #]'h; ");
  EXPECT_EQ(rules_of("{ [a{i} --> #]'h; ; [b --> a{i}]'h : 1=<j<2; } : 0 < i < 3;"),
            "[a{1} --> #]'h; [b --> a{1}]'h; [a{2} --> #]'h; [b --> a{2}]'h; ");
  EXPECT_EQ(rules_of("[a{i,j} --> #]'h : 1<=j<=2, 1<=i<=2, i <> j;"), "[a{1,2} --> #]'h; [a{2,1} --> #]'h; ");
}

TEST(PLingua, EqualsOverwritesAtEachRoundAndPlusEqualsAccumulates) {
  EXPECT_EQ(contents_of("@ms(h) = w{k} : 1<=k<=3;"), "w{3}");
  EXPECT_EQ(contents_of("@ms(h) += w{k} : 1<=k<=3;"), "w{1}, w{2}, w{3}");
  EXPECT_EQ(contents_of("@ms(h) = a*2; @ms(h) += a*3, b*0, c;"), "a*5, c");
  EXPECT_EQ(contents_of("@MS(h) = #;"), "#");
}

TEST(PLingua, ExpressionsAreWholeNumberArithmetic) {
  EXPECT_EQ(contents_of("let n = 2+3*4; m = (2+3)*4; @ms(h) = a{n, m, n%5, -n/3, 2^3^2, -2^2};"),
            "a{14,20,4,-4,512,-4}");
}

TEST(PLingua, DefinitionsAreCalledWithTheirParameters) {
  const std::string text =
      "n = 3; def rules(k, l) { [a{k} --> a{l}]'{k}; if(k); }\n"
      "Def if(k) { @ms({k}) += b{k+n}; }\n"
      "def main() { @mu = [[]'2]'1; CALL rules(1, 2); rules(2, 1); }";
  EXPECT_EQ(
      print_plingua(read(text).system),
      "@model<membrane_division>\n\ndef main()\n{\n  @mu = [[]'2]'1;\n  @ms(1) = b{4};\n  @ms(2) = b{5};\n"
      "  [a{1} --> a{2}]'1;\n  [a{2} --> a{1}]'2;\n}\n");
}

TEST(PLingua, MembranesMayBeAddedToOthers) {
  const System system =
      read("def main() { @mu = [+[]'2]'1; {@mu(1) += [[]'3]'2;} : 1<=i<=2; @mu(3) += -[]'4; }").system;
  EXPECT_NE(print_plingua(system).find("@mu = [+[]'2 [[-[]'4]'3]'2 [[-[]'4]'3]'2]'1;"), std::string::npos)
      << print_plingua(system);
  for (u32 i = 1; i < system.membranes.size(); ++i) EXPECT_LT(system.membranes[i].parent, i);
}

TEST(PLingua, ModelsArePlingua4sOr5s) {
  for (const std::string head :
       {"@model<membrane_division>", "@variant<membrane_division>",
        "@include <membrane_division>; @model<membrane_division>;",
        "@include \"membrane_division_model.pli\"",
        "!dam_evolution { ?[a -> v]'h; } @model(membrane_division) = dam_evolution, @1{dam_send_in, "
        "dam_division};"})
    EXPECT_EQ(read(head + "\ndef main() { @mu = []'1; }").system.membranes.size(), 1u) << head;
}

// The same in UTF-8 and in Latin-1. A non-breaking space is a blank.
TEST(PLingua, NamesHaveTheLettersOfOtherAlphabets) {
  const std::string in_utf8 =
      "def main() { @mu = []'1;\xC2\xA0@ms(1) = ni\xC3\xB1o; [ni\xC3\xB1o --> \xC3\xA1rbol]'1; }";
  const std::string in_latin1 = "def main() { @mu = []'1;\xA0@ms(1) = ni\xF1o; [ni\xF1o --> \xE1rbol]'1; }";
  const std::vector<std::string> objects = {"ni\xC3\xB1o", "\xC3\xA1rbol"};
  EXPECT_EQ(read(in_utf8).system.objects, objects);
  EXPECT_EQ(read(in_latin1).system.objects, objects);
}

// The first example of docs/p-lingua.md.
TEST(PLingua, TheExampleOfThePageOnTheLanguageHasNoWarnings) {
  const std::string page = io::read_file(MORULA_SOURCE_DIR "/docs/p-lingua.md");
  const std::size_t begin = page.find("```\n") + 4;
  const PLingua example = read(page.substr(begin, page.find("```", begin) - begin));
  EXPECT_EQ(example.system.rules.size(), 5u);
  EXPECT_EQ(example.system.membranes.size(), 2u);
  EXPECT_TRUE(example.warnings.empty() && warnings_of(example.system, "page").empty());
}

TEST(PLingua, WhatIsExpandedReadsBack) {
  const System system = read(sat_plingua(known_formula)).system;
  EXPECT_EQ(print_plingua(read(print_plingua(system)).system), print_plingua(system));
}

TEST(PLingua, WarnsOfWhatIsMostLikelyAMistake) {
  std::string warnings;
  const PLingua mistaken = read(
      "def main() { @mu = [[]'2]'1;\n@ms(2) = a*n;\n[a --> b]'2;\n+[b]'2 --> c;\n[b]'2 --> [] d;\n"
      "[d{i} --> d]'1 : 1<=i<=2;\n[d --> c]'3;\n[d]'1 --> c; }\nn = 4 // half of it\n;");
  for (const auto& problems : {mistaken.warnings, warnings_of(mistaken.system, "test.pli")})
    for (const Problem& warning : problems) warnings += to_string(warning) + "\n";
  EXPECT_EQ(warnings,
            "test.pli:9:7: '//' begins a comment here; in P-Lingua 4 it divides whole numbers: write '/' for "
            "that\n"
            "test.pli:4:1: this rule can never apply\n"
            "test.pli:6:1: none of these 2 rules can ever apply\n"
            "test.pli:7:1: this rule can never apply\n"
            "test.pli:8:1: this rule can never apply\n"
            "test.pli: no rule consumes this object: c\n"
            "test.pli: no membrane has this label: 3\n");
}

TEST(PLingua, EveryBadFileGetsItsMessage) {
  morula::test::expect_complaints("plingua", ".pli", [](const std::string& text, const std::string& name) {
    read_plingua({name, text}, [](const std::string&) { return std::nullopt; });
  });
}

TEST(Dimacs, EveryBadFileGetsItsMessage) {
  morula::test::expect_complaints(
      "dimacs", ".cnf", [](const std::string& text, const std::string& name) { read_dimacs(text, name); });
}

TEST(Dimacs, AFormulaIsReadOverAnyNumberOfLines) {
  const Formula formula = read_dimacs("c two clauses\np cnf 3 3\n1\n-2 0 3 3\n0 0\n%\n0\n", "test.cnf");
  EXPECT_EQ(formula.variables, 3u);
  EXPECT_EQ(formula.clauses, (std::vector<std::vector<int>>{{1, -2}, {3}, {}}));
}

// A file that the program itself writes must not cause warnings.
TEST(Dimacs, ASystemOfAFormulaHasNoWarnings) {
  for (const char* formula :
       {"p cnf 1 1\n1 0\n", "p cnf 1 1\n-1 0\n", "p cnf 2 2\n1 2 0\n1 0\n", "p cnf 3 2\n-1 -2 0\n-3 0\n",
        "p cnf 3 3\n1 -2 0\n2 -3 0\n-1 3 0\n", "p cnf 4 1\n2 0\n", "p cnf 2 2\n1 -1 0\n2 0\n"}) {
    const PLingua made = read(sat_plingua(read_dimacs(formula, "f.cnf")));
    std::string warnings;
    for (const auto& problems : {made.warnings, warnings_of(made.system, "f.pli")})
      for (const Problem& warning : problems) warnings += to_string(warning) + "\n";
    EXPECT_EQ(warnings, "") << formula << print_plingua(made.system);
  }
}

TEST(PLingua, MembranesAreAddedInTheThousands) {
  const System system = read(
                            "def main() { @mu = []'s; @mu(s) += []'{i} : 1<=i<=20000; @ms({i}) = a{i} : "
                            "1<=i<=20000; }")
                            .system;
  EXPECT_EQ(system.membranes.size(), 20001u);
  EXPECT_EQ(system.membranes[7].contents.size(), 1u);
}

TEST(PLingua, TheKnownFormulaHaltsAfter41Steps) {
  const System system = read(sat_plingua(known_formula)).system;
  Reference reference(system, {});
  int steps = 0;
  while (reference.step()) ++steps;
  EXPECT_EQ(steps, 41);
  const Configuration end = reference.configuration();
  EXPECT_EQ(to_string(system, end.environment), "t, Yes");
  EXPECT_EQ(end.membranes.size(), 65u);
}

}  // namespace
}  // namespace morula::membrane::test
