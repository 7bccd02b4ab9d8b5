// The ways of Nisoli (2018), "Simulazione stocastica su Graphics Processing Unit di modelli di proliferazione
// cellulare", and ours, to the same histogram: all of them make the draws of our engines, so that it is the
// same to a cell.
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
  // From no cell to the cells at each fluorescence of Ω, on the host.
  virtual std::vector<u64> run() = 0;
  // Cells of arrays that the first round goes through, which tells beforehand how long it will take; nothing
  // where these grow with the living cells.
  virtual std::optional<double> cells_at_once() const { return std::nullopt; }
};

// What each of the paper's steps adds to the one before it.
enum class NisoliStep {
  Levels,     // a launch for each level; the host filters and counts
  Compacted,  // the device filters by a counter; the host counts
  Depth,      // as many levels as are inferred, in full binary arrays, before the host filters and counts
  Bounds,     // and a group that leaves nobody Alive has its sub-trees skipped
  Counts,     // and the device counts
  Parts,      // and what does not fit in memory is taken in parts
};

struct NisoliOptions {
  std::optional<unsigned> depth = {};  // levels at once; inferred where it is not said
  // Bytes that arrays may take; what the device has, and the host where it filters, where it is not said.
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
