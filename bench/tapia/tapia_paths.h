// The algorithm of Tapia and D'Souza (2009), "Data-Parallel Algorithms for Large-Scale Real-Time Simulation
// of the Cellular Potts Model on Graphics Processing Units", and ours, for the same tissue: a torus, two
// types of cells, 124 neighbours in contact, 26 neighbours that may be copied.
#pragma once

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "core/draw.h"
#include "core/lattice.h"
#include "models/backend.h"

namespace morula {

constexpr u32 tapia_types = 2, tapia_kinds = tapia_types + 1;  // kind 0 is the medium
constexpr u64 tapia_classes = 8;  // an iteration attempts one of them: an eighth of the sites

// Parameters that are drawn for each run of their table. All of them are whole numbers.
struct TapiaParameters {
  i32 temperature = 16;
  std::array<i32, tapia_kinds* tapia_kinds> adhesion = {};  // J, symmetric; the medium's with itself is 0
  std::array<i32, tapia_kinds> strength = {}, target = {};  // λ and V of each kind; the medium's are 0
};

TapiaParameters tapia_parameters(i32 j, i32 strength, i32 target, i32 temperature);  // the same for all types
TapiaParameters tapia_drawn_parameters(u32 run);  // from 1 to 31 each, a function of the run's number

// A tissue of cells numbered from 1, in canonical order of sites.
struct TapiaTissue {
  Extent size;
  std::vector<u32> cells;  // of each site; 0 is the medium
  std::vector<u8> types;   // of each cell, from 0; the entry of the medium has no meaning

  u32 code(std::size_t site) const {
    return cells[site] == 0 ? 0 : cells[site] * tapia_types + types[cells[site]];
  }
};

// Whole boxes of this size from the first site on, as many as fit; types are chosen by a hash. The remaining
// sites are medium.
TapiaTissue tapia_tiles(Extent size, Extent tile);

// A path computes between an upload and a download.
class TapiaPath {
 public:
  virtual ~TapiaPath() = default;
  virtual void upload(const TapiaParameters& parameters) = 0;  // the initial tissue
  virtual void iterate(u64 iterations) = 0;                    // returns when they are done
  virtual double copies_an_attempt() = 0;                      // makes 8 iterations and counts in them
  virtual std::vector<u32> download() = 0;                     // the cell of each site
};

// The class of an iteration, drawn on the host, and the key of its sites' draws.
u32x2 tapia_key(u32 seed);
u32 tapia_class(u32x2 key, u64 iteration);

gpu::Source tapia_source(const Extent& size);

// The reason why the paper's kernels cannot run this tissue on this device; empty if they can.
std::string why_not_tapia(const TapiaTissue& tissue, gpu::Device& device);

class TapiaOnDevice : public TapiaPath {
 public:
  virtual std::vector<u32> volumes() = 0;  // of each cell, as the device stores them; the medium's is 0
};
std::unique_ptr<TapiaOnDevice> tapia_on_device(const TapiaTissue& tissue, u32 seed,
                                               std::shared_ptr<gpu::Device> device);

// The program's own engine, through `Model`. The number of iterations must be a multiple of 8; 8 iterations
// are a Monte Carlo step.
std::unique_ptr<TapiaPath> tapia_ours(const TapiaTissue& tissue, u32 seed, const Backend& backend);

}  // namespace morula
