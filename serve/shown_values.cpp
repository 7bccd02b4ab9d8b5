#include "serve/shown_values.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "runner/frame_legend.h"

namespace morula::serve {

using io::Json;

ShownValues::ShownValues(Model& model, const View& view)
    : view_(view), field_(view.field), class_of_(model.classes(view)) {
  const auto fields = model.fields();
  const auto has_name = [&](const std::string& name) {
    return [&](const StateField& field) {
      return field.name == name && field.extent == view.field.extent &&
             field.dimensions == view.field.dimensions;
    };
  };
  const auto found = std::ranges::find_if(fields, has_name(view.name));
  is_of_state_ = found != fields.end();
  if (is_of_state_) {
    field_ = *found;
    field_.replicas = 0;  // only the first replica is shown
  } else if (view.graded && std::ranges::any_of(fields, has_name(view.field.name))) {
    number_of_ = model.numbers(view);
  }
  if (view.graded && !is_of_state_ && !number_of_) limits_ = model.level_limits(view);
}

std::uint64_t ShownValues::key(std::uint64_t value) const {
  // A view without a dataset shows the values of the state, so that different cells with the same colour
  // differ.
  if (is_of_state_ || view_.dataset.empty() || !class_of_) return value;
  return class_of_(value);
}

Json ShownValues::described(std::uint64_t value) const {
  if (view_.graded) {
    const auto shown = number(value);
    if (shown) return *shown;
    return view_.names.empty() || view_.names.front().empty() ? Json() : Json(view_.names.front());
  }
  const bool has_named_classes = !view_.dataset.empty() || field_.type == ValueType::U8;
  if (!has_named_classes) return number_of(field_, value);
  return name_of_class(view_, class_of_ ? class_of_(value) : static_cast<std::uint32_t>(value));
}

std::optional<double> ShownValues::number(std::uint64_t value) const {
  if (number_of_) {
    const double number = number_of_(value);
    return std::isfinite(number) ? std::optional(number) : std::nullopt;
  }
  if (is_of_state_ && field_.type == ValueType::F64) return std::bit_cast<double>(value);
  if (view_.counts) return value == 0 ? std::nullopt : std::optional(static_cast<double>(value - 1));
  const std::uint32_t level = class_of_ ? class_of_(value) : static_cast<std::uint32_t>(value);
  if (level == 0 || !limits_ || view_.classes < 3) return std::nullopt;
  return std::round(limits_->lowest + (limits_->highest - limits_->lowest) * (level - 1) /
                                          static_cast<double>(view_.classes - 2));
}

Json number_of(const Field& field, std::uint64_t value) {
  switch (field.type) {
    case ValueType::F64: {
      const auto real = std::bit_cast<double>(value);
      return std::isfinite(real) ? Json(real) : Json();
    }
    case ValueType::I32:
      return static_cast<std::int64_t>(static_cast<std::int32_t>(value));
    case ValueType::I64:
      return static_cast<std::int64_t>(value);
    default:
      return value;
  }
}

}  // namespace morula::serve
