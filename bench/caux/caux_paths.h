// The algorithms of Caux, Hill and Siregar (2011), "Accelerating 3D Cellular automata computation with GP-GPU
// in the context of integrative biology", and ours, for the same cube: B5/S4,5, 26 neighbours, toric.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "models/backend.h"
#include "models/spec.h"

namespace morula {

// A path computes between the first upload and the last download. Cubes on the host are row-major.
class CubePath {
 public:
  virtual ~CubePath() = default;
  virtual void upload() = 0;  // copies the initial cube to where the path computes
  virtual void step(std::uint64_t steps) = 0;
  virtual void download() = 0;  // copies the current cube to the host's result
};

// The host's cubes. A state of the paper has 4 bytes; a state that our model writes has 1.
struct HostCubes {
  explicit HostCubes(unsigned side);  // a soup: the initial state of `spec`

  unsigned side;
  Spec spec;  // the same automaton as in a model file
  std::vector<std::uint8_t> initial_bytes, result_bytes;
  std::vector<std::uint32_t> initial, result;
};

std::uint64_t host_bytes(unsigned side);  // of the host's cubes and those of the sequential loop

enum class CauxMemory {
  Global,   // every state is read from the device's memory
  Shared,   // a group loads a block and its border, one cell per item; items of the border only load
  Borders,  // a group loads a block and its border, one or two cells per item; every item computes
};

// One of the paper's kernels, measured or proposed.
struct CauxKernel {
  std::string name;
  CauxMemory memory = CauxMemory::Global;
  std::uint32_t group = 0;          // work-items
  std::uint32_t computed = 0;       // edge of the cube that a group computes; unused for Global
  bool laid_out_in_blocks = false;  // these cells are contiguous in memory
};

const std::vector<CauxKernel>& caux_kernels();
gpu::Source caux_source(const CauxKernel& kernel, unsigned side);

// The reason why this kernel cannot run a cube of this side on this device; empty if it can.
std::string why_not(const CauxKernel& kernel, unsigned side, gpu::Device& device);

std::unique_ptr<CubePath> caux_on_device(const CauxKernel& kernel, HostCubes& cubes,
                                         std::shared_ptr<gpu::Device> device);
std::unique_ptr<CubePath> caux_sequential(HostCubes& cubes);
std::unique_ptr<CubePath> our_path(HostCubes& cubes, const Backend& backend);

}  // namespace morula
