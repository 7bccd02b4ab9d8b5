// Our engines of automata, measured on one backend.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "bench/measured.h"

namespace morula {

std::vector<Measured> bench_automaton(const Backend& backend);

// Rates of rules that are written as formulas, and the random words that can be drawn in a second.
struct FormulaRates {
  struct Case {
    std::string what;
    double rate = 0, plain_rate = 0;  // cells per second: with the rule's table if it has one, and evaluated
    unsigned draws = 0;               // random words for a cell in a step
    // Seconds until a device's program can run: the first time, when it may be compiled, and the second time.
    std::optional<double> build_seconds = {}, build_again_seconds = {};
  };
  double words_per_second = 0;
  std::vector<Case> cases;
};
FormulaRates bench_formulas(const Backend& backend);

// Times of pictures of a 3D automaton's cube in 1200 x 900 pixels.
struct PictureTimes {
  struct Case {
    unsigned samples = 1;                     // rays of a pixel, in each direction
    double first_seconds = 0, seconds = 0;    // of the first picture, and of later ones
    std::optional<double> rays_seconds = {};  // on a device, until the rays are on the host
  };
  unsigned side = 0;
  std::vector<Case> cases;
};
PictureTimes bench_pictures(const Backend& backend);

// 1000 steps of a cube of side 128, and the time of an empty launch.
struct SmallLattice {
  unsigned steps_per_launch = 1;
  double seconds_per_step = 0, seconds_per_launch = 0;

  double computing() const { return 1 - seconds_per_launch / (seconds_per_step * steps_per_launch); }
};
std::optional<SmallLattice> bench_small(const Backend& backend);  // nothing on the CPU

// Rates of restoring a cube from its file, and of what limits it; all in bytes of states per second.
struct RestoreRate {
  unsigned side = 0, threads = 0;
  double restore = 0;
  double inflate = 0, inflate_with_zlib = 0;     // by one thread
  double inflate_by_all = 0;                     // by all threads at once
  double packed_share = 0;                       // bytes in the file / bytes of the states
  std::optional<double> copy, copy_from_pinned;  // to the device, if there is one
};
RestoreRate bench_restore(const Backend& backend);

}  // namespace morula
