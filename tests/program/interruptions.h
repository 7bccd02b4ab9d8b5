// Runs that are stopped at random moments and resumed, until they are done.
#pragma once

#include <functional>
#include <random>

#include "tests/program/processors.h"

namespace morula::test {

struct Interruptions {
  int count = 30;
  int signal = 9;
  std::vector<Words> processors;  // in turn, one a sitting
  std::uint64_t every = 60;       // steps between checkpoints
  std::uint64_t steps = 3000;     // of the whole run
};

// Models whose runs keep every kind of file that they can, at periods that fall together only now and then.
std::string busy_life(const std::string& size, const Interruptions& plan);
std::string busy_species(const std::string& size, const Interruptions& plan);
std::string busy_cells(std::uint64_t batch, const Interruptions& plan);
std::string busy_membranes(std::uint64_t food, const Interruptions& plan);  // in a step: for this many cells
std::string busy_tissue(const Interruptions& plan);  // cells divide and die in almost every step
std::string busy_means(const Interruptions& plan);   // on the CPU alone

// Runs a model into `out`, sending the signal `count` times, each time to a process at work, then lets it
// finish. `text` makes the model file: a processor that comes to the end before half of the signals are sent
// gets a longer run, from the beginning, so that how quick it is decides nothing.
void run_interrupted(const Workplace& place, const std::function<std::string(const Interruptions&)>& text,
                     const std::string& model, const std::string& out, Interruptions plan);

}  // namespace morula::test
