// Functions of states as expressions of bit planes: when their text is evaluated, it gives the values from
// which it was made.
#include "models/interaction/bitplane/device/state_expression.h"

#include <gtest/gtest.h>

#include <random>

#include "models/interaction/bitplane/bitplane_support.h"
#include "models/interaction/order/neighbours.h"
#include "tests/interaction/cases.h"

namespace morula::test {
namespace {

// Evaluates an expression in one state, with a parser of the few forms that occur.
class Evaluator {
 public:
  Evaluator(const std::string& text, unsigned state) : text_(text), state_(state) {}

  bool value() {
    const bool found = operand();
    EXPECT_EQ(at_, text_.size()) << text_;
    return found;
  }

 private:
  bool operand() {
    if (take("~")) return !operand();
    if (take("0u")) return false;
    if (take("PLANE(")) return plane();
    if (take("choose_bits(")) return chosen();
    EXPECT_TRUE(take("(")) << text_.substr(at_);
    const bool left = operand();
    const std::string sign = text_.substr(at_, 3);
    at_ += 3;
    const bool right = operand();
    EXPECT_TRUE(take(")"));
    return sign == " & " ? left && right : sign == " | " ? left || right : left != right;
  }

  bool plane() {
    const auto digit = static_cast<unsigned>(text_[at_++] - '0');
    EXPECT_TRUE(take(")"));
    return (state_ >> digit) & 1;
  }

  bool chosen() {
    const bool condition = operand();
    EXPECT_TRUE(take(", "));
    const bool if_true = operand();
    EXPECT_TRUE(take(", "));
    const bool if_false = operand();
    EXPECT_TRUE(take(")"));
    return condition ? if_true : if_false;
  }

  bool take(const std::string& word) {
    if (text_.compare(at_, word.size(), word) != 0) return false;
    at_ += word.size();
    return true;
  }

  const std::string& text_;
  unsigned state_;
  std::size_t at_ = 0;
};

void expect_values(const std::vector<StateValue>& values) {
  const StateExpression found = state_expression(values, "PLANE");
  for (unsigned state = 0; state < values.size(); ++state) {
    if (values[state] == StateValue::Any) continue;
    EXPECT_EQ(Evaluator(found.text, state).value(), values[state] == StateValue::Yes)
        << found.text << " in state " << state;
  }
}

TEST(StateExpression, HasTheValuesItWasMadeFrom) {
  std::mt19937 random(7);
  for (unsigned planes = 1; planes <= 8; ++planes)
    for (int i = 0; i < 20; ++i) {
      std::vector<StateValue> values(std::size_t{1} << planes);
      for (StateValue& value : values) value = static_cast<StateValue>(random() % 3);
      expect_values(values);
    }
}

TEST(StateExpression, OfTheNextStateIsShort) {
  unsigned operations = 0;
  for (unsigned digit = 0; digit < 8; ++digit) {
    std::vector<StateValue> values(256, StateValue::Any);
    for (unsigned state = 1; state < 256; ++state)
      values[state] = (state % 255 + 1) >> digit & 1 ? StateValue::Yes : StateValue::No;
    expect_values(values);
    operations += state_expression(values, "PLANE").operations;
  }
  EXPECT_LT(operations, 64u);
}

TEST(TellingDigits, TellThresholdsApart) {
  constexpr u64 half = u64{1} << 31, always = u64{1} << 32;
  EXPECT_EQ(telling_digits({}), 0u);
  EXPECT_EQ(telling_digits({half, half, 0, always}), 0u) << "only one threshold needs to be compared";
  EXPECT_EQ(telling_digits({half / 2, half}), 1u);
  EXPECT_EQ(telling_digits({half, half + half / 2}), 2u);
  EXPECT_EQ(telling_digits({half, half + 1}), 32u);
}

TEST(BitPlanes, HoldManySpeciesOnDevicesOnly) {
  InteractionSpec spec = cyclic(200, {64, 40, 1}, 2, Boundary::Periodic, 2);
  EXPECT_TRUE(uses_bit_planes(spec, Processor::Device) && !uses_tiles(spec));
  EXPECT_FALSE(uses_bit_planes(spec, Processor::Threads));
  spec.feedback = Feedback{};
  EXPECT_FALSE(uses_bit_planes(spec, Processor::Device)) << "its rates are not constants";
}

TEST(BitPlanes, AreLeftWhereExpressionsGrowTooLong) {
  InteractionSpec spec = cyclic(60, {64, 40, 1}, 2, Boundary::Periodic, 2);
  for (std::size_t i = 0; i < spec.predation.size(); ++i) spec.predation[i] = i % 61 == 0 ? 0 : 0.1;
  EXPECT_FALSE(uses_bit_planes(spec, Processor::Device));
}

}  // namespace
}  // namespace morula::test
