#include "models/interaction/bitplane/device/state_expression.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace morula {
namespace {

using Values = std::vector<StateValue>;

constexpr const char* none = "0u";
constexpr const char* every_bit = "~0u";

bool is_always(const Values& values, StateValue value) {
  return std::ranges::all_of(
      values, [&](StateValue candidate) { return candidate == value || candidate == StateValue::Any; });
}

StateValue inverted(StateValue value) {
  if (value == StateValue::Any) return value;
  return value == StateValue::Yes ? StateValue::No : StateValue::Yes;
}

Values inverted(Values values) {
  for (StateValue& value : values) value = inverted(value);
  return values;
}

// One function that serves as both, if there is one.
std::optional<Values> both(const Values& first, const Values& other) {
  Values found = first;
  for (std::size_t i = 0; i < found.size(); ++i) {
    if (found[i] == StateValue::Any) found[i] = other[i];
    if (other[i] != StateValue::Any && other[i] != found[i]) return std::nullopt;
  }
  return found;
}

// A decision tree: divides the states by their highest digit, then each half again. Halves that are equal, or
// the opposite of each other, are joined.
class Tree {
 public:
  explicit Tree(const std::string& plane) : plane_(plane) {}

  std::string text_of(const Values& values) {
    if (is_always(values, StateValue::No)) return none;
    if (is_always(values, StateValue::Yes)) return every_bit;
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    const Values low(values.begin(), middle), high(middle, values.end());
    if (const auto equal = both(low, high)) return text_of(*equal);
    const std::string digit = fmt::format("{}({})", plane_, digits_of(values.size()) - 1);
    if (const auto opposite = both(low, inverted(high))) return exclusive(digit, text_of(*opposite));
    return chosen(digit, text_of(high), text_of(low));
  }

  unsigned operations() const { return operations_; }

 private:
  static unsigned digits_of(std::size_t states) {
    unsigned digits = 0;
    while (states > std::size_t{1} << digits) ++digits;
    return digits;
  }

  std::string exclusive(const std::string& digit, const std::string& low) {
    if (low == none) return digit;
    ++operations_;
    return low == every_bit ? "~" + digit : fmt::format("({} ^ {})", digit, low);
  }

  std::string chosen(const std::string& digit, const std::string& high, const std::string& low) {
    ++operations_;
    if (high == none) return fmt::format("(~{} & {})", digit, low);
    if (low == none) return fmt::format("({} & {})", digit, high);
    if (high == every_bit) return fmt::format("({} | {})", digit, low);
    if (low == every_bit) return fmt::format("(~{} | {})", digit, high);
    return fmt::format("choose_bits({}, {}, {})", digit, high, low);
  }

  const std::string& plane_;
  unsigned operations_ = 0;
};

}  // namespace

StateExpression state_expression(const std::vector<StateValue>& values, const std::string& plane) {
  Tree tree(plane);
  const std::string text = tree.text_of(values);
  return {text, tree.operations()};
}

}  // namespace morula
