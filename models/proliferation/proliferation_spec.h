// The settings of a model of dividing cells.
#pragma once

#include <optional>
#include <vector>

#include "io/section.h"
#include "models/input_folder.h"
#include "models/proliferation/cell_type.h"
#include "models/proliferation/histogram.h"
#include "models/proliferation/observe/score.h"
#include "models/spec.h"

namespace morula {

enum class Method { Simulate, Expectation };

struct Target {
  Histogram histogram;
  ScoreBins bins;
};

struct ProliferationSpec : FamilySpec {
  Histogram population;
  double until = 0;
  double minimum = 0;  // of fluorescence
  double background = 0;
  double dye_share = 0.5;
  double siblings = 0;  // probability that two siblings take the same time
  CycleStart start = CycleStart::Asynchronous;
  std::vector<CellType> types;
  Method method = Method::Simulate;
  std::uint64_t batch = 4096;  // initial cells in a step
  std::optional<Target> target;
  bool writes_histogram = false;
  std::optional<double> generations_every;  // time between the rows of generations.csv

  std::uint64_t cells() const;  // number of initial cells
  std::uint64_t steps() const;  // number of batches; for means, a step is one type at one time
};

constexpr unsigned generation_limit = 63;  // a node of a tree is a number of 64 bits

constexpr std::size_t most_types = 64;

// The fluorescence of a cell of a bin after this many divisions.
double fluorescence_after(const ProliferationSpec& spec, double fluorescence, unsigned divisions);
// The last generation in which descendants of a cell of this fluorescence can be counted, at most 63. After
// one more division they have faded.
unsigned last_generation(const ProliferationSpec& spec, double fluorescence);
unsigned last_generation(const ProliferationSpec& spec);  // the largest over all bins

// The times of generations.csv: 0, multiples of the given interval, and the end. Empty if they are not
// requested.
std::vector<double> times_observed(const ProliferationSpec& spec);
// The times at which means are computed: the same times, or only the end. The end is the last of them.
std::vector<double> times_of_means(const ProliferationSpec& spec);

void read_proliferation(io::Section& root, const InputFolder& folder, Spec& spec);

}  // namespace morula
