// The numbers by which the values of a swept key are placed on an axis.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <set>

#include "io/section.h"
#include "io/yaml_text.h"
#include "sweep/settings.h"
#include "sweep/sweep_figures.h"

namespace morula::sweep {
namespace {

using io::Value;

struct InnerNumber {
  std::string path;
  double number;
};

// Adds the numbers within a value: the value itself, the sides of a square or cube, or the keys of a mapping.
void add_numbers(const std::string& path, const Value& value, std::vector<InnerNumber>& leaves) {
  if (value.kind == Value::Kind::Scalar) {
    if (const auto number = io::parse_real(value.text)) leaves.push_back({path, *number});
  } else if (value.kind == Value::Kind::List && !value.items.empty()) {
    const bool alike = std::ranges::all_of(
        value.items, [&](const Value& item) { return item.text == value.items.front().text; });
    if (alike) return add_numbers(path, value.items.front(), leaves);
    for (std::size_t i = 0; i < value.items.size(); ++i)
      add_numbers(fmt::format("{}.{}", path, i), value.items[i], leaves);
  } else {
    for (const io::Entry& entry : value.entries) add_numbers(path + '.' + entry.key, entry.value, leaves);
  }
}

std::string shortened(const std::string& text) {
  constexpr std::size_t longest = 28;
  return text.size() <= longest ? text : text.substr(0, longest - 1) + "…";
}

// A number rounded to this many digits; whole numbers and words stay as they are written.
std::string rounded(const std::string& text, int digits) {
  const auto number = io::parse_real(text);
  const bool is_whole = text.find_first_not_of("+-0123456789") == std::string::npos;
  if (!number || is_whole) return text;
  const bool has_more_before_the_point = std::abs(*number) >= 1000 && std::abs(*number) < 1e6;
  return has_more_before_the_point && digits <= 6 ? fmt::format("{:.0f}", *number)
                                                  : fmt::format("{:.{}g}", *number, digits);
}

std::string name_of(const Value& value, int digits) {
  const bool sides = value.kind == Value::Kind::List && !value.items.empty() &&
                     std::ranges::all_of(value.items, [](const Value& item) {
                       return item.kind == Value::Kind::Scalar && io::parse_real(item.text);
                     });
  if (value.kind == Value::Kind::Scalar) return shortened(rounded(value.text, digits));
  if (!sides) return shortened(io::to_flow_yaml(value));
  std::string name;
  for (const Value& item : value.items) name += (name.empty() ? "" : " × ") + rounded(item.text, digits);
  return name;
}

// The values with three digits, or with as many as are needed to distinguish them.
std::vector<std::string> names_of(const std::vector<Value>& values, std::size_t distinct) {
  constexpr int most_digits = 17;
  std::vector<std::string> names;
  for (int digits = 3; digits <= most_digits; ++digits) {
    names.clear();
    for (const Value& value : values) names.push_back(name_of(value, digits));
    if (std::set<std::string>(names.begin(), names.end()).size() == distinct) break;
  }
  return names;
}

// The path of the first inner number that differs between all values of the key.
std::optional<std::string> telling_leaf(const std::vector<std::vector<InnerNumber>>& leaves,
                                        std::size_t values) {
  for (const InnerNumber& candidate : leaves.front()) {
    std::set<double> numbers;
    bool everywhere = true;
    for (const auto& of_point : leaves) {
      const auto found = std::ranges::find(of_point, candidate.path, &InnerNumber::path);
      everywhere &= found != of_point.end();
      if (found != of_point.end()) numbers.insert(found->number);
    }
    if (everywhere && numbers.size() == values) return candidate.path;
  }
  return std::nullopt;
}

// True if the values are spaced more evenly by their ratios than by their differences.
bool looks_logarithmic(std::vector<double> numbers) {
  std::ranges::sort(numbers);
  const auto doubles = std::ranges::unique(numbers);
  numbers.erase(doubles.begin(), doubles.end());
  if (numbers.size() < 3 || numbers.front() <= 0) return false;
  double narrowest = std::numeric_limits<double>::infinity(), widest = 0;
  for (std::size_t i = 1; i < numbers.size(); ++i) {
    narrowest = std::min(narrowest, numbers[i] - numbers[i - 1]);
    widest = std::max(widest, numbers[i] - numbers[i - 1]);
  }
  return widest > 4 * narrowest && numbers.back() > 8 * numbers.front();
}

SweptAxis axis_of(const Plan& plan, std::size_t key) {
  SweptAxis axis;
  std::vector<Value> values;
  // Position of each distinct value, in the order of first occurrence.
  std::map<std::string, std::size_t> order;
  std::vector<std::size_t> places;
  std::vector<std::vector<InnerNumber>> leaves;
  for (const PlannedPoint& point : plan.points) {
    values.push_back(io::parse_document(point.settings[key], "").root);
    places.push_back(order.insert({canonical_text(values.back()), order.size()}).first->second);
    add_numbers(plan.keys[key].key, values.back(), leaves.emplace_back());
  }
  axis.values = order.size();
  const auto leaf = telling_leaf(leaves, axis.values);
  axis.title = leaf.value_or(plan.keys[key].key);
  std::vector<Value> named = values;
  for (std::size_t point = 0; point < values.size(); ++point)
    if (leaf && values[point].kind == Value::Kind::Map) {
      named[point] = Value{};
      named[point].kind = Value::Kind::Scalar;
      named[point].text =
          fmt::format("{}", std::ranges::find(leaves[point], *leaf, &InnerNumber::path)->number);
    }
  axis.names = names_of(named, axis.values);
  for (std::size_t point = 0; point < values.size(); ++point) {
    const double number = leaf ? std::ranges::find(leaves[point], *leaf, &InnerNumber::path)->number
                               : static_cast<double>(places[point] + 1);
    axis.at.push_back(number);
    if (!leaf && axis.labels.size() == places[point]) axis.labels.push_back({number, axis.names[point]});
  }
  axis.logarithmic = leaf && (plan.keys[key].logarithmic || looks_logarithmic(axis.at));
  return axis;
}

}  // namespace

std::vector<SweptAxis> swept_axes(const Plan& plan) {
  std::vector<SweptAxis> axes;
  for (std::size_t key = 0; key < plan.keys.size(); ++key) axes.push_back(axis_of(plan, key));
  return axes;
}

}  // namespace morula::sweep
