// Ways to picture a model. A site is shown in the colour of its class.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "core/field.h"
#include "io/image.h"

namespace morula {

struct View {
  std::string name;                   // the value of `output.frames.of`; the first view is the default
  Field field;                        // the field of one replica that is shown
  unsigned classes = 2;               // class 0 is the background
  std::vector<io::Colour> colours{};  // of the classes; if empty, those of a palette
  // Names of the classes, for a legend and for output.frames.colours; classes with the same name are treated
  // as one. For a graded view: the background, the lowest level and the highest.
  std::vector<std::string> names{};
  std::vector<bool> transparent{};  // classes that a projection looks through; if empty, only class 0
  bool graded = false;        // classes are levels of one quantity; individual ones cannot be given colours
  bool borders = false;       // a line is drawn between sites of different values
  unsigned border_shift = 0;  // this many of the lowest bits of a value are ignored for borders
  std::string quantity{};     // the quantity that the levels represent; empty if there is none
  // The dataset of state/*.h5 that holds for every site what this view shows, for programs that cannot look
  // it up. Empty if the fields of the state hold it directly.
  std::string dataset{};
  // A value is its number plus one, or 0 if it has no number; levels increase with the number.
  bool counts = false;
  std::string unavailable{};  // why this view is not possible for this model; empty if it is
};

struct LevelLimits {
  double lowest = 0, highest = 0;
};

// Maps the value of a site to the number that a graded view shows, or to NaN if it shows none.
using NumberOf = std::function<double(std::uint64_t value)>;

// Maps the value of a site to its class. If empty, the value is the class.
using ClassOf = std::function<std::uint32_t(std::uint64_t value)>;

}  // namespace morula
