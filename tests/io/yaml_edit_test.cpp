// Values of a YAML text are changed in place; what cannot be changed in place is written again.
#include "io/yaml_edit.h"

#include <gtest/gtest.h>

namespace morula::io {
namespace {

const std::string model = R"(# a comment
model: interaction
seed: 1          # the seed
lattice: {size: [500, 500], boundary: periodic}  # small
interaction:
  species: [red, blue]
  rates: {mobility: 0.5, "a#b": 'it''s'}
  # more
  order: parallel
initial: {fractions: equal}
)";

std::string with(const std::string& text, const std::vector<std::string>& assignments) {
  Document document = parse_document(text, "model.yaml");
  for (const std::string& assignment : assignments) apply_override(document, assignment);
  const std::string edited = edited_yaml(text, document.root);
  EXPECT_TRUE(same_values(parse_document(edited, "").root, document.root)) << edited;
  return edited;
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos);
  return text.replace(at, from.size(), to);
}

TEST(EditedYaml, LeavesAnUnchangedTextAsItIs) { EXPECT_EQ(with(model, {}), model); }

TEST(EditedYaml, ChangesWordsListsAndMapsInPlace) {
  EXPECT_EQ(with(model, {"seed=7"}), replaced(model, "seed: 1 ", "seed: 7 "));
  EXPECT_EQ(with(model, {"lattice.size=[64,32]"}), replaced(model, "[500, 500]", "[64, 32]"));
  EXPECT_EQ(with(model, {"lattice.size=[64,32,16]"}), replaced(model, "[500, 500]", "[64, 32, 16]"));
  EXPECT_EQ(with(model, {"interaction.rates.a#b=other"}), replaced(model, "'it''s'", "other"));
  EXPECT_EQ(with(model, {"initial={run: ../other run}"}),
            replaced(model, "{fractions: equal}", "{run: \"../other run\"}"));
  EXPECT_EQ(with(model, {"interaction.species=red"}), replaced(model, "[red, blue]", "red"));
}

TEST(EditedYaml, AddsWhatIsMissing) {
  EXPECT_EQ(with(model, {"steps=5", "output.series.every=2"}),
            model + "steps: 5\noutput: {series: {every: 2}}\n");
  EXPECT_EQ(with(model, {"interaction.rates.predation=0.1"}),
            replaced(model, "'it''s'", "'it''s', predation: 0.1"));
  EXPECT_EQ(with(model, {"interaction.until=extinction"}),
            replaced(model, "  order: parallel\n", "  order: parallel\n  until: extinction\n"));
  EXPECT_EQ(with("seed: 1", {"steps=2"}), "seed: 1\nsteps: 2\n");
}

TEST(EditedYaml, WritesAnewWhatItCannotChange) {
  EXPECT_EQ(with("a:\n  b: 1\n  c: 2\nd: |\n  text\n  more\n", {"a=3", "d=4"}), "a: 3\nd: 4\n");
  EXPECT_EQ(with("a: &x {b: 1}\nc: *x\n", {"c.b=2"}), "a:\n  b: 1\nc:\n  b: 2\n");
  EXPECT_EQ(with("a:\nb: 1\n", {"a=2"}), "a: 2\nb: 1\n");
}

}  // namespace
}  // namespace morula::io
