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
  std::string name;                   // as `output.frames.of` names it; the first view is the default
  Field field;                        // of one replica
  unsigned classes = 2;               // class 0 is the background
  std::vector<io::Colour> colours{};  // of the classes; those of a palette when empty
  // Of the classes, for a legend and for output.frames.colours: classes of one name are told together. Of a
  // graded view: the background, the lowest level and the highest.
  std::vector<std::string> names{};
  std::vector<bool> transparent{};  // classes that a projection looks through; class 0 alone when empty
  bool graded = false;        // classes are levels of one quantity; individual ones cannot be given colours
  bool borders = false;       // a line is drawn between sites of different values
  unsigned border_shift = 0;  // of values, so many of the lowest bits do not count for that
  std::string quantity{};     // that the levels are values of, by name; empty where they have none
  // The dataset of state/*.h5 in which every site has what this view shows of it: for programs that cannot
  // look it up. Empty where the fields of the state say it themselves.
  std::string dataset{};
  bool counts = false;  // a value is one more than its number, 0 where there is none; levels rise with it
  std::string unavailable{};  // why this model cannot be shown so; empty where it can
};

struct LevelLimits {
  double lowest = 0, highest = 0;
};

// Maps the value of a site to the number that a graded view shows; not a number where it shows none.
using NumberOf = std::function<double(std::uint64_t value)>;

// Maps the value of a site to its class. Empty: the value is the class.
using ClassOf = std::function<std::uint32_t(std::uint64_t value)>;

}  // namespace morula
