// What a view shows of each site, as values that can be compared between models and shown as text.
#pragma once

#include <optional>

#include "io/json.h"
#include "models/model.h"

namespace morula::serve {

class ShownValues {
 public:
  ShownValues(Model& model, const View& view);  // for the present state of the model

  const Field& field() const { return field_; }  // the functions below take values of this field
  // For views that are not graded: a key of what the view shows for a value. Two values, also of two models,
  // have the same key if the view shows the same for both.
  std::uint64_t key(std::uint64_t value) const;
  // The number that a graded view shows for a value; nothing for the background.
  std::optional<double> number(std::uint64_t value) const;
  // A number, or the name of a state as in the legend; null if the view shows nothing.
  io::Json described(std::uint64_t value) const;

 private:
  View view_;
  Field field_;  // if the state has a field with the view's name, that field, whose values are not rounded
  bool is_of_state_ = false;
  ClassOf class_of_;
  NumberOf number_of_;
  std::optional<LevelLimits> limits_;
};

// The number of a value of a field, as JSON; null for a number that is not finite.
io::Json number_of(const Field& field, std::uint64_t value);

}  // namespace morula::serve
