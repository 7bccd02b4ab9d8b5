// The algorithms of Pereira (2017), "Aceleração de autômatos celulares no contexto de biologia através de
// computação paralela em GPUs com OpenCL", for the same lattice: three species and empty sites on a torus, 8
// neighbours, 4 bytes a cell.
#pragma once

#include <memory>

#include "bench/pereira/pereira_counting.h"
#include "bench/pereira/pereira_rule.h"
#include "models/backend.h"

namespace morula {

// A lattice of side² cells, at least 2². Rates are in percent, as in the paper's kernel.
struct PereiraSpec {
  unsigned side = 128;
  u32 mobility = 50, reproduction = 25, predation = 25;
  u32 seed = 1;
};

PereiraActions actions_of(const PereiraSpec& spec);
PereiraCells pereira_start(const PereiraSpec& spec);  // states in equal numbers up to a remainder, shuffled

// One cycle has as many interactions as there are cells. A path begins with an upload.
class PereiraPath {
 public:
  virtual ~PereiraPath() = default;
  virtual void upload(const PereiraCells& cells) = 0;
  virtual void cycle(u64 cycles) = 0;  // may return before they are done
  virtual PereiraCounts count() = 0;   // waits until they are done
  virtual PereiraCells download() = 0;

  // Each round is `cycles` cycles and a count. A path is timed in calls with rounds_at_once() rounds.
  virtual void run_counted(u64 rounds, u64 cycles) {
    for (; rounds > 0; --rounds) {
      cycle(cycles);
      count();
    }
  }
  virtual u64 rounds_at_once() const { return 1; }
};

// Experiment I: random sites, one at a time.
std::unique_ptr<PereiraPath> pereira_sequential(const PereiraSpec& spec);

// What a work-item does if another changes the same cells.
enum class PereiraConflict {
  Races,  // as in the paper: individuals are lost
  Holds,  // with atomics: interactions happen one after another in some order
};

struct PereiraOnDevice {
  std::shared_ptr<gpu::Device> device;
  PereiraConflict conflict = PereiraConflict::Races;
  MakeCounter counted = count_by_sorting;
  u32 largest_group = 0;  // of work-items; 0: as large as the device allows
};

// A row of cells is a group of work-items. If it is wider than a group may be, it is split into the fewest
// equal groups.
u32 pereira_group(unsigned side, u32 largest_group);

gpu::Source pereira_cycle_source(const PereiraSpec& spec, PereiraConflict conflict, u32 group);

// Experiment II: the action and the direction of each cell are drawn on the host and sent for every cycle.
class PereiraMatrices : public PereiraPath {
 public:
  // One cycle: directions 0 ... 7, actions 0 ... 99; 100 does nothing.
  virtual void cycle_by(const PereiraCells& neighbours, const PereiraCells& actions) = 0;
};
std::unique_ptr<PereiraMatrices> pereira_matrices(const PereiraSpec& spec, const PereiraOnDevice& on);

// Experiment III: the kernel draws. The three seeds of a cycle are the next three numbers of
// CRand(spec.seed), and are sent with the launch.
std::unique_ptr<PereiraPath> pereira_xorshift(const PereiraSpec& spec, const PereiraOnDevice& on);

// The program's own engine, through `Model`: a cycle is a generation, and a count is its observation.
std::unique_ptr<PereiraPath> pereira_ours(const PereiraSpec& spec, const Backend& backend);

}  // namespace morula
