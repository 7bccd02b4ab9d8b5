// Our engines of automata, measured on one backend.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "bench/measured.h"

namespace morula {

std::vector<Measured> bench_automaton(const Backend& backend);

// Rules that are written as formulas, and the random words that can be drawn in a second.
struct FormulaRates {
  struct Case {
    std::string what;
    double rate = 0, plain_rate = 0;  // cells per second, by a table where there is one, and evaluated
    unsigned draws = 0;               // words of a cell and step
    // On a device: until its program can run, when it may have to be compiled, and when it has been before.
    std::optional<double> build_seconds = {}, build_again_seconds = {};
  };
  double words_per_second = 0;
  std::vector<Case> cases;
};
FormulaRates bench_formulas(const Backend& backend);

// A cube of a 3D automaton in 1200 x 900 pixels.
struct PictureTimes {
  struct Case {
    unsigned samples = 1;                     // rays of a pixel across, and down
    double first_seconds = 0, seconds = 0;    // of a picture: the first one, and those after it
    std::optional<double> rays_seconds = {};  // on a device, until the rays are on the host
  };
  unsigned side = 0;
  std::vector<Case> cases;
};
PictureTimes bench_pictures(const Backend& backend);

// 1000 steps of a cube of 128, and what a launch costs by itself.
struct SmallLattice {
  unsigned steps_per_launch = 1;
  double seconds_per_step = 0, seconds_per_launch = 0;

  double computing() const { return 1 - seconds_per_launch / (seconds_per_step * steps_per_launch); }
};
std::optional<SmallLattice> bench_small(const Backend& backend);  // nothing on the CPU

// A cube restored from its file, and what limits that; all in bytes of states per second.
struct RestoreRate {
  unsigned side = 0, threads = 0;
  double restore = 0;
  double inflate = 0, inflate_with_zlib = 0;     // by one thread
  double inflate_by_all = 0;                     // by all threads at once
  double packed_share = 0;                       // of the states' bytes, in the file
  std::optional<double> copy, copy_from_pinned;  // to the device, where there is one
};
RestoreRate bench_restore(const Backend& backend);

}  // namespace morula
