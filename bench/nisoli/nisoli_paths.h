// The algorithms of Nisoli (2018), "Simulazione stocastica su Graphics Processing Unit di modelli di
// proliferazione cellulare", and ours. All of them make the draws of our engines, so that their histograms
// are exactly equal.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "bench/nisoli/nisoli_task.h"

namespace morula {

class NisoliPath {
 public:
  virtual ~NisoliPath() = default;
  // Runs one simulation and returns its histogram to the host: the number of cells at each fluorescence of Ω.
  virtual std::vector<u64> run() = 0;
  // The number of array cells in the first round, from which its time is estimated in advance. Nothing if the
  // arrays grow with the living cells.
  virtual std::optional<double> cells_at_once() const { return std::nullopt; }
};

// The paper's steps; each adds something to the one before it.
enum class NisoliStep {
  Levels,     // a launch for each level; the host filters and counts
  Compacted,  // the device filters by a counter; the host counts
  Depth,      // as many levels as are inferred, in full binary arrays; then the host filters and counts
  Bounds,     // and sub-trees of a group that leaves no cell Alive are skipped
  Counts,     // and the device counts
  Parts,      // and cells that do not fit in memory are taken in parts
};

struct NisoliOptions {
  std::optional<unsigned> depth = {};  // levels at once; inferred by default
  // Bytes that arrays may take. The default depends on the memory of the device, and of the host if it
  // filters.
  std::optional<u64> memory = {};
};

struct NisoliNamed {
  std::string name;
  NisoliStep step;
};
const std::vector<NisoliNamed>& nisoli_steps();

std::unique_ptr<NisoliPath> nisoli_path(NisoliStep step, const NisoliTask& task,
                                        std::shared_ptr<gpu::Device> device,
                                        const NisoliOptions& options = {});
gpu::Source nisoli_source(NisoliStep step, const NisoliTask& task, u32 group);

// Our plain engine on one thread, and the engine that a run uses on this backend.
std::unique_ptr<NisoliPath> nisoli_one_core(const NisoliTask& task);
std::unique_ptr<NisoliPath> nisoli_ours(const NisoliTask& task, const Backend& backend);

}  // namespace morula
