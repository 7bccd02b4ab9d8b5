// Wrong model files and patterns get the expected messages.
#include "tests/support/corpus.h"

#include <gtest/gtest.h>

#include "models/automaton/read/rle_reader.h"
#include "models/catalogue.h"

namespace morula::test {
namespace {

TEST(Corpus, EveryBadModelFileGetsItsMessage) {
  expect_complaints("model", ".yaml", [](const std::string& text, const std::string& name) {
    read_spec(io::parse_document(text, name), corpus);
  });
}

TEST(Corpus, EveryBadPatternGetsItsMessage) {
  expect_complaints("rle", ".rle",
                    [](const std::string& text, const std::string& name) { parse_rle(text, name); });
}

}  // namespace
}  // namespace morula::test
