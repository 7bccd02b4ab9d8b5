// Which field a picture shows, and the colours of its values.
#pragma once

#include "io/image.h"
#include "models/model.h"
#include "models/spec.h"

namespace morula {

class Colouring {
 public:
  // Reads the field once where its colours depend on all of it: those of activation times go from the
  // earliest there is to the latest.
  Colouring(Model& model, const FramesSpec& frames);

  const Field& field() const { return field_; }
  io::Colour of(std::uint64_t value) const;
  // Does a projection look past it?
  bool is_unseen(std::uint64_t value) const;

 private:
  void show_states(const Shown& shown, const FramesSpec& frames);
  void show_activation(Model& model, const FramesSpec& frames);
  std::uint64_t level_of(std::uint64_t onset) const;

  Field field_;
  std::vector<io::Colour> colours_;  // the first is the background
  std::vector<bool> unseen_;
  struct Times {
    std::uint64_t earliest, latest;
  };
  std::optional<Times> times_;
};

}  // namespace morula
