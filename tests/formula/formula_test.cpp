// The meaning of formulas, as defined in docs/formulas.md.
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/formula/formulas.h"

namespace morula::test {
namespace {

using namespace formula;

Evaluated whole(std::int64_t value) { return value; }
bool is_true(const std::string& text) { return std::get<bool>(value_of(text)); }

TEST(Formula, BindsAsThePageSays) {
  EXPECT_EQ(value_of("1 + 2 * 3 ^ 2"), whole(19));
  EXPECT_EQ(value_of("-2 ^ 2"), whole(-4));
  EXPECT_EQ(value_of("2 ^ 3 ^ 2"), whole(512));
  EXPECT_EQ(value_of("2.0 ^ -1"), Evaluated(0.5));
  EXPECT_EQ(value_of("7 - 2 - 1"), whole(4));
  EXPECT_EQ(value_of("24 // 4 // 3"), whole(2));
  EXPECT_TRUE(is_true("not 1 == 2 and true or false"));
  EXPECT_TRUE(is_true("true or false and false"));
  EXPECT_EQ(value_of("if true then 1 else 2 + 10"), whole(1));
  EXPECT_EQ(value_of("(if true then 1 else 2) + 10"), whole(11));
  EXPECT_EQ(value_of("if false then 1 else if false then 2 else 3"), whole(3));
  EXPECT_EQ(value_of("1 # the first\n + 2"), whole(3));
}

TEST(Formula, DividesWholeNumbersDownwards) {
  EXPECT_EQ(value_of("7 // 2"), whole(3));
  EXPECT_EQ(value_of("-7 // 2"), whole(-4));
  EXPECT_EQ(value_of("-7 % 2"), whole(1));
  EXPECT_EQ(value_of("7 % -2"), whole(-1));
  EXPECT_EQ(value_of("7 / 2"), Evaluated(3.5));
  EXPECT_EQ(value_of("4 / 2"), Evaluated(2.0));
}

TEST(Formula, RoundsHalvesAwayFromZero) {
  EXPECT_EQ(value_of("round(2.5)"), whole(3));
  EXPECT_EQ(value_of("round(-2.5)"), whole(-3));
  EXPECT_EQ(value_of("round(0.49999999999999994)"), whole(0));
  EXPECT_EQ(value_of("floor(-0.5)"), whole(-1));
  EXPECT_EQ(value_of("ceil(-0.5)"), whole(0));
}

TEST(Formula, ComparesWholeNumbersWithRealsExactly) {
  EXPECT_FALSE(is_true("9007199254740993 == 9007199254740992.0"));
  EXPECT_TRUE(is_true("9007199254740993 > 9007199254740992.0"));
  EXPECT_TRUE(is_true("9223372036854775807 < 9223372036854775808.0"));
  EXPECT_TRUE(is_true("3 == 3.0"));
  EXPECT_TRUE(is_true("true == 1"));
}

TEST(Formula, CountsTruthValuesAsNumbers) {
  EXPECT_EQ(value_of("(1 < 2) + (3 < 4)"), whole(2));
  EXPECT_EQ(value_of("(1 < 2) * 0.5"), Evaluated(0.5));
  EXPECT_EQ(value_of("(1 < 2) ^ 1"), whole(1));
}

TEST(Formula, IsAsPreciseAsItsTypes) {
  EXPECT_EQ(value_of("0.1 + 0.2"), Evaluated(0.1 + 0.2));
  EXPECT_EQ(value_of("10 ^ 18"), whole(1'000'000'000'000'000'000));
  EXPECT_EQ(value_of("hill(3.0, 3.0, 4)"), Evaluated(0.5));
  EXPECT_EQ(value_of("clamp(7, 0, 5)"), whole(5));
  EXPECT_EQ(value_of("min(3, 2.5, 4)"), Evaluated(2.5));
  EXPECT_EQ(value_of("exp(1000) > 10.0 ^ 300"), Evaluated(true)) << "infinity is a number";
}

TEST(Formula, FailsWhereThereIsNoAnswer) {
  for (const char* failing :
       {"1 / x", "1 // x", "1 % x", "1.0 / growth", "sqrt(growth - 1)", "log(growth)", "0.0 ^ (x - 1)",
        "2 ^ (x - 1)", "9223372036854775807 + (x + 1)", "-9223372036854775807 - (x + 2)",
        "4000000000 * (x + 4000000000)", "exp(1000) - exp(1000)", "exp(1000) * growth", "floor(exp(44.0))",
        "sin(growth + 1000001)", "(growth - 2.0) ^ 0.5", "10 ^ (x + 19)",
        "abs(-9223372036854775807 - 1 + x)"})
    EXPECT_THROW(value_of(failing), Failure) << failing;
}

TEST(Formula, CannotFailWhereItIsNotTaken) {
  EXPECT_EQ(value_of("if x != 0 then 1 // x else 7"), whole(7));
  EXPECT_FALSE(is_true("x != 0 and 1 // x > 0"));
  EXPECT_TRUE(is_true("x == 0 or 1 // x > 0"));
  EXPECT_FALSE(is_true("x != 0 and (y != 0 or 1 % x == 0)"));
  EXPECT_THROW(value_of("x == 0 and 1 // x > 0"), Failure);
  EXPECT_THROW(value_of("if x == 0 then 1 // x else 7"), Failure);
}

TEST(Formula, NamesWhatFailed) {
  Program program = compiled("if x == 0 then 10 + 3 // (x * y) else 1");
  drop_unused(program);
  Interpreter interpreter(std::make_shared<const Code>(program));
  for (std::size_t k = 0; k < program.inputs.size(); ++k) interpreter.whole_input(k)[0] = 0;
  EXPECT_TRUE(interpreter.evaluate(1));
  const Instruction& failing = program.instructions[interpreter.failing_instruction()];
  EXPECT_EQ(failing.operation, Operation::FloorDivide);
  EXPECT_EQ(failing.place, (Place{1, 23}));
}

// Failures that are known to be impossible are not checked at every site.
TEST(Formula, ChecksOnlyWhatCanFail) {
  const auto checks = [](const std::string& text) {
    const Program program = compiled(text);
    return std::ranges::count(program.instructions, true, &Instruction::can_fail);
  };
  EXPECT_EQ(checks("(state + 1) % 3"), 0);
  EXPECT_EQ(checks("(x - 512) ^ 2 + (y - 512) ^ 2 < 100 ^ 2"), 0);
  EXPECT_EQ(checks("growth * 0.5 + 1 < x"), 0);
  EXPECT_EQ(checks("step * step * step"), 2);
  EXPECT_EQ(checks("x // state"), 1);
}

TEST(Formula, SaysWhetherItNeedsDoubles) {
  EXPECT_FALSE(compiled("(state + 1) % 3 == fire").needs_doubles());
  EXPECT_TRUE(compiled("state / 2 > 1").needs_doubles());
}

TEST(Formula, IsBoundedInLengthDepthAndSize) {
  const auto repeated = [](const std::string& text, int count) {
    std::string repetitions;
    for (int i = 0; i < count; ++i) repetitions += text;
    return repetitions;
  };
  EXPECT_THROW(compiled(repeated(" ", 10'001) + "1"), FormulaError);
  EXPECT_THROW(compiled(repeated("(", 101) + "1" + repeated(")", 101)), FormulaError);
  EXPECT_THROW(compiled(repeated("-", 101) + "1"), FormulaError);
  EXPECT_THROW(compiled(repeated("not ", 101) + "true"), FormulaError);
  EXPECT_THROW(compiled(repeated("2^", 101) + "1"), FormulaError);
  EXPECT_THROW(compiled("1" + repeated("+1", 1001)), FormulaError);
  EXPECT_EQ(value_of("1" + repeated("+1", 999)), whole(1000));
  EXPECT_EQ(value_of(repeated("(", 99) + "1" + repeated(")", 99)), whole(1));
}

// A formula of the largest size needs only as many registers as it has values at the same time.
TEST(Formula, OfTheLargestSizeNeedsFewRegisters) {
  std::string text = "x";
  for (int i = 0; i < 499; ++i) text += i % 2 ? " * 2" : " + y";
  EXPECT_LT(Code(compiled(text)).registers(), 8u);
}

TEST(Formula, IsWrittenAgainWithAllItsParentheses) {
  EXPECT_EQ(text_of(parse("if not x>1 and y==2 then -x ^ 2+1 else min( x,y )")),
            "if ((not (x > 1)) and (y == 2)) then ((-(x ^ 2)) + 1) else min(x, y)");
}

TEST(Formula, KnowsWhichNamesCanBeGiven) {
  EXPECT_EQ(wrong_with_name("tree_2"), "");
  EXPECT_NE(wrong_with_name("2trees"), "");
  EXPECT_NE(wrong_with_name("old tree"), "");
  EXPECT_NE(wrong_with_name(""), "");
  EXPECT_NE(wrong_with_name("and"), "");
  EXPECT_NE(wrong_with_name("min"), "");
}

}  // namespace
}  // namespace morula::test
