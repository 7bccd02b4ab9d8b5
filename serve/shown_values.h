// What a view shows of each site, as values that can be compared between models and told to a reader.
#pragma once

#include <optional>

#include "io/json.h"
#include "models/model.h"

namespace morula::serve {

class ShownValues {
 public:
  ShownValues(Model& model, const View& view);  // as the model stands now

  const Field& field() const { return field_; }  // whose values the calls below take
  // A key of what a view that is not graded shows for a value: two values, also of two models, have the same
  // key if the view shows the same for both.
  std::uint64_t key(std::uint64_t value) const;
  // The number that a graded view shows for a value; nothing for the background.
  std::optional<double> number(std::uint64_t value) const;
  // A number, or the name of a state as the legend has it; null where the view shows nothing.
  io::Json described(std::uint64_t value) const;

 private:
  View view_;
  Field field_;  // of the state, where it has one of the view's name: its values are not rounded to levels
  bool is_of_state_ = false;
  ClassOf class_of_;
  NumberOf number_of_;
  std::optional<LevelLimits> limits_;
};

// The number of a value of a field, as JSON; null for a number that is not finite.
io::Json number_of(const Field& field, std::uint64_t value);

}  // namespace morula::serve
