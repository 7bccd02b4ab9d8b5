// The colours in which a view shows the sites of a model.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "io/image.h"
#include "models/model.h"
#include "models/spec.h"

namespace morula {

// The colours of the classes of a view, beginning with the background.
std::vector<io::Colour> class_colours(const View& view, const FramesSpec& frames);

// An empty name means the first.
const View& view_named(const std::vector<View>& views, const std::string& name);

class Colouring {
 public:
  // Colours for the current state of the model.
  Colouring(Model& model, const FramesSpec& frames);
  Colouring(View view, ClassOf class_of, std::vector<io::Colour> colours)
      : view_(std::move(view)), class_of_(std::move(class_of)), colours_(std::move(colours)) {}

  const View& view() const { return view_; }
  const Field& field() const { return view_.field; }
  std::uint32_t class_of(std::uint64_t value) const {
    return class_of_ ? class_of_(value) : static_cast<std::uint32_t>(value);
  }
  // Borders are drawn between sites where this differs: the value, or with contours the band of the value.
  std::uint64_t border_value(std::uint64_t value) const {
    if (band_ == 0) return value >> view_.border_shift;
    return value == 0 ? value : (value - 1) / band_ + 1;
  }
  std::uint64_t band() const { return band_; }  // width of a band; 0 without contours
  io::Colour of(std::uint32_t class_) const;
  std::size_t colours() const { return colours_.size(); }
  bool is_transparent(std::uint32_t class_) const;  // do projections look through it?

 private:
  View view_;
  ClassOf class_of_;
  std::vector<io::Colour> colours_;  // the first is the background
  std::uint64_t band_ = 0;
};

}  // namespace morula
