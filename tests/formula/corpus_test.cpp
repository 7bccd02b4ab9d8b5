// Wrong formulas give the expected messages.
#include <gtest/gtest.h>

#include "tests/formula/formulas.h"
#include "tests/support/corpus.h"

namespace morula::test {
namespace {

TEST(FormulaCorpus, EveryBadFormulaGetsItsMessage) {
  expect_complaints("formula", ".formula", [](const std::string& text, const std::string& name) {
    try {
      compiled(text);
    } catch (const formula::FormulaError& error) {
      throw SpecError({name, error.place.line, error.place.column}, "", error.what());
    }
  });
}

}  // namespace
}  // namespace morula::test
