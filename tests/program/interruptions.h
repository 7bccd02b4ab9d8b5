// Runs that are stopped at random moments and resumed until they are done.
#pragma once

#include <functional>
#include <random>

#include "tests/program/processors.h"

namespace morula::test {

struct Interruptions {
  int count = 30;
  int signal = 9;
  std::vector<Words> processors;  // one per session, in turn
  std::uint64_t every = 60;       // number of steps between checkpoints
  std::uint64_t steps = 3000;     // of the whole run
};

// Models whose runs write every kind of file that they can, at periods that seldom coincide.
std::string busy_life(const std::string& size, const Interruptions& plan);
std::string busy_species(const std::string& size, const Interruptions& plan);
std::string busy_cells(std::uint64_t batch, const Interruptions& plan);
// The food of a step is enough for this many cells.
std::string busy_membranes(std::uint64_t food, const Interruptions& plan);
std::string busy_tissue(const Interruptions& plan);  // cells divide and die in almost every step
std::string busy_means(const Interruptions& plan);   // on the CPU only

// Runs a model into `out`, sends the signal `count` times, each time to a process at work, and then lets it
// finish. `text` makes the model file. If a processor finishes before half of the signals have been sent, the
// test starts again with a longer run, so that the result does not depend on the speed of the processor.
void run_interrupted(const Workplace& place, const std::function<std::string(const Interruptions&)>& text,
                     const std::string& model, const std::string& out, Interruptions plan);

}  // namespace morula::test
